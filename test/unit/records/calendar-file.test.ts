import { Readable } from 'node:stream';
import type { EntryKind } from '../../../src/domain/library-calendar.js';
import { readCalendarFile } from '../../../src/records/calendar-file/calendar-file.js';

/** The records of a file, without what they have in common, or why there is none. */
async function read(lines: readonly string[], timeZone = 'Europe/Berlin'): Promise<unknown[]> {
  const content = [...lines, ''].join('\r\n');
  // Chunks end anywhere, also within a character.
  const bytes = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.subarray(7 * index, 7 * index + 7),
  );
  const found: unknown[] = [];
  const source = { websiteId: 37, kind: 'closed' as EntryKind, timeZone };
  for await (const line of readCalendarFile(Readable.from(chunks), source)) {
    if ('rejection' in line) found.push([line.number, line.rejection]);
    else {
      const { record, websiteId, kind, ...members } = JSON.parse(line.text) as Record<string, unknown>;
      if (!('delete' in members))
        expect({ record, websiteId, kind }).toEqual({ record: 'calendar', websiteId: 37, kind: 'closed' });
      found.push(members);
    }
  }
  return found;
}

const event = (...properties: string[]): string[] => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:x',
  'SUMMARY:Move',
  ...properties,
  'END:VEVENT',
  'END:VCALENDAR',
];
const days = (from: string, to = from, members: object = {}): object => ({
  ...{ entryId: 'x', name: 'Move', from, to, repeats: null, until: null },
  ...members,
});

test.each([
  ['a day', ['DTSTART;VALUE=DATE:20261224'], days('2026-12-24')],
  [
    'days, whose end is the day after',
    ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20270103'],
    days('2026-12-24', '2027-01-02'),
  ],
  ['a length', ['DTSTART;VALUE=DATE:20261224', 'DURATION:P1W'], days('2026-12-24', '2026-12-30')],
  [
    'an end that is its beginning',
    ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261224'],
    days('2026-12-24'),
  ],
  [
    'midnights in another zone',
    ['DTSTART;TZID="America/New_York":20261224T000000', 'DTEND;TZID="America/New_York":20261226T000000'],
    days('2026-12-24', '2026-12-25'),
  ],
  [
    'the library’s midnights in UTC',
    ['DTSTART:20261223T230000Z', 'DTEND:20261225T230000Z'],
    days('2026-12-24', '2026-12-25'),
  ],
  [
    'each year',
    ['DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24'],
    days('2026-12-24', '2026-12-24', { repeats: 'yearly' }),
  ],
  [
    'each year, three times',
    ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227', 'RRULE:FREQ=YEARLY;COUNT=3'],
    days('2026-12-24', '2026-12-26', { repeats: 'yearly', until: '2028-12-26' }),
  ],
  [
    'each week until a time',
    [
      'DTSTART;VALUE=DATE:20261101',
      'DTEND;VALUE=DATE:20261103',
      'RRULE:FREQ=WEEKLY;UNTIL=20261116T120000Z;WKST=MO',
    ],
    days('2026-11-01', '2026-11-02', { repeats: 'weekly', until: '2026-11-16' }),
  ],
])('an event of %s is an entry', async (_, properties, entry) => {
  expect(await read(event(...properties))).toEqual([entry]);
});

test('an event on several days of the week is several entries', async () => {
  expect(await read(event('DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=WEEKLY;BYDAY=SA,SU'))).toEqual([
    days('2026-11-01', '2026-11-01', { entryId: 'x SU', repeats: 'weekly' }),
    days('2026-11-07', '2026-11-07', { entryId: 'x SA', repeats: 'weekly' }),
  ]);
});

test.each([
  ['a time of day', ['DTSTART:20261224T140000', 'DTEND:20261224T180000'], 'is not of whole days'],
  ['hours', ['DTSTART;VALUE=DATE:20261224', 'DURATION:PT5H'], 'is not of whole days'],
  ['midnights of UTC', ['DTSTART:20261224T000000Z'], 'is not of whole days'],
  ['no beginning', ['DTEND;VALUE=DATE:20261224'], 'has no DTSTART'],
  ['no time', ['DTSTART:tomorrow'], 'has a time that is none: tomorrow'],
  ['a day that is none', ['DTSTART;VALUE=DATE:20260230'], 'is on a day that does not exist: 2026-02-30'],
  [
    'a month',
    ['DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=MONTHLY'],
    'is repeated by a rule that is neither each week nor each year: FREQ=MONTHLY',
  ],
  [
    'every second week',
    ['DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=WEEKLY;INTERVAL=2'],
    'is repeated by a rule that is neither each week nor each year: FREQ=WEEKLY;INTERVAL=2',
  ],
  [
    'Thanksgiving',
    ['DTSTART;VALUE=DATE:20261126', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'],
    'is repeated by a rule that is neither each week nor each year: FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
  ],
  [
    'an exception',
    ['DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=WEEKLY', 'EXDATE;VALUE=DATE:20261108'],
    'has exceptions (EXDATE): give those days as events of their own',
  ],
])('an event with %s is refused by its line', async (_, properties, problem) => {
  expect(await read(event(...properties))).toEqual([[3, `event x ${problem}`]]);
});

test('a cancelled event is removed, and one without a name has its id', async () => {
  expect(await read(event('DTSTART;VALUE=DATE:20261224', 'STATUS:CANCELLED'))).toEqual([
    { entryId: 'x', delete: true },
  ]);
  const lines = event('DTSTART;VALUE=DATE:20261224').filter((line) => !line.startsWith('SUMMARY'));
  expect(await read(lines)).toEqual([days('2026-12-24', '2026-12-24', { name: 'x' })]);
});

test('names are unfolded, unescaped and cut, in any script', async () => {
  const named = async (...lines: string[]): Promise<unknown> => {
    const content = event('DTSTART;VALUE=DATE:20261224').filter((line) => !line.startsWith('SUMMARY'));
    content.splice(4, 0, ...lines);
    return ((await read(content))[0] as { name: string }).name;
  };
  expect(await named('SUMMARY;LANGUAGE=de:Umzug\\, Etage 2\\;', '  und 3\\nGanz: 🎄')).toBe(
    'Umzug, Etage 2; und 3 Ganz: 🎄',
  );
  expect(await named('summary;X="a:b;c":عيد الفطر')).toBe('عيد الفطر');
  expect(await named(`SUMMARY:${'x'.repeat(50_000)}`)).toHaveLength(200);
});

test('what is no calendar, or not complete, is refused once', async () => {
  expect(await read(['<html>', 'BEGIN:VEVENT'])).toEqual([
    [1, 'begins no iCalendar file: its first line is BEGIN:VCALENDAR'],
  ]);
  expect(await read(event('DTSTART;VALUE=DATE:20261224').slice(0, 6))).toEqual([
    [3, 'begins an event without an end: the file is not complete'],
  ]);
  expect(await read(['\uFEFFBEGIN:VCALENDAR', 'END:VCALENDAR'])).toEqual([]);
});

test('long and hostile lines, and five thousand events, keep nobody waiting', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) =>
    event('DTSTART;VALUE=DATE:20261224').slice(2, -1).with(1, `UID:${index}`),
  );
  many[0]!.splice(
    2,
    0,
    `DESCRIPTION:${'x;"'.repeat(30_000)}`,
    `DTSTART${';'.repeat(30_000)}`,
    `UID${';"'.repeat(9_000)}`,
  );
  expect(await read(['BEGIN:VCALENDAR', ...many.flat(), 'END:VCALENDAR'])).toHaveLength(5_000);
});
