import {
  type CalendarDays,
  type CalendarEntry,
  closureNow,
  daysToOpen,
  isOn,
  kindsOfDays,
  nextHoliday,
  overlapsItself,
  pausesAhead,
  pickupEnds,
  pickupEndsAhead,
} from '../../../src/domain/library-calendar.js';
import { beginOf, dayAfter, dayIn } from '../../../src/domain/zoned-time.js';

const days = (
  from: string,
  to = from,
  repeats: CalendarDays['repeats'] = null,
  until: string | null = repeats === null ? to : null,
): CalendarDays => ({ from, to, repeats, until });
const SUNDAYS = days('2026-11-01', '2026-11-01', 'weekly');
const CHRISTMAS = days('2026-12-24', '2027-01-02', 'yearly');

test.each([
  [
    'dated',
    days('2026-12-24', '2026-12-26'),
    ['2026-12-24', '2026-12-26'],
    ['2026-12-23', '2026-12-27', '2027-12-24'],
  ],
  [
    'each week',
    SUNDAYS,
    ['2026-11-01', '2026-12-27', '2030-01-06'],
    ['2026-10-25', '2026-11-02', '2026-11-07'],
  ],
  [
    'each weekend',
    days('2026-10-31', '2026-11-01', 'weekly'),
    ['2026-11-07', '2026-11-08'],
    ['2026-11-06', '2026-11-09'],
  ],
  [
    'each week until a day',
    days('2026-07-05', '2026-07-05', 'weekly', '2026-08-31'),
    ['2026-08-30'],
    ['2026-09-06'],
  ],
  [
    'over the new year',
    CHRISTMAS,
    ['2026-12-24', '2027-01-02', '2029-12-31', '2030-01-01'],
    ['2026-01-01', '2027-01-03', '2027-12-23'],
  ],
  [
    '29 February',
    days('2028-02-29', '2028-02-29', 'yearly'),
    ['2028-02-29', '2032-02-29'],
    ['2029-02-28', '2029-03-01', '2024-02-29'],
  ],
  ['to 29 February', days('2028-02-27', '2028-02-29', 'yearly'), ['2029-02-28'], ['2029-03-01']],
])('an entry %s has its days', (_, entry, on, off) => {
  expect(on.filter((day) => !isOn(entry, day))).toEqual([]);
  expect(off.filter((day) => isOn(entry, day))).toEqual([]);
});

test('an entry must be shorter than the time to its next repetition, and than a year', () => {
  expect(overlapsItself(days('2026-01-05', '2026-01-11', 'weekly'))).toBe(false);
  expect(overlapsItself(days('2026-01-05', '2026-01-12', 'weekly'))).toBe(true);
  expect(overlapsItself(days('2026-03-01', '2027-02-28', 'yearly'))).toBe(false);
  expect(overlapsItself(days('2026-03-01', '2027-03-01', 'yearly'))).toBe(true);
  expect(overlapsItself(days('2026-03-01', '2036-03-01'))).toBe(true);
});

test('a day has one kind, and belongs to a term', () => {
  const entries: CalendarEntry[] = [
    { ...days('2026-09-01', '2027-01-31'), kind: 'term', name: 'Autumn 🍂 الخريف' },
    { ...CHRISTMAS, kind: 'holiday', name: 'Christmas' },
    { ...SUNDAYS, kind: 'closed', name: 'Sundays' },
  ];
  const term = 'Autumn 🍂 الخريف';
  expect(kindsOfDays(entries, '2026-11-02', 1)).toEqual([{ kind: 'term', term }]);
  expect(kindsOfDays(entries, '2026-12-25', 1)).toEqual([{ kind: 'holiday', term }]);
  expect(kindsOfDays(entries, '2026-12-27', 1)).toEqual([{ kind: 'closed', term }]);
  expect(kindsOfDays(entries, '2027-12-24', 1)).toEqual([{ kind: 'holiday', term: null }]);
  expect(kindsOfDays([], '2026-11-01', 1)).toEqual([{ kind: 'open', term: null }]);
});

test('a pickup ends on the first open day, at the same time by the clocks of the library', () => {
  const at = (text: string, timeZone: string, ...closed: CalendarDays[]): string =>
    pickupEnds({ timeZone, days: closed })(new Date(text)).toISOString();
  const end = new Date('2026-12-24T09:15:30.250Z');
  expect(pickupEnds(null)(end)).toBe(end);
  expect(at('2026-12-23T10:00:00.000Z', 'Europe/Berlin', CHRISTMAS)).toBe('2026-12-23T10:00:00.000Z');
  // 2 January 2027 is a Saturday.
  expect(at('2026-12-24T09:15:30.250Z', 'Europe/Berlin', CHRISTMAS, SUNDAYS)).toBe(
    '2027-01-04T09:15:30.250Z',
  );
  // It is still the 23rd in the library.
  expect(at('2026-12-24T03:00:00.000Z', 'America/New_York', CHRISTMAS)).toBe('2026-12-24T03:00:00.000Z');
  expect(at('2026-12-23T23:30:00.000Z', 'Europe/Berlin', CHRISTMAS)).toBe('2027-01-02T23:30:00.000Z');
  // The clocks are put forward meanwhile, and back.
  expect(at('2026-03-28T11:00:00.000Z', 'Europe/Berlin', days('2026-03-28', '2026-03-29'))).toBe(
    '2026-03-30T10:00:00.000Z',
  );
  expect(at('2026-10-24T10:00:00.000Z', 'Europe/Berlin', days('2026-10-24', '2026-10-25'))).toBe(
    '2026-10-26T11:00:00.000Z',
  );
  // Half past midnight is not there on 6 September in Santiago, nor half past two on 29 March in Berlin.
  expect(at('2026-09-05T04:30:00.000Z', 'America/Santiago', days('2026-09-05'))).toBe(
    '2026-09-06T04:30:00.000Z',
  );
  expect(at('2026-03-28T01:30:00.000Z', 'Europe/Berlin', days('2026-03-28'))).toBe(
    '2026-03-29T01:30:00.000Z',
  );
});

