import { MAX_ID, parseId, parseWholeNumber } from '../../../src/domain/numbers.js';

test('a number of a patron or a library is positive and fits into PostgreSQL’s integer', () => {
  expect(MAX_ID).toBe(2_147_483_647);
  expect(['1', '2147483647'].map(parseId)).toEqual([1, 2_147_483_647]);
  expect(['0', '2147483648'].map(parseId)).toEqual([undefined, undefined]);
});

test('both bounds of a whole number belong to its range', () => {
  const parsed = ['9', '10', '11', '20', '21'].map((text) => parseWholeNumber(text, 10, 20));
  expect(parsed).toEqual([undefined, 10, 11, 20, undefined]);
});

test('zero is a whole number where the range has it', () => {
  expect(parseWholeNumber('0', 0, 5)).toBe(0);
});

test.each([
  '',
  ' ',
  '00',
  '07',
  '+7',
  '-7',
  '-0',
  '7.0',
  '7.',
  '1e1',
  '0x7',
  ' 7',
  '7 ',
  '7\n',
  'a7',
  '7a',
  '٧',
])('%j is not written in the one canonical way', (text) => {
  expect(parseWholeNumber(text, -10, 100)).toBeUndefined();
});
