import { beginOf, dayAfter, dayIn, dayNumber, daysLaterIn } from './zoned-time.js';
import { HOUR_MS } from './durations.js';

/** What the days of an entry are. A library is open on all days that are not closed. */
export const ENTRY_KINDS = ['closed', 'holiday', 'term'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
export const REPETITIONS = ['weekly', 'yearly'] as const;
export type Repetition = (typeof REPETITIONS)[number];

export const MAX_ENTRY_DAYS = 366;
export const MAX_ENTRY_NAME = 200;

/** Days in a library's time zone, such as 2026-12-24. */
export interface CalendarDays {
  readonly from: string;
  readonly to: string;
  readonly repeats: Repetition | null;
  /** The last day that can be one of them; null: they are repeated without an end. */
  readonly until: string | null;
}

export interface CalendarEntry extends CalendarDays {
  readonly kind: EntryKind;
  readonly name: string;
}

/** The closed days of a library on which no pickup ends. */
export interface ClosedDays {
  readonly timeZone: string;
  readonly days: readonly CalendarDays[];
}

/** A day as calendars compare it: as numbers, for there may be a thousand entries and hundreds of days. */
interface Day {
  readonly day: string;
  /** Since 1970. */
  readonly number: number;
  /** 1224 on 24 December. */
  readonly date: number;
}

const asDay = (day: string): Day => ({ day, number: dayNumber(day), date: dateOf(day) });
const dateOf = (day: string): number => Number(day.slice('2026-'.length).replace('-', ''));

/**
 * Whether a day is one of these. A year's repetition compares dates: days from 24 December to 2 January are in two years, and 29 February is
 * there in leap years only.
 */
export function isOn(days: CalendarDays, day: string): boolean {
  return testOf(days)(asDay(day));
}

function testOf({ from, to, repeats, until }: CalendarDays): (day: Day) => boolean {
  const begin = dayNumber(from);
  const end = dayNumber(to);
  const last = until === null ? Infinity : dayNumber(until);
  const isWithin = ({ number }: Day): boolean => begin <= number && number <= last;
  if (repeats === null) return (day) => isWithin(day) && day.number <= end;
  if (repeats === 'weekly') return (day) => isWithin(day) && (day.number - begin) % 7 <= end - begin;
  const [first, latest] = [dateOf(from), dateOf(to)];
  return first <= latest
    ? (day) => first <= day.date && day.date <= latest && isWithin(day)
    : (day) => (first <= day.date || day.date <= latest) && isWithin(day);
}

const daysFrom = (first: string, length: number): Day[] =>
  Array.from({ length }, (_, ahead) => asDay(dayAfter(first, ahead)));

/** Such a repetition would overlap the next one. */
export function overlapsItself({ from, to, repeats }: CalendarDays): boolean {
  const longest = repeats === null ? MAX_ENTRY_DAYS : repeats === 'weekly' ? 7 : 365;
  return dayNumber(to) - dayNumber(from) >= longest;
}

export interface DayKind {
  readonly kind: EntryKind | 'open';
  /** The name of the term that it belongs to, whatever its kind. */
  readonly term: string | null;
}

/** What so many days from `first` on are in a library with these entries: of several, the first of `ENTRY_KINDS`. */
export function kindsOfDays(entries: readonly CalendarEntry[], first: string, length: number): DayKind[] {
  const tested = entries.map((entry) => ({ ...entry, isOneOf: testOf(entry) }));
  return daysFrom(first, length).map((day) => {
    const own = tested.filter(({ isOneOf }) => isOneOf(day));
    return {
      kind: ENTRY_KINDS.find((kind) => own.some((entry) => entry.kind === kind)) ?? 'open',
      term: own.find(({ kind }) => kind === 'term')?.name ?? null,
    };
  });
}

/** Longer than any entry: several may follow each other. */
const MAX_DAYS_TO_OPEN = 2 * MAX_ENTRY_DAYS;

/** How many days after `day` the library is open again: 0 if it is open on that day, undefined if it is not in sight. */
export function daysToOpen(closed: readonly CalendarDays[], day: string): number | undefined {
  const tests = closed.map(testOf);
  for (let days = 0; days <= MAX_DAYS_TO_OPEN; days += 1) {
    const then = asDay(dayAfter(day, days));
    if (!tests.some((isOneOf) => isOneOf(then))) return days;
  }
  return undefined;
}

/** The same for each of so many days from `first` on. */
function daysToOpenAhead(closed: readonly CalendarDays[], first: string, length: number): number[] {
  const tests = closed.map(testOf);
  let toOpen = daysToOpen(closed, dayAfter(first, length)) ?? 0;
  const backwards = daysFrom(first, length)
    .reverse()
    .map((day) => (toOpen = tests.some((isOneOf) => isOneOf(day)) ? toOpen + 1 : 0));
  return backwards.reverse();
}

/** When a library that is closed on these days opens again; undefined on a day on which it is open. */
export function reopening(
  closed: readonly CalendarDays[],
  { today, timeZone }: { readonly today: string; readonly timeZone: string },
): Date | undefined {
  const days = daysToOpen(closed, today);
  return days === undefined || days === 0 ? undefined : beginOf(dayAfter(today, days), timeZone);
}

/** The closed days of a library on which it suspends the holds that wait, with their names. */
export interface SuspendingDays extends ClosedDays {
  readonly days: readonly (CalendarDays & Pick<CalendarEntry, 'name'>)[];
}

/** A library is closed, and suspends holds until it opens. */
export interface Closure {
  readonly name: string;
  readonly until: Date;
}

/** Undefined if the library suspends no holds now. A thousand entries take some milliseconds: ask once for all holds. */
export function closureNow({ timeZone, days }: SuspendingDays, now: Date): Closure | undefined {
  const today = dayIn(timeZone, now);
  const until = reopening(days, { today, timeZone });
  const name = days.find((each) => isOn(each, today))?.name;
  return until && name !== undefined ? { name, until } : undefined;
}

/** When the pickups of the coming days end, for simulations, which count hours. */
export interface PickupEndsAhead {
  /** The hours of today that are over by the library's clocks. */
  readonly hoursOver: number;
  /** By how many days a pickup ends later that would end today, tomorrow and so on. */
  readonly daysLater: readonly number[];
}

const DAYS_AHEAD = 366;

export function pickupEndsAhead({ timeZone, days }: ClosedDays, now: Date): PickupEndsAhead {
  const today = dayIn(timeZone, now);
  const daysLater = daysToOpenAhead(days, today, DAYS_AHEAD + 1);
  return { hoursOver: (now.getTime() - beginOf(today, timeZone).getTime()) / HOUR_MS, daysLater };
}

/** Hours from now, in which no hold becomes ready. */
export interface Pause {
  readonly from: number;
  readonly until: number;
}

/** When no hold becomes ready within a year, because on these days the library suspends those that wait. */
export function pausesAhead({ timeZone, days }: ClosedDays, now: Date): Pause[] {
  const today = dayIn(timeZone, now);
  const hoursUntil = (day: string): number => (beginOf(day, timeZone).getTime() - now.getTime()) / HOUR_MS;
  const pauses: Pause[] = [];
  const daysClosed = daysToOpenAhead(days, today, DAYS_AHEAD);
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const length = daysClosed[ahead]!;
    if (length === 0) continue;
    const [from, until] = [ahead, ahead + length].map((number) => hoursUntil(dayAfter(today, number)));
    pauses.push({ from: from!, until: until! });
    ahead += length;
  }
  return pauses;
}

