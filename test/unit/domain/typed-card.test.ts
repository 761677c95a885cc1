import { typedCard } from '../../../src/domain/patron.js';

test.each([
  [' 2 0001 0000 7777 ', '2000100007777'],
  ['\u200e２０００１', '20001'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲ ۳۴۵۶۷۸۹', '0123456789'],
  ['AB 12', 'AB 12'],
])('the card %j is %j', (text, card) => {
  expect(typedCard(text)).toBe(card);
});
