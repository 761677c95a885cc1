import fc from 'fast-check';
import { MAX_ID } from '../../../../src/domain/numbers.js';
import { parseTitleId, requireOneTitle, type TitleId } from '../../../../src/domain/titles/title-id.js';

const GUID = 'aaaaaaaa-0b0b-4c0c-8d0d-00000000000e';

test('a GUID in any case identifies a title by its reserveId, in lower case', () => {
  for (const text of [GUID, GUID.toUpperCase(), 'AAAAaaaa-0b0B-4C0c-8D0d-00000000000E'])
    expect(parseTitleId(text)).toEqual({ kind: 'reserveId', reserveId: GUID });
});

test('a GUID may have any version and variant, because libraries bring their own', () => {
  for (const text of ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])
    expect(parseTitleId(text)).toEqual({ kind: 'reserveId', reserveId: text });
});

test('a positive number in plain digits identifies a title by its crossRefId', () => {
  for (const number of [1, 9, 10, 1234567, MAX_ID])
    expect(parseTitleId(String(number))).toEqual({ kind: 'crossRefId', crossRefId: number });
});

test.each([
  ['', 'nothing'],
  ['0', 'zero'],
  ['00', 'zeros'],
  ['-1', 'a negative number'],
  ['+7', 'a sign'],
  ['07', 'a leading zero'],
  ['7.0', 'a point'],
  ['1e1', 'an exponent'],
  ['0x10', 'a hexadecimal number'],
  ['1_000', 'a separator'],
  ['1,000', 'a comma'],
  [' 7', 'a leading space'],
  ['7 ', 'a trailing space'],
  ['7\n', 'a trailing line end'],
  ['٧', 'an Arabic digit'],
  ['７', 'a full-width digit'],
  ['2147483648', 'a number that is too large'],
  ['9999999999', 'ten nines'],
  ['9'.repeat(5000), 'five thousand digits'],
  ['Infinity', 'infinity'],
  ['NaN', 'not a number'],
  ['null', 'null'],
  ['\0', 'a NUL'],
  ['../../etc', 'a path'],
  [`{${GUID}}`, 'a GUID in braces'],
  [`urn:uuid:${GUID}`, 'a URN'],
  [`${GUID}\n`, 'a GUID and a line end'],
  [` ${GUID}`, 'a space and a GUID'],
  [GUID.replaceAll('-', ''), 'a GUID without hyphens'],
  [GUID.replaceAll('-', '–'), 'a GUID with dashes'],
  [GUID.replace('a', 'g'), 'a GUID with a letter that is not a hexadecimal digit'],
  [GUID.slice(1), 'a GUID that is too short'],
  [`${GUID}0`, 'a GUID that is too long'],
  [GUID.replace('a', 'а'), 'a GUID with a Cyrillic letter'],
])('%j (%s) identifies no title', (text) => {
  expect(parseTitleId(text)).toBeUndefined();
});

test('no other spelling of a GUID or number is accepted', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.uuid(), fc.nat().map(String)), (text) => {
      const id = parseTitleId(text);
      if (id === undefined) return;
      expect(id.kind === 'reserveId' ? id.reserveId : String(id.crossRefId)).toBe(text.toLowerCase());
    }),
  );
});

describe('several identifiers of one title', () => {
  const title = { reserveId: GUID, crossRefId: 7 };
  const byGuid: TitleId = { kind: 'reserveId', reserveId: GUID };
  const byNumber: TitleId = { kind: 'crossRefId', crossRefId: 7 };

  test('may be of both kinds', () => {
    expect(() => requireOneTitle([], title)).not.toThrow();
    expect(() => requireOneTitle([byGuid, byNumber, byGuid], title)).not.toThrow();
  });

  test.each([
    [[{ kind: 'crossRefId', crossRefId: 8 } as const]],
    [[byGuid, { kind: 'crossRefId', crossRefId: 8 } as const]],
    [[{ kind: 'reserveId', reserveId: GUID.replace('a', 'b') } as const, byNumber]],
  ])('are refused if one of them identifies another title: %j', (ids) => {
    expect(() => requireOneTitle(ids, title)).toThrow(
      expect.objectContaining({
        code: 'InvalidFieldValue',
        message: expect.stringContaining('the same title') as string,
      }) as Error,
    );
  });
});