/** Whether a library with these closed days is open again after the next ones of `entry`. */
export function opensAgain(closed: readonly CalendarDays[], entry: CalendarDays, today: string): boolean {
  const from = entry.from > today ? entry.from : today;
  for (let days = 0; days < MAX_ENTRY_DAYS; days += 1) {
    const next = dayAfter(from, days);
    if (isOn(entry, next)) return daysToOpen(closed, next) !== undefined;
  }
  return true;
}

/**
 * When pickups end that would end at a given time: on a day on which the library is closed, on the first open day instead, at the same time by the
 * library's clocks. A thousand entries take some milliseconds for each day, so that many pickups share one function.
 * @param closed null: they may end at any time
 */
export function pickupEnds(closed: ClosedDays | null): (end: Date) => Date {
  if (closed === null) return (end) => end;
  const { timeZone, days } = closed;
  const laterOn = new Map<string, number>();
  return (end) => {
    const day = dayIn(timeZone, end);
    const later = laterOn.get(day) ?? daysToOpen(days, day) ?? 0;
    laterOn.set(day, later);
    return later === 0 ? end : daysLaterIn(timeZone, end, later);
  };
}

/** Holidays that are not over, or a closure. */
export interface NextHoliday {
  readonly name: string;
  /** The day after them. */
  readonly until: string;
}

const HOLIDAY_AHEAD_DAYS = 60;
const MIN_HOLIDAY_DAYS = 3;

/**
 * The holidays that are next, within two months, and on which the library is not as usual for three days at least.
 * @param entries its holidays and closed days
 */
export function nextHoliday(
  entries: readonly Omit<CalendarEntry, 'kind'>[],
  today: string,
): NextHoliday | undefined {
  const days = daysFrom(today, HOLIDAY_AHEAD_DAYS);
  const lengths = daysToOpenAhead(entries, today, HOLIDAY_AHEAD_DAYS);
  const [next] = entries
    .filter(({ repeats }) => repeats !== 'weekly')
    .flatMap((entry) => {
      const ahead = days.findIndex(testOf(entry));
      const length = lengths[ahead] ?? 0;
      if (length < MIN_HOLIDAY_DAYS) return [];
      return [{ name: entry.name, from: days[ahead]!.day, until: dayAfter(days[ahead]!.day, length) }];
    })
    .sort((one, other) => one.from.localeCompare(other.from));
  return next && { name: next.name, until: next.until };
}
