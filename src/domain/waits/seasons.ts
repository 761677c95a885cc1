import { HOUR_MS } from '../durations.js';
import { type CalendarEntry, type DayKind, kindsOfDays } from '../library-calendar.js';
import { dayAfter, dayNumber } from '../zoned-time.js';
import type { ObservationCount } from './observation.js';

/** `open`, `closed`, `holiday`, or `term` with its name: what most days of a week are. */
export type WeekKind = string;

/** The kinds of the weeks around now. Weeks begin on Monday, as those of observations do. */
export interface WeekKinds {
  /** The first of these weeks. */
  readonly firstMonday: string;
  readonly kinds: readonly WeekKind[];
  /** The hours from the begin of the first week until now. */
  readonly hoursOver: number;
}

/** What patrons did in weeks of a kind. */
export interface KindCount extends ObservationCount {
  readonly kind: WeekKind;
  /** The count of all weeks of the kind that are remembered, and not only of the latest ones. */
  readonly ever: number;
}

/** What patrons do in terms, in holidays, and in weeks like those. */
export interface Seasons {
  readonly weeks: WeekKinds;
  readonly counts: readonly KindCount[];
}

/** A little more than a year: holidays do not begin on the same day each year. */
export const WEEKS_REMEMBERED = 60;
const WEEKS_AHEAD = 53;
export const HOURS_A_WEEK = 7 * 24;

/** @returns undefined if the weeks are all alike: then there is nothing to tell apart */
export function weekKindsAround(entries: readonly CalendarEntry[], now: Date): WeekKinds | undefined {
  const today = now.toISOString().slice(0, '2026-12-24'.length);
  // 1970 began on a Thursday.
  const daysOver = (dayNumber(today) + 3) % 7;
  const firstMonday = dayAfter(today, -daysOver - 7 * WEEKS_REMEMBERED);
  // Days that are repeated each week tell no weeks apart.
  const telling = entries.filter(({ repeats }) => repeats !== 'weekly');
  const weeks = WEEKS_REMEMBERED + 1 + WEEKS_AHEAD;
  const days = kindsOfDays(telling, firstMonday, 7 * weeks);
  const kinds = Array.from({ length: weeks }, (_, week) => kindOfWeek(days.slice(7 * week, 7 * (week + 1))));
  if (new Set(kinds).size === 1) return undefined;
  return { firstMonday, kinds, hoursOver: (now.getTime() - Date.parse(firstMonday)) / HOUR_MS };
}

function kindOfWeek(week: readonly DayKind[]): WeekKind {
  const days = week.map(({ kind, term }) => (kind === 'term' ? `term ${term}` : kind));
  const numberOf = (kind: WeekKind): number => days.filter((each) => each === kind).length;
  return days.reduce((most, kind) => (numberOf(kind) > numberOf(most) ? kind : most));
}

/** @param hour from now; below 0, it is over */
export function kindAt({ kinds, hoursOver }: WeekKinds, hour: number): WeekKind {
  const week = Math.floor((hoursOver + hour) / HOURS_A_WEEK);
  return kinds[Math.min(kinds.length - 1, Math.max(0, week))]!;
}

/** Whether what is not known of weeks of one kind is taken from weeks of the other. */
export function isNear(kind: WeekKind, other: WeekKind): boolean {
  if (kind === other) return false;
  const [one, another] = [kind, other].map((each) => each.split(' ')[0]);
  return one === 'term' ? another === 'term' : isOff(kind) && isOff(other);
}

const isOff = (kind: WeekKind): boolean => kind === 'holiday' || kind === 'closed';

/**
 * The hours from now until the first week of a kind that the library has not lived.
 * @returns Infinity if there is none
 */
export function hoursUntilUnknown(
  { kinds, hoursOver }: WeekKinds,
  isLived: (kind: WeekKind) => boolean,
): number {
  const week = kinds.findIndex((kind, index) => (index + 1) * HOURS_A_WEEK > hoursOver && !isLived(kind));
  return week === -1 ? Infinity : Math.max(0, week * HOURS_A_WEEK - hoursOver);
}
