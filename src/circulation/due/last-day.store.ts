import { statement } from '../../platform/database/statement.js';
import { TIME_ZONE, TODAY } from '../standing.store.js';

/** A day in the time zone of a library. */
export interface LocalDay {
  readonly day: string;
  readonly endsAt: Date;
  /** Which day it is there now. */
  readonly today: string;
}

/** A day that a change of the clock shortens ends as the library's clocks have it. */
export const findLocalDays = statement<LocalDay>(
  'last-day-find-days',
  `SELECT day::text AS day, COALESCE((day + 1)::timestamp AT TIME ZONE ${TIME_ZONE}, 'infinity') AS "endsAt", (${TODAY})::text AS today
   FROM unnest($2::date[]) AS given (day) WHERE day IS NOT NULL`,
).all((websiteId: number, days: readonly string[]) => [websiteId, days]);
