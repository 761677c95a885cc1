import { findCalendar } from '../circulation/calendar/calendar.store.js';
import type { Behaviour } from '../domain/waits/learned-conduct.js';
import { PICKUP_MISSED } from '../domain/waits/observation.js';
import { type DemandAhead, demandAhead, type PlacedInWeek } from '../domain/waits/policies/demand.js';
import { type KindCount, type WeekKinds, weekKindsAround } from '../domain/waits/seasons.js';
import { readServiceTime } from '../platform/database/clock.store.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { readObservations, THIS_WEEK, WEEKS_THAT_COUNT } from './observations.store.js';

/** SQL for how many days the loans and pickups of an observation lasted, and how many they may last. */
const DAYS = `CASE WHEN measure = 'loan' THEN period * bucket / 10.0 WHEN bucket = ${PICKUP_MISSED} THEN period / 24.0 ELSE 0 END`;
const MAX_DAYS = `CASE WHEN measure = 'loan' THEN period ELSE ceil(period / 24.0)::int END`;

/** SQL for the weeks from the Monday $2 on, which are of the kinds $3. */
const WEEKS = `(SELECT $2::date + 7 * (number - 1)::int AS week, kind FROM unnest($3::text[]) WITH ORDINALITY AS each (kind, number))`;

/**
 * Loans and pickups by the kind of the week in which they began: it follows from the week in which they ended, in whose middle that is taken to
 * be. A week counts once all that began in it has ended; of each kind the latest weeks count.
 * @param kinds those of the weeks from the first Monday on
 */
const readInSeasons = statement<KindCount>(
  'observations-in-seasons',
  `SELECT kind, measure, format_class AS "formatClass", period, bucket, 0 AS amount,
     COALESCE(sum(count) FILTER (WHERE age <= ${WEEKS_THAT_COUNT}), 0)::float8 AS count, sum(count)::float8 AS ever
   FROM (
     SELECT k.kind, o.*, dense_rank() OVER (PARTITION BY k.kind, o.measure, o.period ORDER BY o.began DESC) AS age
     FROM (
       SELECT measure, format_class, period, bucket, count, ${MAX_DAYS} AS max_days,
         date_trunc('week', week + interval '3.5 days' - interval '1 day' * (${DAYS}))::date AS began
       FROM observation WHERE website_id = $1 AND measure IN ('loan', 'pickup', 'pickup-again')) o
     JOIN ${WEEKS} k ON k.week = o.began
     WHERE o.began >= (SELECT min(week) FROM observation WHERE website_id = $1) AND o.began + 7 + o.max_days <= (service_now() AT TIME ZONE 'UTC')::date) counted
   GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
).all((websiteId: number, { firstMonday, kinds }: WeekKinds) => [websiteId, firstMonday, kinds]);

/** What is known of a library's patrons, and in which weeks it may differ. */
export async function readBehaviour(connection: Connection, websiteId: number): Promise<Behaviour> {
  const counts = await readObservations(connection, websiteId);
  const calendar = await findCalendar(connection, websiteId);
  const weeks = weekKindsAround(calendar, await readServiceTime(connection));
  if (weeks === undefined) return { counts };
  return { counts, seasons: { weeks, counts: await readInSeasons(connection, websiteId, weeks) } };
}

/**
 * The holds placed in each whole week that is remembered, by how many there were at its end and at that of the week before.
 * @param kinds those of the weeks from the first Monday on
 */
const readPlaced = statement<PlacedInWeek>(
  'observations-placed',
  `SELECT kind, holds FROM (
     SELECT week, (placed - lag(placed) OVER weeks)::float8 AS holds, week - lag(week) OVER weeks AS days
     FROM (SELECT date_trunc('week', day)::date AS week, max(placed) AS placed FROM library_day
           WHERE website_id = $1 AND sampled_at IS NOT NULL AND day < ${THIS_WEEK} GROUP BY 1) ended
     WINDOW weeks AS (ORDER BY week)) p
   JOIN ${WEEKS} k USING (week)
   WHERE days = 7 AND holds >= 0 ORDER BY week`,
).all((websiteId: number, { firstMonday, kinds }: WeekKinds) => [websiteId, firstMonday, kinds]);

/** Undefined if all weeks are alike. */
export async function readDemandAhead(
  connection: Connection,
  websiteId: number,
  { seasons }: Behaviour,
): Promise<DemandAhead | undefined> {
  return seasons && demandAhead(seasons.weeks, await readPlaced(connection, websiteId, seasons.weeks));
}
