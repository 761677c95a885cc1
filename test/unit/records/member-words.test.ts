import { byColumns, inWords } from '../../../src/records/csv/member-words.js';

test.each([
  ['cardNumber is missing: say which one is', '“Card number” is missing: say which one is'],
  ['say whether it is expiresOn:day-first', 'say whether it is “Last day, day first”'],
  ['category "cardNumber" is unknown', 'category "cardNumber" is unknown'],
])('to staff, %j is %j: names of members are words, and the file says its own', (sentence, words) => {
  expect(inWords('patrons', sentence)).toBe(words);
});

test('a reason has the names of the columns, where the file has one for the member', () => {
  const mapping = [
    { column: 'Medium', member: 'formatClass', values: {} },
    { column: 'Titel', member: 'title', values: {} },
  ];
  expect(byColumns(mapping, 'formatClass must be one of eBook; reserveId must name the title')).toBe(
    '"Medium" must be one of eBook; reserveId must name the title',
  );
});
