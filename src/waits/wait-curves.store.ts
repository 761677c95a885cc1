import type { MoreCopiesForecast, Waits } from '../domain/waits/forecast.js';
import { ownedIn } from '../domain/waits/known-queue.js';
import { PURCHASE_KEPT_OF_A_DAY } from '../domain/waits/observation.js';
import type { WaitCurve, WaitPoint } from '../domain/waits/wait-curve.js';
import { ofTitle } from '../platform/database/clock.store.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { CATEGORY_STEP, LAST_TICKET } from '../platform/database/stored-waits.store.js';
import { HOUR_MS, MINUTE_MS } from '../domain/durations.js';
import { UPDATED_AT_SECONDS } from '../circulation/updated-at.store.js';
import type { Queue } from '../circulation/queue.store.js';
import type { FoundQueue } from './queue-to-forecast.store.js';

/** The waits of a queue are not computed for every change of its holds. A long queue waits longer, but not for hours. */
const MIN_AGE = `interval '10 minutes'`;
const MIN_AGE_PER_HOLD = `interval '1 second'`;
const MAX_MIN_AGE_MINUTES = 60;
const MAX_AGE = `interval '1 day'`;
/** Changes are found until they are so old that every former curve is old enough, too. */
export const LOOK_BACK_MINUTES = MAX_MIN_AGE_MINUTES + 5;
const MAX_AT_ONCE = 500;

/** The time of an update may be up to two minutes early: it is a full minute, and is written once in a minute. */
const CHANGED_SINCE = `q.changed_at > q.waits_made_at - interval '${2 * UPDATED_AT_SECONDS} seconds'`;
const IS_OLD_ENOUGH = `q.waits_made_at < $2::timestamptz
  - LEAST(GREATEST(${MIN_AGE}, q.live_holds * ${MIN_AGE_PER_HOLD}), interval '${MAX_MIN_AGE_MINUTES} minutes')`;
/**
 * The library has changed copies or licences of the title, and soon looks what has come of it. The waits have the full minute in which they were made: in
 * the next one they are made anew.
 */
const IS_TITLE_CHANGED = `q.title_changed_at >= q.waits_made_at AND q.waits_made_at <= $2::timestamptz - interval '1 minute'`;
/** A title that can be borrowed at once, and that no patron waits for, needs no curve. */
const IS_WANTED = `(q.live_holds > 0 OR NOT EXISTS (
  SELECT FROM copies c WHERE c.website_id = q.website_id AND c.reserve_id = q.reserve_id AND c.owned > c.on_loan + c.set_aside))`;

/** The library's rows are on one node, which runs the search alone. */
const findChanged = statement<Queue>(
  'wait-curves-find-changed',
  `SELECT due.* FROM library l CROSS JOIN LATERAL (
     SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId" FROM title_queue q
     WHERE q.website_id = l.website_id AND q.changed_at > $1 AND ${IS_WANTED}
       AND (q.waits_made_at IS NULL OR (${CHANGED_SINCE} AND (${IS_OLD_ENOUGH} OR (${IS_TITLE_CHANGED}))))
   ) due LIMIT ${MAX_AT_ONCE}`,
).all((since: Date, now: Date) => [since, now]);

/** Includes times in the future, which a sandbox leaves behind when its clock is set back. */
const findOld = statement<Queue>(
  'wait-curves-find-old',
  `SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM title_queue
   WHERE waits_made_at < $1::timestamptz - ${MAX_AGE} OR waits_made_at > $1 LIMIT ${MAX_AT_ONCE}`,
).all((now: Date) => [now]);

/** Entries of a calendar are often changed one after the other. */
const LIBRARY_RESTS = `interval '1 minute'`;

/** After a day, all waits are computed anew in any case. */
const findOutdated = statement<Queue>(
  'wait-curves-find-outdated',
  `SELECT due.* FROM library l CROSS JOIN LATERAL (
     SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId" FROM title_queue q
     WHERE q.website_id = l.website_id AND q.waits_made_at < l.waits_outdated_at
   ) due
   WHERE l.waits_outdated_at BETWEEN $1::timestamptz - ${MAX_AGE} AND $1::timestamptz - ${LIBRARY_RESTS} LIMIT ${MAX_AT_ONCE}`,
).all((now: Date) => [now]);

/**
 * Queues without a curve, or whose curve is outdated by changes, by age or by the library's calendar and rules: some, if they are many.
 * @param since ignores changes before this time
 */
export async function findQueuesToForecast(
  connection: Connection,
  since: Date,
  now: Date,
): Promise<readonly Queue[]> {
  const old = await findOld(connection, now);
  const outdated = await findOutdated(connection, now);
  return [...old, ...outdated, ...(await findChanged(connection, since, now))];
}

