import { type IlsAnswer, readIlsAnswer } from '../../../src/access/ils/ils-patron.js';
import { readMessage } from '../../../src/access/ils/sip2-message.js';
import type { IlsSettings } from '../../../src/access/ils/ils-settings.js';
import { settingsSchemas } from '../../../src/records/kinds/settings/settings.schema.js';

function settings(members: object = {}): IlsSettings {
  const signIn = { kind: 'sip2', host: 'ils.example', defaultCategory: 'adult', ...members };
  return settingsSchemas.whole.parse({ websiteId: 1, signIn }).signIn!;
}

const HEALTHY = ' '.repeat(14);

function answer(fields: string, { status = HEALTHY, members = {}, isPinAsked = true } = {}): IlsAnswer {
  const text = `64${status}00020261127    120000${' '.repeat(24)}${fields}`;
  return readIlsAnswer(readMessage(Buffer.from(text), 'utf8'), settings(members), isPinAsked);
}

const patronIn = (...given: Parameters<typeof answer>): object => {
  const read = answer(...given);
  return 'patron' in read ? read.patron : read;
};

describe('an answer', () => {
  test.each([
    ['BLN|CQN|AA1|', 'unknown-card'],
    ['AA1|CQY|', 'unknown-card'],
    ['BL|CQY|AA1|', 'unknown-card'],
    ['BLY|CQN|AA1|', 'wrong-pin'],
    ['BLY|CQ|AA1|', 'wrong-pin'],
    ['BLY|AA1|', 'pin-not-checked'],
  ])('%s refuses: %s', (fields, refused) => {
    expect(answer(fields)).toEqual({ refused });
  });

  test('of a library without PINs needs none', () => {
    for (const fields of ['BLY|AA1|', 'BLY|CQN|AA1|'])
      expect(patronIn(fields, { isPinAsked: false })).toMatchObject({ cardNumber: '1' });
  });

  test('names the card as the system knows it, and the system’s own number', () => {
    expect(patronIn('BLY|CQY|AA21234|XI77|')).toEqual({
      cardNumber: '21234',
      externalId: '77',
      category: 'adult',
      blocked: null,
      expiresOn: null,
    });
  });

  test.each(['', 'AA|', `AA${'1'.repeat(101)}|`, 'AA1|AA2|', 'AA1\u0001|', `AA1|XI${'1'.repeat(129)}|`])(
    'without a usable name of the patron is none: %s',
    (fields) => {
      expect(() => answer(`BLY|CQY|${fields}`)).toThrow();
    },
  );
});

test('the first rule that fits says the category, by a value or a beginning; without any, and without a default, there is none', () => {
  const categories = [
    { field: 'PC', value: 'STAFF', category: 'staff' },
    { field: 'PC', value: 'ST*', category: 'student' },
    { field: 'AQ', value: '*', category: 'branch' },
  ];
  const categoryOf = (fields: string): unknown =>
    patronIn(`BLY|CQY|AA1|${fields}`, { members: { categories, defaultCategory: null } });
  for (const [fields, category] of [
    ['PCSTAFF|', 'staff'],
    ['PCSTUDENT|AQmain|', 'student'],
    ['PCstaff|AQmain|', 'branch'],
  ])
    expect(categoryOf(fields!)).toMatchObject({ category });
  for (const [fields, value] of [
    ['PCstaff|', 'staff'],
    ['', undefined],
  ])
    expect(categoryOf(fields!)).toEqual({
      refused: 'no-category',
      fields: [
        { field: 'PC', value },
        { field: 'AQ', value: undefined },
      ],
    });
});

test('a patron of a library that is not among those allowed is refused, if the PIN is right', () => {
  const members = { homeLibrary: { field: 'AQ', allow: ['MAIN', 'EAST*'] } };
  for (const fields of ['AQMAIN|', 'AQEAST2|'])
    expect(patronIn(`BLY|CQY|AA1|${fields}`, { members })).toMatchObject({ cardNumber: '1' });
  for (const [fields, value] of [
    ['AQWEST|', 'WEST'],
    ['AQ|', ''],
    ['', undefined],
  ])
    expect(patronIn(`BLY|CQY|AA1|${fields}`, { members })).toEqual({
      refused: 'other-library',
      field: { field: 'AQ', value },
    });
  expect(patronIn('BLY|CQN|AA1|AQWEST|', { members })).toEqual({ refused: 'wrong-pin' });
});

test('the status blocks by those of its 14 flags that count, and N is no flag', () => {
  const blockedBy = (place: number, members?: object, flag = 'Y'): unknown => {
    const status = HEALTHY.slice(0, place - 1) + flag + HEALTHY.slice(place);
    return (patronIn('BLY|CQY|AA1|', { status, members }) as { blocked: { reason: string } | null }).blocked;
  };
  const places = Array.from({ length: 14 }, (_, index) => index + 1);
  expect(places.filter((place) => blockedBy(place) !== null)).toEqual([1, 4, 5, 10, 11, 12, 14]);
  expect(blockedBy(5)).toEqual({ reason: "The library's system says: card lost." });
  expect([
    blockedBy(6, { blocks: ['tooManyCharged'] }),
    blockedBy(5, { blocks: [] }),
    blockedBy(5, {}, 'N'),
  ]).toEqual([{ reason: "The library's system says: too many charged." }, null, null]);
});

describe('fees', () => {
  const isBlocked = (fields: string, members?: object): boolean =>
    (patronIn(`BLY|CQY|AA1|${fields}`, { members }) as { blocked: object | null }).blocked !== null;

  test.each([
    ['BHUSD|BV20.00|CC15.00|', true],
    ['BV15.00|CC15.00|', false],
    ['BV20.00|', false],
    ['BV20.00|CC|', false],
    ['BV20.00|CC0.00|', false],
    ['BV-20.00|CC15.00|', false],
    ['BVnone|CC15.00|', false],
  ])('over the limit that the answer names block: %s', (fields, blocked) => {
    expect(isBlocked(fields)).toBe(blocked);
  });

  test('block above an amount of the library’s own, in place of the system’s', () => {
    expect(isBlocked('BV20.00|CC15.00|', { feeLimit: 25 })).toBe(false);
    expect(isBlocked('BV25.01|CC50.00|', { feeLimit: 25 })).toBe(true);
    expect(isBlocked('BV0.10|', { feeLimit: 0 })).toBe(true);
    expect(isBlocked('BV0.00|', { feeLimit: 0 })).toBe(false);
  });

  test('over the system’s limit do not block where excessive fees are no block', () => {
    expect(isBlocked('BV20.00|CC15.00|', { blocks: ['cardLost'] })).toBe(false);
    expect(isBlocked('BV20.00|CC15.00|', { blocks: ['cardLost'], feeLimit: 5 })).toBe(true);
  });
});

test.each([
  ['PA20271231|', '2027-12-31'],
  ['PA20271231    235959|', '2027-12-31'],
  ['PA2027-12-31|', '2027-12-31'],
  ['PAN|PX20271231|', '2027-12-31'],
  ['PA20270231|', null],
  ['PA00000000|', null],
  ['PA19000101    000000|', null],
  ['PA99991231|', null],
  ['PAnever|', null],
])('the card expires as %s says: %s', (fields, expiresOn) => {
  expect(patronIn(`BLY|CQY|AA1|${fields}`)).toMatchObject({ expiresOn });
});
