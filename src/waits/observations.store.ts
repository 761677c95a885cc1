import type { Observation } from '../domain/waits/observed.js';
import { HAS_ONLY_WAITED } from '../circulation/event-facts.store.js';
import { type CalibrationByHorizon, calibrationOf } from '../domain/waits/calibration.js';
import {
  HORIZON_DAYS,
  LATEST,
  LIKELY,
  type Measure,
  type ObservationCount,
  PURCHASE_KEPT_OF_A_DAY,
  READY_LATER,
  WAIT_GOES_ON,
} from '../domain/waits/observation.js';
import { WEEKS_REMEMBERED } from '../domain/waits/seasons.js';
import { columnTable, runForEach } from '../platform/database/by-library.js';
import { purgeOf } from '../platform/database/purge.js';
import { type Connection, statement } from '../platform/database/statement.js';

const OBSERVATIONS = columnTable({
  measure: 'text',
  formatClass: 'text',
  period: 'int',
  bucket: 'int',
  count: 'int',
  amount: 'bigint',
  inMinutes: 'float8',
});

/** The count of one kind of observation in a library. */
export type LibraryCount = ObservationCount & Pick<Observation, 'inMinutes'> & { readonly websiteId: number };

/** SQL for the Monday of a time. */
const monday = (time: string): string => `date_trunc('week', ${time} AT TIME ZONE 'UTC')::date`;
const NOW = '(SELECT service_now())';
/** SQL for the Monday of this week. Of estimates that end this week, only early outcomes are known. */
export const THIS_WEEK = monday(NOW);

/** Rows have a fixed order, so that two workers never wait for each other. */
const COUNT = statement(
  'observations-count',
  `INSERT INTO observation AS o (website_id, week, measure, format_class, period, bucket, count, amount)
   SELECT $1::int, ${monday(`(${NOW} + interval '1 minute' * COALESCE(in_minutes, 0))`)}, measure, format_class, period, bucket,
     sum(count), sum(amount)
   FROM ${OBSERVATIONS.sql} WHERE EXISTS (SELECT FROM library WHERE website_id = $1 FOR KEY SHARE)
   GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
   ON CONFLICT (website_id, week, measure, format_class, period, bucket)
   DO UPDATE SET count = o.count + EXCLUDED.count, amount = o.amount + EXCLUDED.amount`,
);

/**
 * Adds to the observations of this week, or of the week of an estimated time. Libraries that are gone have no figures: one that is being removed is
 * waited for, as its foreign key would do, but does not fail the others' counts.
 */
export async function countObservations(
  connection: Connection,
  observations: readonly LibraryCount[],
): Promise<void> {
  await runForEach(connection, [COUNT], OBSERVATIONS, observations);
}

/** A year's terms and holidays tell of the next ones. */
export const purgeObservations = purgeOf({
  task: 'old-observations',
  table: 'observation',
  key: { week: 'date', measure: 'text', format_class: 'text', period: 'int', bucket: 'int' },
  find: `SELECT website_id, week::text AS week, measure, format_class, period, bucket FROM observation
    WHERE week < (SELECT service_now() AT TIME ZONE 'UTC')::date - 7 * ${WEEKS_REMEMBERED} ORDER BY week LIMIT $1`,
});

/** Older behavior says little about the present: rules and habits change. */
export const WEEKS_THAT_COUNT = 6;
const IS_PURCHASE = `measure IN ('bought', 'waited-for')`;
/** Purchases lose weight gradually. */
const KEPT = `CASE WHEN ${IS_PURCHASE} THEN ${PURCHASE_KEPT_OF_A_DAY} ^ (${THIS_WEEK} - week) ELSE 1 END`;

/** SQL for the sums of some weeks' counts of the library $1. */
const countsOf = (condition: string): string => `(
  SELECT measure, format_class AS "formatClass", period, bucket,
    COALESCE(sum(count * ${KEPT}), 0)::float8 AS count, COALESCE(sum(amount * ${KEPT}), 0)::float8 AS amount
  FROM observation WHERE website_id = $1 AND ${condition}
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4)`;

const MINUTES_NOW = `extract(epoch FROM ${NOW}) / 60`;

/** SQL for "this day, or time, is in one of the last $2 whole weeks". */
const inWholeWeeks = (day: string): string =>
  `${day} < ${THIS_WEEK} AND ${day} >= ${THIS_WEEK} - 7 * $2::int`;

const HORIZON = `(ARRAY[${HORIZON_DAYS.join(', ')}])[
  width_bucket(h.told_likely / 1440.0 - extract(epoch FROM h.placed_at) / 86400, ARRAY[${HORIZON_DAYS.slice(1).join(', ')}]::numeric[]) + 1]`;

/** SQL for the counts of holds that still wait after their estimated time: they are late, however late. */
const overdue = (measure: Measure, minute: string, share: number): string => `
  SELECT '${measure}' AS measure, t.format_class AS "formatClass", ${HORIZON} AS period, ${READY_LATER} AS bucket, count(*)::float8 AS count,
    COALESCE(sum(round(${share} * (${MINUTES_NOW} - ${minute}) / 60)), 0)::float8 AS amount
  FROM hold h JOIN title t USING (reserve_id)
  WHERE h.website_id = $1 AND h.expires_at IS NULL
    AND ${inWholeWeeks(`(to_timestamp(60.0 * ${minute}) AT TIME ZONE 'UTC')`)} AND ${HAS_ONLY_WAITED}
  GROUP BY 1, 2, 3`;

/**
 * The behavior of a library's patrons in the last weeks. At first, only short loans and pickups have ended: they do not count until the long ones of
 * the same time have ended, too. The rate of removed holds is known once all days of a week count.
 */
export const readObservations = statement<ObservationCount>(
  'observations-read',
  `${countsOf(`(${IS_PURCHASE} AND week >= ((service_now() - interval '1 year') AT TIME ZONE 'UTC')::date OR week > (service_now() AT TIME ZONE 'UTC')::date - 7 * ${WEEKS_THAT_COUNT}) AND measure NOT LIKE ALL ('{told%,off%}')
    AND week >= (SELECT min(week) FROM observation WHERE website_id = $1) + CASE measure
      WHEN 'loan' THEN period WHEN 'pickup' THEN period / 24 WHEN 'pickup-again' THEN period / 24 ELSE 0 END
    AND (measure <> 'waiting' OR week > (SELECT min(week) FROM observation
      WHERE website_id = $1 AND measure = 'waiting' AND bucket = ${WAIT_GOES_ON}))`)}`,
).all((websiteId: number) => [websiteId]);

const findTold = statement<ObservationCount>(
  'observations-of-estimates',
  `${countsOf(`measure IN ('told-likely', 'told-latest', 'told-left', 'off-last-wait', 'off-place') AND ${inWholeWeeks('week')}`)}
   UNION ALL ${overdue('told-likely', 'h.told_likely', LIKELY)} UNION ALL ${overdue('told-latest', 'h.told_latest', LATEST)}`,
).all((websiteId: number, weeks: number) => [websiteId, weeks]);

/** Compares a library's estimates with the outcomes, for estimated times in the last whole weeks. */
export async function readCalibration(
  connection: Connection,
  websiteId: number,
  weeks: number,
): Promise<CalibrationByHorizon> {
  return calibrationOf(await findTold(connection, websiteId, weeks));
}
