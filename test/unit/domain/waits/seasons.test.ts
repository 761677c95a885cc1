import type { CalendarEntry, EntryKind } from '../../../../src/domain/library-calendar.js';
import type { OwnLoans } from '../../../../src/domain/waits/habits.js';
import { LearnedConduct } from '../../../../src/domain/waits/learned-conduct.js';
import {
  hoursUntilUnknown,
  isNear,
  kindAt,
  type KindCount,
  type WeekKinds,
  weekKindsAround,
} from '../../../../src/domain/waits/seasons.js';
import { KeyedRandom } from '../../../../src/domain/waits/keyed-random.js';
import { comingHolds, demandAhead, type PlacedInWeek } from '../../../../src/domain/waits/policies/demand.js';
import { partition } from '../../../../src/domain/waits/pooled.js';
import { titleWith } from './titles-tried.js';
import { numbersOf, SEEN, seen, share } from './conduct-seen.js';

/** What is learned of terms and holidays, and when it applies. */

/** A Wednesday. */
const NOW = new Date('2027-03-10T12:00:00Z');
const WEEK = 7 * 24;

const entry = (
  kind: EntryKind,
  from: string,
  to: string,
  others: Partial<CalendarEntry> = {},
): CalendarEntry => ({
  ...{ kind, name: 'Spring', from, to, repeats: null, until: null },
  ...others,
});

describe('the kinds of weeks', () => {
  test('are those of most of their days, in the past and ahead', () => {
    const weeks = weekKindsAround(
      [
        entry('term', '2027-01-11', '2027-04-30'),
        entry('holiday', '2027-03-25', '2027-04-06'),
        entry('closed', '2027-04-12', '2027-04-14'),
      ],
      NOW,
    )!;
    const inDays = (days: number): string => kindAt(weeks, 24 * days);
    expect([-60, -57, 0, 4.4, 4.6].map(inDays)).toEqual([
      'open',
      'term Spring',
      ...Array<string>(3).fill('term Spring'),
    ]);
    // From 22 March on, four of seven days are holidays, and from 5 April on two.
    expect([12, 20, 25.4, 25.6, 33].map(inDays)).toEqual([
      'holiday',
      'holiday',
      'holiday',
      'term Spring',
      'term Spring',
    ]);
    expect(inDays(400)).toBe('open');
  });

  test('are told apart only where they differ: neither by Sundays nor by a day now and then', () => {
    const sundays = entry('closed', '2026-01-04', '2026-01-04', { repeats: 'weekly' });
    expect(weekKindsAround([], NOW)).toBeUndefined();
    expect(weekKindsAround([sundays, entry('holiday', '2027-05-01', '2027-05-03')], NOW)).toBeUndefined();
    expect(weekKindsAround([entry('closed', '2020-05-01', '2020-08-03')], NOW)).toBeUndefined();
  });

  test('are near where what is not known of one is taken from the other', () => {
    expect(isNear('holiday', 'closed')).toBe(true);
    expect(isNear('term Autumn 2026', 'term Spring 2027')).toBe(true);
    expect(isNear('term Autumn', 'holiday')).toBe(false);
    expect(isNear('open', 'term Autumn')).toBe(false);
    expect(isNear('holiday', 'holiday')).toBe(false);
  });

  test('that the library has not lived begin in so many hours', () => {
    const weeks = { firstMonday: '', kinds: ['open', 'holiday', 'term', 'closed'], hoursOver: 1.5 * WEEK };
    expect(hoursUntilUnknown(weeks, (kind) => kind !== 'closed')).toBe(1.5 * WEEK);
    expect(hoursUntilUnknown(weeks, (kind) => kind !== 'holiday')).toBe(0);
    expect(hoursUntilUnknown(weeks, (kind) => kind !== 'open')).toBe(Infinity);
  });
});

test('demand is as it was in weeks of the kind, as far as that is known, compared with the last weeks', () => {
  const [kinds, hoursOver] = [[...Array<string>(6).fill('term'), 'holiday', 'closed', 'open'], 6 * WEEK];
  const week = (kind: string, holds: number): PlacedInWeek => ({ kind, holds });
  const ahead = (placed: readonly PlacedInWeek[]): number[] => {
    const { at } = demandAhead({ firstMonday: '', kinds, hoursOver }, placed);
    return [0, WEEK, 2 * WEEK].map((hour) => Math.round(100 * at(hour)) / 100);
  };
  expect(ahead([])).toEqual([1, 1, 1]);
  // In any week 30,000: a third of that in the holidays, and so while it is closed; and 30,000 in an open week, of which nothing is known.
  const many = [week('term', 40_000), week('term', 40_000), week('holiday', 10_000)];
  expect(ahead(many)).toEqual([0.25, 0.25, 0.75]);
  expect(ahead([week('term', 4), week('holiday', 1)])).toEqual([0.94, 0.94, 0.97]);
});

