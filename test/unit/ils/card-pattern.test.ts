import { fitsCardPattern } from '../../../src/access/ils/card-pattern.js';

test.each([
  ['2100####', '21001234', true],
  ['2100####', '2100123', false],
  ['2100####', '210012345', false],
  ['2100####', '2100123x', false],
  ['2100####', '2100１２３４', false],
  ['D-*', 'd-17', true],
  ['D-*', 'ada', false],
  ['??#*', 'AB1', true],
  ['??#*', 'A1', false],
  ['*-*-9', '1-2-3-9', true],
  ['*-*-9', '1-2-3-8', false],
  ['*', '', true],
  ['?', '', false],
])('by %s, %j is a card: %s', (pattern, text, isCard) => {
  expect(fitsCardPattern(pattern, text)).toBe(isCard);
});

test('a pattern of many stars takes no time', () => {
  expect(fitsCardPattern('*1'.repeat(50), `${'1'.repeat(5_000)}2`)).toBe(false);
});