/** An import removes the waits, and marks the queue as changed: an earlier computation is not written. */
const write = statement<{ isWritten: boolean }>(
  'wait-curves-write',
  `UPDATE title_queue SET waits_made_at = $3, wait_categories = $4, wait_keys = $5, wait_ends = $6, wait_gaps = $7, wait_likely = $8,
     wait_rules = $9::int[], renewed_hours = $13, wait_borrowed_from = $14,
     days_wanted = CASE WHEN $10 THEN days_wanted * ${PURCHASE_KEPT_OF_A_DAY} + 1 ELSE days_wanted END,
     copies_bought = CASE WHEN $10 THEN copies_bought * ${PURCHASE_KEPT_OF_A_DAY} ELSE copies_bought END
   WHERE website_id = $1 AND reserve_id = $2 AND waits_made_at IS NOT DISTINCT FROM $11::timestamptz
     AND ($11::timestamptz IS NOT NULL OR changed_at = $12::timestamptz)
   RETURNING true AS "isWritten"`,
);

/**
 * Replaces the curves of a queue.
 * @returns false if the queue has changed since it was found: it must be computed again
 */
export async function writeWaitCurves(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  { madeAt, rules, isFirstToday, liveHolds, waitsMadeAt, changedAt }: FoundQueue,
  { curves, basis, borrowedIn, renewedHours }: Waits,
): Promise<boolean> {
  const points = curves.flatMap(storedPoints);
  const minute = (hours: number): number | null =>
    hours === Infinity ? null : Math.round((madeAt.getTime() + hours * HOUR_MS) / MINUTE_MS);
  const written = await connection.run(write, [
    websiteId,
    reserveId,
    madeAt,
    curves.map(({ category }) => category),
    points.map(({ key }) => key),
    points.map(({ hours }) => minute(hours)),
    curves.map(({ gapHours }) => gapHours),
    basis === 'known' ? points.map(({ likelyHours }) => minute(likelyHours)) : null,
    rules,
    isFirstToday && liveHolds > 0,
    waitsMadeAt,
    changedAt,
    renewedHours,
    minute(borrowedIn),
  ]);
  return written.length > 0;
}

/** The last one is that of all future holds: NULL if no copy is known for them. */
function storedPoints(
  { points, isCutOff }: WaitCurve,
  index: number,
): (WaitPoint & { readonly key: number })[] {
  const { hours, likelyHours } = isCutOff === true ? NEVER : (points.at(-1) ?? NEVER);
  return [...points, { ticket: LAST_TICKET, hours, likelyHours }].map((point) => ({
    ...point,
    key: (index + 1) * CATEGORY_STEP + point.ticket,
  }));
}

const NEVER = { hours: Infinity, likelyHours: Infinity };

const NO_CURVES = `wait_categories = NULL, wait_keys = NULL, wait_ends = NULL, wait_gaps = NULL, wait_likely = NULL, wait_rules = NULL, wait_borrowed_from = NULL, renewed_hours = NULL,
     more_copies_made_at = NULL, more_copies_owned = NULL, more_copies_in = NULL, more_copies_hours = NULL`;

/** For a queue in which nobody waits: a worker looks at it again when it is marked as updated. */
export const forgetWaits = statement(
  'wait-curves-forget',
  `UPDATE title_queue SET waits_made_at = NULL, ${NO_CURVES}
   WHERE website_id = $1 AND reserve_id = $2 AND waits_made_at IS NOT NULL`,
).execute(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

/** Removes the queue's waits. No worker looks at it until it changes, or for a day. */
export const putAside = statement(
  'wait-curves-put-aside',
  `UPDATE title_queue SET waits_made_at = ${ofTitle('service_now()')}, ${NO_CURVES}
   WHERE website_id = $1 AND reserve_id = $2`,
).execute(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

const writeMore = statement(
  'wait-curves-write-more-copies',
  `UPDATE title_queue SET more_copies_made_at = $3::timestamptz, more_copies_owned = $4, more_copies_in = $5, more_copies_hours = $6
   WHERE website_id = $1 AND reserve_id = $2 AND waits_made_at = $7 AND ($3::timestamptz IS NOT NULL OR more_copies_made_at IS NOT NULL)`,
);

/** The forecast of more copies, which belongs to the written waits. */
export async function writeMoreCopies(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  { madeAt, known }: FoundQueue,
  more: Exclude<MoreCopiesForecast, undefined>,
): Promise<void> {
  const columns =
    more === 'none'
      ? [null, null, null, null]
      : [madeAt, ownedIn(known.collections), more.collectionId, more.likelyHours];
  await connection.run(writeMore, [websiteId, reserveId, ...columns, madeAt]);
}