test('holds come as much as each week wants them', () => {
  const random = new KeyedRandom(1);
  random.restart();
  const demand = { most: 2, at: (hour: number) => (hour < 5000 ? 0.5 : 2) };
  const { queue, nextTicket } = titleWith(1, 3);
  const coming = comingHolds(queue, { nextTicket, perHour: 1, loanHours: 240, demand }, 10_000, random);
  const [few, many] = partition(coming, ({ placedIn }) => placedIn < 5000).map(({ length }) => length);
  expect(few! / 5000).toBeCloseTo(0.5, 1);
  expect(many! / 5000).toBeCloseTo(2, 1);
  expect(coming.map(({ ticket }) => ticket)).toEqual(coming.map((_, index) => nextTicket + index));
});

describe('in seasons', () => {
  /** It is the first hour of a week of term; then come holidays, a closure, and term again. */
  const WEEKS: WeekKinds = {
    firstMonday: '',
    kinds: ['term', 'term', 'holiday', 'closed', 'term'],
    hoursOver: WEEK,
  };
  const inKind = (kind: string, measure: string, bucket: number, count: number): KindCount => ({
    ...{ ...seen(measure, bucket, count), kind, ever: count },
  });
  /** Half of the loans of a term are kept to the end, and all of the holidays; then no pickup is in time. */
  const TERM = [
    inKind('term', 'loan', 10, 50),
    inKind('term', 'loan', 0, 50),
    inKind('term', 'pickup', 3, 60),
  ];
  const HOLIDAYS = [inKind('holiday', 'loan', 10, 50), inKind('holiday', 'pickup', 20, 50)];

  const learned = (counts: readonly KindCount[]): LearnedConduct =>
    LearnedConduct.from(
      { counts: SEEN, seasons: { weeks: WEEKS, counts } },
      { formatClass: 'eBook', loanDays: 21, pickupHours: 72 },
    )!;
  const often = <Value>(draw: () => Value): Value[] => Array.from({ length: 2000 }, draw);
  const kept = (counts: readonly KindCount[], at: number, ownLoans?: OwnLoans, left = 100): number => {
    const conduct = learned(counts).draw(numbersOf(1), { ownLoans });
    return share(
      often(() => conduct.returnLoan({ hours: 100, left }, at)),
      (hours) => hours === left,
    );
  };
  const missed = (counts: readonly KindCount[], at: number): number => {
    const conduct = learned(counts).draw(numbersOf(1));
    return share(
      often(() => conduct.pickUp({ hours: 72, left: 72 }, false, at)),
      ({ isBorrowed }) => !isBorrowed,
    );
  };

  test('a loan and a pickup are as in the weeks of the kind in which they begin', () => {
    const counts = [...TERM, ...HOLIDAYS];
    expect([0, WEEK, 3.5 * WEEK].map((at) => missed(counts, at))).toEqual([0, 1, 0]);
    expect(kept(counts, 0)).toBeCloseTo(0.5, 1);
    expect(kept(counts, WEEK)).toBe(1);
    // It began in the term, and nobody keeps it for half of its time but to the end.
    expect(kept([...TERM, inKind('holiday', 'loan', 5, 100)], WEEK, undefined, 10)).toBe(1);
  });

  test('what is missing to 50 is taken from the nearest kind, and then from the last weeks', () => {
    expect(missed([...TERM, ...HOLIDAYS], 2 * WEEK)).toBe(1);
    expect(missed(TERM, WEEK)).toBe(0);
    expect(missed([...TERM, inKind('holiday', 'pickup', 20, 20)], WEEK)).toBeCloseTo(0.4, 1);
    expect(missed([...TERM, inKind('closed', 'pickup', 20, 20)], WEEK)).toBeCloseTo(0.4, 1);
  });

  test('readers of a title differ from others as they do at any time', () => {
    const counts = [...TERM, inKind('holiday', 'loan', 10, 80), inKind('holiday', 'loan', 0, 20)];
    // Three in four keep it, where half keep others.
    const ended = [25, ...Array<number>(9).fill(0), 75];
    const [inTerm, inHolidays] = [0, WEEK].map((at) => kept(counts, at, { ended, running: [] }));
    expect(inTerm).toBeGreaterThan(0.6);
    expect(inHolidays).toBeGreaterThan(0.85);
    expect(inHolidays).toBeLessThan(0.98);
  });

  test('what is ahead is borrowed from where fewer than 25 pickups of its kind are known', () => {
    expect(learned([...TERM, ...HOLIDAYS]).borrowedIn).toBe(2 * WEEK);
    expect(learned([...TERM, inKind('holiday', 'pickup', 3, 24)]).borrowedIn).toBe(WEEK);
    expect(learned([...TERM, ...HOLIDAYS, inKind('closed', 'pickup', 3, 25)]).borrowedIn).toBe(Infinity);
    expect(learned([]).borrowedIn).toBe(0);
    expect(
      LearnedConduct.from({ counts: SEEN }, { formatClass: 'eBook', loanDays: 21, pickupHours: 72 })!
        .borrowedIn,
    ).toBe(Infinity);
  });
});
