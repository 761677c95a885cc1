import { inWords } from '../../../src/records/csv/member-words.js';

test.each([
  ['cardNumber is missing: say which one is', '“Card number” is missing: say which one is'],
  ['say whether it is expiresOn:day-first', 'say whether it is “Last day, day first”'],
  ['category "cardNumber" is unknown', 'category "cardNumber" is unknown'],
])('to staff, %j is %j: names of members are words, and the file says its own', (sentence, words) => {
  expect(inWords('patrons', sentence)).toBe(words);
});
