import type { HoldEndReason } from '../../domain/holds/hold-end.js';
import { type CalibrationByHorizon, calibrationOf } from '../../domain/waits/calibration.js';
import {
  BY_RULE,
  HORIZON_DAYS,
  LATEST,
  LIKELY,
  LOAN_TENTHS,
  type Measure,
  type ObservationCount,
  PICKUP_HOURS,
  PICKUP_MISSED,
  PICKUP_REMOVED,
  PICKUP_SUSPENDED,
  READY_BY_THEN,
  READY_LATER,
  THOUSANDTHS,
  TOLD_THAT_DAY,
  TOLD_TO_HOLD,
  WAIT_GOES_ON,
  WAIT_READY,
  WAIT_REMOVED,
  WAS_TOLD,
} from '../../domain/waits/observation.js';
import type { PatronEvent } from '../../events/event-types.js';
import { OUTBOX } from '../../events/outbox.store.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { pacedPatron } from '../pace/pace.store.js';
import type { Queue } from '../queue.store.js';

/**
 * What patrons do, observed where it happens. An observation goes with the event of the change into the outbox: it costs no
 * statement of its own. The worker that publishes the event counts the observation, and publishes nothing of it.
 */

type Members = Readonly<Record<string, string | number>>;

/** SQL for an observation. */
export const observation = (measure: Measure, members: Members): string =>
  observationOf(`'${measure}'`, members);

