import type { HoldEndReason } from '../../domain/holds/hold-end.js';
import {
  LOAN_TENTHS,
  type ObservationCount,
  PICKUP_HOURS,
  PICKUP_MISSED,
  PICKUP_REMOVED,
  PICKUP_SUSPENDED,
  LATEST,
  LIKELY,
  HORIZON_DAYS,
  type Measure,
  READY_BY_THEN,
  READY_LATER,
  WAIT_READY,
  WAIT_REMOVED,
} from '../../domain/waits/observation.js';
import type { PatronEvent } from '../../events/event-types.js';
import { ONCE } from '../../events/outbox.store.js';
import { statement } from '../../platform/database/statement.js';
import type { Queue } from '../queue.store.js';

/**
 * What patrons do, observed where it happens. An observation goes with the event of the change into the outbox: it costs no
 * statement of its own. The worker that publishes the event counts the observation, and publishes nothing of it.
 */

type Members = Readonly<Record<string, string | number>>;

/** SQL for an observation. */
const observation = (measure: Measure, members: Members): string => `
  jsonb_build_object('measure', '${measure}', ${Object.entries(members)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;

/** SQL for a detail with observations. */
const observed = (...observations: readonly string[]): string =>
  `jsonb_build_object('observed', jsonb_build_array(${observations.join(', ')}))`;

const hours = (interval: string): string => `extract(epoch FROM ${interval}) / 3600`;

/** Looked up only where something is observed. */
const FORMAT_CLASS = '(SELECT format_class FROM title WHERE reserve_id = $2)';
const PICKUP = '(SELECT pickup_hours FROM library WHERE website_id = $1)';

/** SQL for the detail of the event that a loan in `gone`, of the title $2, ends now. */
export const OBSERVED_LOAN = observed(
  observation('loan', {
    formatClass: FORMAT_CLASS,
    period: `round(${hours('gone.expires_at - gone.checked_out_at')} / 24)::int`,
    bucket: `LEAST(${LOAN_TENTHS}, floor(${LOAN_TENTHS} * extract(epoch FROM service_now() - gone.checked_out_at)
    / GREATEST(1, extract(epoch FROM gone.expires_at - gone.checked_out_at))))::int`,
  }),
);

/** A hold `h` that is ready. */
const observedPickup = (bucket: string | number): string =>
  observed(observation('pickup', { formatClass: FORMAT_CLASS, period: PICKUP, bucket }));

const BORROWED_AFTER = `width_bucket(${hours(`service_now() - h.expires_at + make_interval(hours => ${PICKUP})`)},
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

const LEFT = observation('told-left', { formatClass: FORMAT_CLASS, period: HORIZON, bucket: 0 });

const OBSERVED_READY = observed(
  wait(WAIT_READY),
  toldTime('told-likely', 'h.told_likely', LIKELY),
  toldTime('told-latest', 'h.told_latest', LATEST),
);

const IS_READY = 'h.expires_at IS NOT NULL';
/** Of a hold that has been ready before, or was suspended, the wait says nothing about the queue. */
const HAS_ONLY_WAITED = `h.trace = '[]'::jsonb`;

/** SQL for the detail of the event $4 with the detail $5, of a hold before it changes. */
const WITH_OBSERVED = `$5::jsonb || CASE
  WHEN $4 = 'hold.ready' AND ${HAS_ONLY_WAITED} AND h.told_likely IS NOT NULL THEN ${OBSERVED_READY}
  WHEN $4 = 'hold.ready' AND ${HAS_ONLY_WAITED} THEN ${observed(wait(WAIT_READY))}
  WHEN $4 = 'hold.missed' THEN ${observedPickup(PICKUP_MISSED)}
  WHEN $4 = 'hold.suspended' AND ${IS_READY} THEN ${observedPickup(PICKUP_SUSPENDED)}
  WHEN $4 = 'hold.suspended' AND ${HAS_ONLY_WAITED} AND h.told_likely IS NOT NULL THEN ${observed(LEFT)}
  WHEN $4 = 'hold.ended' AND $5::jsonb ->> 'reason' = 'borrowed' AND ${IS_READY} THEN ${observedPickup(BORROWED_AFTER)}
  WHEN $4 = 'hold.ended' AND $5::jsonb ->> 'reason' = 'removed-by-patron' AND ${IS_READY} THEN ${observedPickup(PICKUP_REMOVED)}
  WHEN $4 = 'hold.ended' AND $5::jsonb ->> 'reason' = 'removed-by-patron' AND ${HAS_ONLY_WAITED} AND h.told_likely IS NOT NULL
    THEN ${observed(wait(WAIT_REMOVED), LEFT)}
  WHEN $4 = 'hold.ended' AND $5::jsonb ->> 'reason' = 'removed-by-patron' AND ${HAS_ONLY_WAITED} THEN ${observed(wait(WAIT_REMOVED))}
  ELSE '{}' END`;

/** The same event of the patrons of several live holds of a queue. To be written before the holds change. */
export const writeHoldEvents = statement(
  'events-write-of-holds',
  `INSERT INTO event_outbox (website_id, type, subject, detail)
   SELECT h.website_id, $4::text, h.patron_id::text, ${WITH_OBSERVED}
   FROM hold h
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[]) ${ONCE}`,
).execute(
  (
    type: PatronEvent,
    { websiteId, reserveId }: Queue,
    tickets: readonly number[],
    detail: { readonly reason?: HoldEndReason } = {},
  ) => [websiteId, reserveId, tickets, type, JSON.stringify(detail)],
);

/** What patrons did longer ago says little of what they do now: rules and habits change. */
const WEEKS = 6;

/**
 * What a library's patrons have done in the last weeks. At first, only short loans and pickups have ended: they do not count until the
 * long ones of the same time have ended, too.
 */
export const readObservations = statement<ObservationCount>(
  'observations-read',
  `SELECT measure, format_class AS "formatClass", period, bucket, sum(count)::int AS count, sum(amount)::float8 AS amount
   FROM observation
   WHERE website_id = $1 AND week > ((SELECT service_now() - interval '${WEEKS} weeks') AT TIME ZONE 'UTC')::date
     AND week >= (SELECT min(week) FROM observation WHERE website_id = $1) + CASE measure
       WHEN 'loan' THEN period WHEN 'pickup' THEN period / 24 ELSE 0 END
   GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
).all((websiteId: number) => [websiteId]);

/** How the times that patrons were told in the last weeks compare with what happened. */
export const readCalibration = statement<ObservationCount>(
  'observations-of-estimates',
  `SELECT measure, format_class AS "formatClass", period, bucket, sum(count)::int AS count, sum(amount)::float8 AS amount
   FROM observation
   WHERE website_id = $1 AND measure IN ('told-likely', 'told-latest', 'told-left')
     AND week > (service_now() AT TIME ZONE 'UTC')::date - 7 * $2::int
   GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
).all((websiteId: number, weeks: number) => [websiteId, weeks]);