test('whatever the zone and the hour, that day is open and no day before it is', () => {
  for (const timeZone of ['Asia/Kathmandu', 'Pacific/Kiritimati', 'America/Santiago', 'Australia/Lord_Howe'])
    for (let hour = 0; hour < 24 * 370; hour += 17) {
      const end = new Date(Date.UTC(2026, 0, 1, hour, 59, 59));
      const moved = pickupEnds({ timeZone, days: [SUNDAYS, CHRISTMAS, days('2026-09-05')] })(end);
      const [before, after] = [dayIn(timeZone, end), dayIn(timeZone, moved)];
      expect([after, moved >= end]).toEqual([
        dayAfter(before, daysToOpen([SUNDAYS, CHRISTMAS, days('2026-09-05')], before)),
        true,
      ]);
    }
});

test('simulations count the same days', () => {
  const [timeZone, closed] = ['Pacific/Auckland', [SUNDAYS, CHRISTMAS]];
  const now = new Date('2026-12-20T10:30:00Z');
  const { hoursOver, daysLater } = pickupEndsAhead({ timeZone, days: closed }, now);
  expect([hoursOver, daysLater.length]).toEqual([23.5, 367]);
  expect(daysLater).toEqual(daysLater.map((_, ahead) => daysToOpen(closed, dayAfter('2026-12-20', ahead))));
});

test('simulations know when holds are suspended', () => {
  const now = new Date('2026-10-31T12:00:00Z');
  const closed = [days('2026-10-30', '2026-11-01'), days('2026-11-02'), days('2027-03-01', '2027-03-02')];
  expect(pausesAhead({ timeZone: 'UTC', days: closed }, now)).toEqual([
    { from: -12, until: 60 },
    { from: 24 * 121 - 12, until: 24 * 123 - 12 },
  ]);
});

test('the next holidays are those of three days and more, within two months', () => {
  const named = (name: string, entry: CalendarDays) => ({ ...entry, name });
  const entries = [
    named('Sundays', SUNDAYS),
    named('Epiphany', days('2027-01-06')),
    named('Christmas', CHRISTMAS),
    named('Summer', days('2027-07-19', '2027-08-31')),
  ];
  // 3 January 2027 is a Sunday.
  const christmas = { name: 'Christmas', until: '2027-01-04' };
  expect(nextHoliday(entries, '2026-10-20')).toBeUndefined();
  expect(nextHoliday(entries, '2026-11-01')).toEqual(christmas);
  expect(nextHoliday(entries, '2026-12-30')).toEqual(christmas);
  expect(nextHoliday(entries, '2027-01-02')).toBeUndefined();
  expect(nextHoliday(entries, '2027-06-01')).toEqual({ name: 'Summer', until: '2027-09-01' });
  expect(nextHoliday([], '2026-12-30')).toBeUndefined();
});

test('many pickups in a library with a thousand closed days keep nobody waiting', () => {
  const first = beginOf('2026-01-05', 'Europe/Berlin').getTime();
  const dated = Array.from({ length: 700 }, (_, ahead) => days(dayAfter('2026-01-05', ahead)));
  const closed = { timeZone: 'Europe/Berlin', days: [...dated, ...Array<CalendarDays>(300).fill(SUNDAYS)] };
  const begin = performance.now();
  const endOf = pickupEnds(closed);
  for (let number = 0; number < 1_000; number += 1) endOf(new Date(first + number * 600_000));
  closureNow({ ...closed, days: closed.days.map((each) => ({ ...each, name: 'Move' })) }, new Date(first));
  // Alone 30 milliseconds; three seconds if each pickup looked at each day.
  expect(performance.now() - begin).toBeLessThan(500);
});

test('a library that never opens again does not keep a pickup from ending', () => {
  const always = days('2026-01-05', '2026-01-11', 'weekly');
  expect(daysToOpen([always], '2026-02-01')).toBeUndefined();
  const end = new Date('2026-02-01T10:00:00Z');
  expect(pickupEnds({ timeZone: 'UTC', days: [always] })(end)).toEqual(end);
});

test('a day begins at midnight by the clocks, or when they are put forward past it', () => {
  expect(beginOf('2026-12-24', 'Europe/Berlin').toISOString()).toBe('2026-12-23T23:00:00.000Z');
  expect(beginOf('2026-09-06', 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z');
});