/** @param measure SQL for one of the measures */
const observationOf = (measure: string, members: Members): string => `
  jsonb_build_object('measure', ${measure}, ${Object.entries(members)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;

/** SQL for a detail with observations. */
export const observed = (...observations: readonly string[]): string =>
  `jsonb_build_object('observed', jsonb_build_array(${observations.join(', ')}))`;

const hours = (interval: string): string => `extract(epoch FROM ${interval}) / 3600`;

/** Looked up only where something is observed. */
const FORMAT_CLASS = '(SELECT format_class FROM title WHERE reserve_id = $2)';
const PICKUP = '(SELECT pickup_hours FROM library WHERE website_id = $1)';

/** SQL for how much of its time a loan in `gone` that ends now has lasted. */
export const TENTH_OF_LOAN = `LEAST(${LOAN_TENTHS}, floor(${LOAN_TENTHS} * extract(epoch FROM service_now() - gone.checked_out_at)
    / GREATEST(1, extract(epoch FROM gone.expires_at - gone.checked_out_at))))::int`;

/** SQL for the detail of the event that a loan in `gone`, of the title $2, ends now. */
export const OBSERVED_LOAN = observed(
  observation('loan', {
    formatClass: FORMAT_CLASS,
    period: `round(${hours('gone.expires_at - gone.checked_out_at')} / 24)::int`,
    bucket: TENTH_OF_LOAN,
  }),
);

const PICKUPS: readonly [first: Measure, second: Measure] = ['pickup', 'pickup-again'];

/** A hold `h` that is ready. */
const observedPickup = (bucket: string | number): string =>
  observed(
    observationOf(`CASE WHEN h.missed_pickups > 0 THEN '${PICKUPS[1]}' ELSE '${PICKUPS[0]}' END`, {
      formatClass: FORMAT_CLASS,
      period: PICKUP,
      bucket,
    }),
  );

/**
 * When the copy was set aside for the hold `h`, as its trace tells it: the end of a pickup may have been postponed, which is another `offered`.
 * A hold without that event is as old as its pickup is meant to be.
 */
const OFFERED_AT = `COALESCE(
  (SELECT min(COALESCE(told.event ->> 'at', told.event ->> 'recordedAt')::timestamptz)
   FROM jsonb_array_elements(h.trace) WITH ORDINALITY AS told (event, line)
   WHERE told.event ->> 'event' = 'offered' AND told.line > COALESCE(
     (SELECT max(before.line) FROM jsonb_array_elements(h.trace) WITH ORDINALITY AS before (event, line)
      WHERE before.event ->> 'event' IN ('missed', 'suspended', 'unrecorded')), 0)),
  h.expires_at - make_interval(hours => ${PICKUP}))`;

const BORROWED_AFTER = `width_bucket(${hours(`service_now() - ${OFFERED_AT}`)},
  ARRAY[${PICKUP_HOURS.join(', ')}]::numeric[])`;

/** A hold `h` that has been waiting since it was placed. */
const wait = (bucket: number): string =>
  observation('waiting', {
    formatClass: FORMAT_CLASS,
    period: 0,
    bucket,
    amount: `round(${hours('service_now() - h.placed_at')})`,
  });

const HORIZON = `(ARRAY[${HORIZON_DAYS.join(', ')}])[
  width_bucket(h.told_likely / 1440.0 - extract(epoch FROM h.placed_at) / 86400, ARRAY[${HORIZON_DAYS.slice(1).join(', ')}]::numeric[]) + 1]`;

/** How a time that was told, in minutes, compares with now. The pinball loss weighs being late and being early by the share. */
const toldTime = (measure: Measure, minute: string, share: number): string => {
  const late = `(extract(epoch FROM service_now()) / 60 - ${minute})`;
  return observation(measure, {
    formatClass: FORMAT_CLASS,
    period: HORIZON,
    bucket: `CASE WHEN ${late} <= 0 THEN ${READY_BY_THEN} ELSE ${READY_LATER} END`,
    amount: `round(GREATEST(${share} * ${late}, ${share - 1} * ${late}) / 60)`,
  });
};

/** Of the week in which the hold was placed, or of the one before where nothing was told yet in that. */
const toldShare = (measure: Measure, asked: number): string => {
  const week = `date_trunc('week', h.placed_at AT TIME ZONE 'UTC')::date`;
  return observation(measure, {
    formatClass: FORMAT_CLASS,
    period: HORIZON,
    bucket: TOLD_TO_HOLD,
    amount: `COALESCE((SELECT round(told.amount::numeric / told.count) FROM observation told
      WHERE told.website_id = $1 AND told.week BETWEEN ${week} - 7 AND ${week} AND told.measure = '${measure}'
        AND told.period = ${HORIZON} AND told.bucket = ${TOLD_THAT_DAY}
      ORDER BY told.week DESC LIMIT 1), ${asked * THOUSANDTHS})`,
  });
};

const LEFT = observation('told-left', { formatClass: FORMAT_CLASS, period: HORIZON, bucket: 0 });

const MINUTES_WAITED = 'extract(epoch FROM service_now() - h.placed_at) / 60';

/** SQL for an array: how far off a simple rule would have been, and the time that was told. Empty where the rule knew nothing. */
const offByRule = (measure: Measure, minutes: string): string => {
  const off = (bucket: number, error: string): string =>
    observation(measure, {
      formatClass: FORMAT_CLASS,
      period: HORIZON,
      bucket,
      amount: `round(abs(${error}) / 60)`,
    });
  return `CASE WHEN ${minutes} IS NOT NULL THEN jsonb_build_array(
    ${off(WAS_TOLD, 'extract(epoch FROM service_now()) / 60 - h.told_likely')},
    ${off(BY_RULE, `${MINUTES_WAITED} - ${minutes}`)}) ELSE '[]' END`;
};

const OBSERVED_READY = `jsonb_build_object('observed', jsonb_build_array(
    ${wait(WAIT_READY)},
    ${toldTime('told-likely', 'h.told_likely', LIKELY)},
    ${toldTime('told-latest', 'h.told_latest', LATEST)},
    ${toldShare('share-likely', LIKELY)},
    ${toldShare('share-latest', LATEST)})
  || ${offByRule('off-last-wait', 'h.told_by_rules[1]')} || ${offByRule('off-place', 'h.told_by_rules[2]')})`;

const IS_READY = 'h.expires_at IS NOT NULL';
/**
 * Of a hold that has been ready before, was suspended, or may have been held back by its patron's pace, the wait says nothing about the
 * queue.
 */
const HAS_ONLY_WAITED = `(h.trace = '[]'::jsonb AND ${pacedPatron('h')} IS NULL)`;

/** SQL for what is observed of a hold before it changes, by the event and, when the hold ends, the reason. */
const OBSERVED: Readonly<Record<string, string>> = {
  'hold.ready': `CASE WHEN ${HAS_ONLY_WAITED} AND h.told_likely IS NOT NULL THEN ${OBSERVED_READY}
    WHEN ${HAS_ONLY_WAITED} THEN ${observed(wait(WAIT_READY))} ELSE '{}' END`,
  'hold.missed': observedPickup(PICKUP_MISSED),
  'hold.suspended': `CASE WHEN ${IS_READY} THEN ${observedPickup(PICKUP_SUSPENDED)}
    WHEN ${HAS_ONLY_WAITED} AND h.told_likely IS NOT NULL THEN ${observed(LEFT)} ELSE '{}' END`,
  borrowed: `CASE WHEN ${IS_READY} THEN ${observedPickup(BORROWED_AFTER)} ELSE '{}' END`,
  'removed-by-patron': `CASE WHEN ${IS_READY} THEN ${observedPickup(PICKUP_REMOVED)}
    WHEN ${HAS_ONLY_WAITED} AND h.told_likely IS NOT NULL THEN ${observed(wait(WAIT_REMOVED), LEFT)}
    WHEN ${HAS_ONLY_WAITED} THEN ${observed(wait(WAIT_REMOVED))} ELSE '{}' END`,
};

/** Each has a statement of its own: PostgreSQL prepares all of a statement's expressions, whichever of them it needs. */
const writing = (kind: string, detail: string): ReturnType<typeof statement> =>
  statement(
    `events-write-of-holds-${kind.replace('hold.', '')}`,
    `INSERT INTO ${OUTBOX.patrons} (website_id, type, subject, detail)
     SELECT h.website_id, $4::text, h.patron_id::text, ${detail} FROM hold h
     WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[])`,
  );

const WRITE_OBSERVED = new Map(
  Object.entries(OBSERVED).map(([kind, sql]) => [kind, writing(kind, `$5::jsonb || ${sql}`)]),
);
const WRITE = writing('unobserved', '$5::jsonb');

/** The same event of the patrons of several live holds of a queue. To be written before the holds change. */
export async function writeHoldEvents(
  connection: Connection,
  type: PatronEvent,
  { websiteId, reserveId }: Queue,
  tickets: readonly number[],
  detail: { readonly reason?: HoldEndReason } = {},
): Promise<void> {
  const write = WRITE_OBSERVED.get(detail.reason ?? type) ?? WRITE;
  await connection.run(write, [websiteId, reserveId, tickets, type, JSON.stringify(detail)]);
}

/** What patrons did longer ago says little of what they do now: rules and habits change. */
const WEEKS = 6;
/** A library buys seldom, and as it has bought before. */
const WEEKS_OF_PURCHASES = 26;

/** SQL for the counts of some weeks of the library $1 together. */
const countsOf = (condition: string): string => `(
  SELECT measure, format_class AS "formatClass", period, bucket, sum(count)::int AS count, sum(amount)::float8 AS amount
  FROM observation WHERE website_id = $1 AND ${condition}
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4)`;

const MINUTES_A_WEEK = 7 * 24 * 60;
const MINUTES_NOW = `extract(epoch FROM (SELECT service_now())) / 60`;

/**
 * SQL for the counts of holds that wait still, after the time that they were told: they are late, however late. Of those that were told an
 * earlier time than so many weeks ago, it is known no longer, as of those that have become ready.
 * @param weeks SQL for their number
 */
const overdue = (measure: Measure, minute: string, share: number, weeks: string): string => `
  SELECT '${measure}' AS measure, t.format_class AS "formatClass", ${HORIZON} AS period, ${READY_LATER} AS bucket, count(*)::int AS count,
    sum(round(${share} * (${MINUTES_NOW} - ${minute}) / 60))::float8 AS amount
  FROM hold h JOIN title t USING (reserve_id)
  WHERE h.website_id = $1 AND h.expires_at IS NULL
    AND ${minute} < ${MINUTES_NOW} AND ${minute} >= ${MINUTES_NOW} - ${weeks} * ${MINUTES_A_WEEK} AND ${HAS_ONLY_WAITED}
  GROUP BY 1, 2, 3`;
const allOverdue = (weeks: string): string => `${overdue('told-likely', 'h.told_likely', LIKELY, weeks)}
  UNION ALL ${overdue('told-latest', 'h.told_latest', LATEST, weeks)}`;

/**
 * What a library's patrons have done in the last weeks. At first, only short loans and pickups have ended: they do not count until the
 * long ones of the same time have ended, too. How often holds are removed is known from the week on in which all days count.
 */
export const readObservations = statement<ObservationCount>(
  'observations-read',
  `${countsOf(`week > (service_now() AT TIME ZONE 'UTC')::date
      - 7 * CASE WHEN measure IN ('bought', 'waited-for') THEN ${WEEKS_OF_PURCHASES} ELSE ${WEEKS} END
    AND week >= (SELECT min(week) FROM observation WHERE website_id = $1) + CASE measure
      WHEN 'loan' THEN period WHEN 'pickup' THEN period / 24 WHEN 'pickup-again' THEN period / 24 ELSE 0 END
    AND (measure <> 'waiting' OR week > (SELECT min(week) FROM observation
      WHERE website_id = $1 AND measure = 'waiting' AND bucket = ${WAIT_GOES_ON}))`)} UNION ALL ${allOverdue(String(WEEKS))}`,
).all((websiteId: number) => [websiteId]);

const findTold = statement<ObservationCount>(
  'observations-of-estimates',
  `${countsOf(`measure IN ('told-likely', 'told-latest', 'told-left', 'off-last-wait', 'off-place')
    AND week > (service_now() AT TIME ZONE 'UTC')::date - 7 * $2::int`)} UNION ALL ${allOverdue('$2::int')}`,
).all((websiteId: number, weeks: number) => [websiteId, weeks]);

/** How the times that a library's patrons were told in the last weeks compare with what happened. */
export async function readCalibration(
  connection: Connection,
  websiteId: number,
  weeks: number,
): Promise<CalibrationByHorizon> {
  return calibrationOf(await findTold(connection, websiteId, weeks));
}
