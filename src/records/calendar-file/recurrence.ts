import type { CalendarDays } from '../../domain/library-calendar.js';
import { dayAfter, dayNumber } from '../../domain/zoned-time.js';

/** Why an event cannot be an entry; completes "event … ". */
export class UnreadableEvent extends Error {}

const WEEKDAYS = ['TH', 'FR', 'SA', 'SU', 'MO', 'TU', 'WE'];
const DAYS_OF_RULE = ['BYDAY', 'BYMONTH', 'BYMONTHDAY'];
const ALLOWED = ['FREQ', 'INTERVAL', 'UNTIL', 'COUNT', 'WKST', ...DAYS_OF_RULE];

export interface EventRepetition extends Pick<CalendarDays, 'from' | 'repeats' | 'until'> {
  /** Of the id of its entry: an event on several days of the week is several entries. */
  readonly suffix: string;
}

interface FirstDays {
  readonly from: string;
  /** How many days it lasts. */
  readonly days: number;
}

/**
 * How an event is repeated: each year on its date, or each week on some days.
 * @param rule undefined: it is not repeated
 * @param dayOf reads the end of the repetition
 * @throws UnreadableEvent
 */
export function repetitionsIn(
  rule: string | undefined,
  { from, days }: FirstDays,
  dayOf: (time: string) => string,
): EventRepetition[] {
  if (rule === undefined) return [{ suffix: '', from, repeats: null, until: null }];
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2) as [string, string]),
  );
  const unknown = new UnreadableEvent(
    `is repeated by a rule that is neither each week nor each year: ${rule.slice(0, 100)}`,
  );
  const isKnown = [...parts.keys()].every((name) => ALLOWED.includes(name));
  if (!isKnown || (parts.get('INTERVAL') ?? '1') !== '1') throw unknown;
  const repeats = REPEATS[parts.get('FREQ') ?? ''];
  if (repeats === undefined) throw unknown;
  const weekdays = repeats === 'weekly' ? weekdaysIn(parts, from) : onItsDate(parts, from) && [from];
  if (!weekdays || (parts.has('COUNT') && weekdays.length > 1)) throw unknown;
  return weekdays.map((first) => {
    const last = lastStart(parts, first, repeats, dayOf);
    const suffix = weekdays.length > 1 ? ` ${weekdayOf(first)}` : '';
    return { suffix, from: first, repeats, until: last === null ? null : dayAfter(last, days - 1) };
  });
}

const REPEATS: Partial<Record<string, NonNullable<CalendarDays['repeats']>>> = {
  WEEKLY: 'weekly',
  YEARLY: 'yearly',
};

const weekdayOf = (day: string): string => WEEKDAYS[((dayNumber(day) % 7) + 7) % 7]!;

/** The first of each day of the week on which it is; undefined: the rule says something else. */
function weekdaysIn(parts: ReadonlyMap<string, string>, from: string): string[] | undefined {
  if (parts.has('BYMONTH') || parts.has('BYMONTHDAY')) return undefined;
  const named = new Set(parts.get('BYDAY')?.split(',') ?? [weekdayOf(from)]);
  const found = Array.from({ length: 7 }, (_, days) => dayAfter(from, days)).filter((day) =>
    named.has(weekdayOf(day)),
  );
  return found.length === named.size ? found : undefined;
}

function onItsDate(parts: ReadonlyMap<string, string>, from: string): boolean {
  const [, month, day] = from.split('-').map(Number);
  const is = (name: string, value: number | undefined): boolean => Number(parts.get(name) ?? value) === value;
  return !parts.has('BYDAY') && is('BYMONTH', month) && is('BYMONTHDAY', day);
}

/** The day on which the last repetition begins; null: there is no end. */
function lastStart(
  parts: ReadonlyMap<string, string>,
  first: string,
  repeats: 'weekly' | 'yearly',
  dayOf: (time: string) => string,
): string | null {
  const [until, count] = [parts.get('UNTIL'), parts.get('COUNT')];
  if (until === undefined && count === undefined) return null;
  const times = Math.min(Math.max(Number(count ?? MAX_TIMES) || 1, 1), MAX_TIMES) - 1;
  const end = until === undefined ? '9999-12-31' : dayOf(until);
  if (repeats === 'weekly')
    return dayAfter(
      first,
      7 * Math.max(0, Math.min(times, Math.floor((dayNumber(end) - dayNumber(first)) / 7))),
    );
  const inYear = (year: number): string => `${year}${first.slice(4)}`;
  const years = Math.max(0, Math.min(times, Number(end.slice(0, 4)) - Number(first.slice(0, 4))));
  const year = Number(first.slice(0, 4)) + years;
  return inYear(inYear(year) > end && years > 0 ? year - 1 : year);
}

const MAX_TIMES = 5_000;
