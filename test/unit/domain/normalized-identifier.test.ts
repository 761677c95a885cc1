import { isbnsIn, isbnsOf, normalizedIdentifier } from '../../../src/domain/normalized-identifier.js';

test.each([
  ['978-0-14-143947-1', '9780141439471'],
  ['978 0 14 143947 1', '9780141439471'],
  [' 0-8044-2957-x\n', '080442957X'],
  ['B002ri9-zqa', 'B002RI9ZQA'],
  ['978‑0–14 143947‐1', '9780141439471'],
])('%j is looked up as %s', (text, identifier) => {
  expect(normalizedIdentifier(text)).toBe(identifier);
});

describe('an ISBN', () => {
  test.each([
    ['9780141439471', ['9780141439471', '0141439475']],
    ['978-0-14-143947-1', ['9780141439471', '0141439475']],
    ['0-14-143947-5', ['0141439475', '9780141439471']],
    ['080442957x', ['080442957X', '9780804429573']],
    ['979-10-90636-07-1', ['9791090636071']],
  ])('%s has these forms', (text, forms) => {
    expect(isbnsOf(text)).toEqual(forms);
  });

  test.each(['9780141439472', '0141439476', '1234567890123', '2001 a space odyssey', '', '978014143947'])(
    'is not %j',
    (text) => {
      expect(isbnsOf(text)).toEqual([]);
    },
  );

  test.each([
    ['ISBN 978-0-14-143947-1 (pbk.)', ['9780141439471', '0141439475']],
    ['isbn10:0141439475', ['0141439475', '9780141439471']],
    ['ISBN-13 9780141439471; ISBN-10 0-14-143947-5', ['9780141439471', '0141439475']],
    ['http://example.org/9780141439471.html', ['9780141439471', '0141439475']],
    ['no 19780141439471, 97801414394712 or 9780141439472', []],
  ])('stands in %j', (text, forms) => {
    expect(isbnsIn(text)).toEqual(forms);
  });
});
