import * as read from '../../support/clients/support/reading.js';

const fill = (text: string): string => text.replace('<name>', 'value');

/** What a strict reader says of a value. */
function complaints(reading: read.Reading, value: unknown): string[] {
  return reading(value, 'body', fill);
}

const { members, listOf, optional, nullOr, exactly, lastMember, elementWhere, everyMember, all } = read;
const UNUSABLE: readonly (readonly [
  what: string,
  reading: read.Reading,
  usable: unknown,
  unusable: unknown,
])[] = [
  ['a text', read.text, '', 7],
  ['words', read.words, 'some', ' '],
  ['a number', read.number, 4.5, '4.5'],
  ['a whole number', read.whole, -1, 4.5],
  ['a number as text', read.whole, 1, '1'],
  ['a count', read.count, 0, -1],
  ['true or false', read.flag, false, 'false'],
  ['an absolute address', read.address, 'https://holds.example.org/v1', '/v1'],
  ['a time', read.time, '2026-11-21T09:41:07Z', '2026-11-21T09:41:07.000Z'],
  ['a time with its zone', read.time, '2026-11-21T09:41:07Z', '2026-11-21T09:41:07'],
  ['an id', read.lowerCaseId, 'aaaaaaaa-0000-4000-8000-000000000001', 'AAAAAAAA-0000-4000-8000-000000000001'],
  ['an object', read.anObject, {}, []],
  ['a member', members({ name: read.text }), { name: '' }, {}],
  ['a member that is not null', members({ name: read.text }), { name: '' }, { name: null }],
  ['a member that may be absent', members({ name: optional(read.text) }), {}, { name: null }],
  ['a member that may be null', members({ name: nullOr(read.text) }), { name: null }, {}],
  ['a member that must be absent', members({ name: read.absent }), {}, { name: '' }],
  ['every member', everyMember(read.text), { one: '', two: '' }, { one: '', two: 2 }],
  ['the last member', lastMember('checkout'), { edit: 1, checkout: 1 }, { checkout: 1, edit: 1 }],
  ['a list', listOf(read.text), [], {}],
  ['each element', listOf(read.text), ['', ''], ['', 2]],
  ['enough elements', listOf(read.text, { atLeast: 1 }), [''], []],
  ['a number of elements', read.listOfLength(1, read.text), [''], ['', '']],
  ['an element', elementWhere('id', '-1', members({ id: exactly(-1) })), [{ id: -1 }], [{ id: '-1' }]],
  ['an element that is there', elementWhere('id', '1', read.anObject), [{ id: 1 }], [{ id: 2 }]],
  ['a value', read.including('<name>'), ['value'], ['<name>']],
  ['one of some', read.oneOf('Normal'), 'Normal', 'normal'],
  ['the same', exactly('<name>'), 'value', 'other'],
  ['a beginning', read.beginningWith('<name>/'), 'value/1', 'other/1'],
  ['a pattern', read.matching(/^\d+$/), '12', 'twelve'],
  ['all readings', all(read.words, read.matching(/^\d+$/)), '12', 'twelve'],
];

test.each(UNUSABLE)(
  'a strict reader of %s uses what it can, and complains of what it cannot',
  (_, reading, usable, unusable) => {
    expect(complaints(reading, usable)).toEqual([]);
    expect(complaints(reading, unusable)).toHaveLength(1);
  },
);

test('a complaint says where, what is there and what is missing', () => {
  const loans = members({ checkouts: listOf(members({ expires: read.time })) });
  expect(complaints(loans, { checkouts: [{ expires: 'soon' }, {}] })).toEqual([
    'body.checkouts[0].expires is "soon", not a time with its zone',
    'body.checkouts[1].expires is missing, not a time with its zone',
  ]);
});
