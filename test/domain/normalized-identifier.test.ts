import { normalizedIdentifier } from '../../src/domain/normalized-identifier.js';

test.each([
  ['978-0-14-143947-1', '9780141439471'],
  ['978 0 14 143947 1', '9780141439471'],
  [' 0-8044-2957-x\n', '080442957X'],
  ['B002ri9-zqa', 'B002RI9ZQA'],
])('%j is looked up as %s', (text, identifier) => {
  expect(normalizedIdentifier(text)).toBe(identifier);
});
