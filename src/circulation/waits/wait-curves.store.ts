import {
  effectiveLendingPeriod,
  type FormatClass,
  type LendingPeriods,
} from '../../domain/lending-period.js';
import type { MissedPickup } from '../../domain/holds/hold.js';
import type { RunningLoan } from '../../domain/waits/conduct.js';
import type { WaitBasis } from '../../domain/waits/estimated-wait.js';
import { hoursUntilReturn } from '../../domain/waits/policies/policy.js';
import type { KnownHold, KnownPickup, KnownQueue } from '../../domain/waits/simulation.js';
import type { MoreCopies } from '../../domain/waits/more-copies.js';
import type { WaitCurve } from '../../domain/waits/wait-curve.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { ofTitle } from '../../platform/database/clock.store.js';
import { STAMP_SECONDS } from '../change-stamp.store.js';
import { roomAtFor } from '../pace/pace.store.js';
import type { Queue } from '../queue.store.js';
import { CATEGORY_STEP, MINUTE_MS } from '../../waits/expected-offer.store.js';

/** A queue whose holds come and go is not computed anew for each of them. A long one waits longer. */
const MIN_AGE_MINUTES = 10;
const MIN_AGE_SECONDS_PER_HOLD = 1;
const MAX_AGE = `interval '1 day'`;
/** Changes that are found when they are so old that the former curve is old enough, too. */
export const LOOK_BACK_MINUTES = MIN_AGE_MINUTES + 5;
const MAX_AT_ONCE = 500;

/** A change may be stamped up to two minutes before it happened: stamps are full minutes, and of one minute there is one. */
const CHANGED_SINCE = `q.changed_at > q.waits_made_at - interval '${2 * STAMP_SECONDS} seconds'`;
const IS_OLD_ENOUGH = `q.waits_made_at < $2::timestamptz
  - GREATEST(interval '${MIN_AGE_MINUTES} minutes', q.live_holds * interval '${MIN_AGE_SECONDS_PER_HOLD} seconds')`;
/** A title that can be borrowed at once, and that no patron waits for, needs no curve. */
const IS_WANTED = `(q.live_holds > 0 OR NOT EXISTS (
  SELECT FROM copies c WHERE c.website_id = q.website_id AND c.reserve_id = q.reserve_id AND c.owned > c.on_loan + c.set_aside))`;

/** The library's rows are on one node: the search of a library is left to it. */
const findChanged = statement<Queue>(
  'wait-curves-find-changed',
  `SELECT due.* FROM library l CROSS JOIN LATERAL (
     SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId" FROM title_queue q
     WHERE q.website_id = l.website_id AND q.changed_at > $1 AND ${IS_WANTED}
       AND (q.waits_made_at IS NULL OR (${CHANGED_SINCE} AND ${IS_OLD_ENOUGH}))
   ) due LIMIT ${MAX_AT_ONCE}`,
).all((since: Date, now: Date) => [since, now]);

/** Also those from the future, which a sandbox leaves behind when its clock is set back. */
const findOld = statement<Queue>(
  'wait-curves-find-old',
  `SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM title_queue
   WHERE waits_made_at < $1::timestamptz - ${MAX_AGE} OR waits_made_at > $1 LIMIT ${MAX_AT_ONCE}`,
).all((now: Date) => [now]);

/**
 * Queues without a curve, with one that changes have made wrong, or with an old one: some, if they are many.
 * @param since changes before this time are not looked at
 */
export async function findQueuesToForecast(
  connection: Connection,
  since: Date,
  now: Date,
): Promise<readonly Queue[]> {
  const old = await findOld(connection, now);
  return [...old, ...(await findChanged(connection, since, now))];
}

interface QueueRow {
  /** The full minute. */
  readonly madeAt: Date;
  readonly nextTicket: number;
  readonly liveHolds: number;
  readonly pickupHours: number;
  readonly missedPickup: MissedPickup;
  readonly formatClass: FormatClass;
  readonly defaults: LendingPeriods;
  readonly overrides: Partial<LendingPeriods>;
  readonly collections: readonly CollectionRow[];
  /** What more copies would bring; null unless it was computed lately, with as many copies as the library owns now. */
  readonly moreCopiesHours: readonly number[] | null;
  /** It has no waits from this day yet. */
  readonly isFirstToday: boolean;
}

interface CollectionRow {
  readonly collectionId: string;
  readonly categories: readonly string[];
  readonly owned: number;
  readonly setAside: number;
  readonly loans: readonly RunningLoan[];
}

const OWNED =
  '(SELECT COALESCE(sum(c.owned), 0)::int FROM copies c WHERE c.website_id = $1 AND c.reserve_id = $2)';
/** Less than the age of the oldest waits: what more copies bring is computed with waits. */
const MAX_AGE_OF_MORE_COPIES = `interval '20 hours'`;

/** SQL for the hours from now until a time, in whole quarters: their sums are exact. */
const hoursUntil = (time: string): string =>
  `GREATEST(0, ceil(extract(epoch FROM ${time} - (SELECT service_now())) / 900) / 4)::float8`;

const findQueue = statement<QueueRow>(
  'wait-curves-queue',
  `SELECT ${ofTitle('service_now()')} AS "madeAt", q.next_ticket AS "nextTicket", q.live_holds AS "liveHolds",
     l.pickup_hours AS "pickupHours", l.missed_pickup AS "missedPickup", t.format_class AS "formatClass", l.lending_periods AS defaults, l.lending_overrides AS overrides,
     COALESCE((SELECT json_agg(json_build_object('collectionId', c.collection_id, 'owned', c.owned, 'setAside', c.set_aside,
         'categories', ARRAY (SELECT cc.category FROM category_collection cc
                              WHERE cc.website_id = $1 AND cc.collection_id = c.collection_id),
         'loans', (SELECT COALESCE(json_agg(json_build_object('left', ${hoursUntil('k.expires_at')},
                       'hours', extract(epoch FROM k.expires_at - k.checked_out_at) / 3600)), '[]') FROM checkout k
                   WHERE k.website_id = $1 AND k.reserve_id = $2 AND k.collection_id = c.collection_id)))
       FROM copies c WHERE c.website_id = $1 AND c.reserve_id = $2), '[]') AS collections,
     CASE WHEN q.more_copies_owned = ${OWNED} AND q.more_copies_made_at > service_now() - ${MAX_AGE_OF_MORE_COPIES}
       AND q.more_copies_made_at <= service_now() THEN q.more_copies_hours END AS "moreCopiesHours",
     (q.waits_made_at AT TIME ZONE 'UTC')::date IS DISTINCT FROM (service_now() AT TIME ZONE 'UTC')::date AS "isFirstToday"
   FROM title_queue q JOIN title t USING (reserve_id) JOIN library l ON l.website_id = $1
   WHERE q.website_id = $1 AND q.reserve_id = $2`,
).first(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

interface HoldRow {
  readonly ticket: number;
  readonly category: string;
  readonly isSuspendedForGood: boolean;
  /** Null unless it is suspended until a time, or its patron wants no other copy before one. */
  readonly returnsIn: number | null;
  /** Null unless it is ready. */
  readonly collectionId: string | null;
  readonly pickupEndsIn: number | null;
  readonly preferences: Partial<LendingPeriods>;
  readonly hasMissed: boolean;
  /** Of a hold that is ready, and had only waited before. */
  readonly daysWaited: number | null;
}

/** Of more holds none is simulated: they are served as fast as these. */
const MAX_HOLDS = 10_000;

const findHolds = statement<HoldRow>(
  'wait-curves-holds',
  `SELECT h.ticket, h.category, h.suspension_type IS NOT DISTINCT FROM 'indefinite' AS "isSuspendedForGood",
     CASE WHEN h.suspended_until IS NOT NULL THEN ${hoursUntil('h.suspended_until')}
       WHEN h.expires_at IS NULL AND h.suspension_type IS NULL THEN ${hoursUntil(roomAtFor('h'))} END AS "returnsIn",
     h.collection_id AS "collectionId", CASE WHEN h.expires_at IS NOT NULL THEN ${hoursUntil('h.expires_at')} END AS "pickupEndsIn",
     p.lending_preferences AS preferences, h.missed_pickups > 0 AS "hasMissed",
     CASE WHEN h.expires_at IS NOT NULL AND jsonb_array_length(h.trace) = 1
       THEN round(extract(epoch FROM h.expires_at - make_interval(hours => l.pickup_hours) - h.placed_at) / 86400)::int END AS "daysWaited"
   FROM hold h JOIN patron p ON p.website_id = $1 AND p.patron_id = h.patron_id JOIN library l ON l.website_id = $1
   WHERE h.website_id = $1 AND h.reserve_id = $2 ORDER BY h.ticket LIMIT ${MAX_HOLDS}`,
).all(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

export interface QueueToForecast {
  readonly formatClass: FormatClass;
  /** Without a patron's preference. */
  readonly loanDays: number;
  readonly madeAt: Date;
  /** Patrons wait, or would have to. */
  readonly isWanted: boolean;
  readonly known: KnownQueue;
  readonly nextTicket: number;
  readonly unread: number;
  /** What more copies would bring, if that is known and may still be true. */
  readonly moreCopiesHours: readonly number[] | null;
  readonly liveHolds: number;
  readonly isFirstToday: boolean;
  /** What two simple rules say, in minutes: the wait of the last hold to become ready, and that for each place in the queue. */
  readonly rules: readonly (number | null)[];
}

/** Undefined: the library has the queue no more. */
export async function readQueueToForecast(
  connection: Connection,
  title: Queue,
): Promise<QueueToForecast | undefined> {
  const queue = await findQueue(connection, title);
  if (queue === undefined) return undefined;
  const holds = await findHolds(connection, title);
  const { madeAt, nextTicket, liveHolds } = queue;
  const known = knownQueue(queue, holds);
  const isCopyFree = known.collections.some(
    ({ owned, loans, pickups }) => owned > loans.length + pickups.length,
  );
  const unread = Math.max(0, liveHolds - holds.length);
  const loanDays = effectiveLendingPeriod(queue.formatClass, { ...queue, preferences: {} });
  return {
    formatClass: queue.formatClass,
    loanDays,
    madeAt,
    isWanted: liveHolds > 0 || !isCopyFree,
    known,
    nextTicket,
    unread,
    moreCopiesHours: queue.moreCopiesHours,
    liveHolds,
    isFirstToday: queue.isFirstToday,
    rules: [lastWait(holds), minutesAPlace(loanDays, ownedIn(known))],
  };
}

/**
 * Of a hold whose copy is still set aside. In whole days: the rows of others keep it after that hold has ended, and its minutes would
 * tell which patron waited just as long.
 */
function lastWait(holds: readonly HoldRow[]): number | null {
  const ready = holds.filter(({ daysWaited }) => daysWaited !== null);
  const last = ready.reduce<HoldRow | undefined>(
    (latest, each) => ((each.pickupEndsIn ?? 0) >= (latest?.pickupEndsIn ?? 0) ? each : latest),
    undefined,
  );
  return last?.daysWaited == null ? null : last.daysWaited * MINUTES_A_DAY;
}

function minutesAPlace(loanDays: number, owned: number): number | null {
  return owned === 0 ? null : Math.round((loanDays * MINUTES_A_DAY) / owned);
}

const MINUTES_A_DAY = 24 * 60;

export function ownedIn({ collections }: KnownQueue): number {
  return collections.reduce((sum, { owned }) => sum + owned, 0);
}

function knownQueue(queue: QueueRow, rows: readonly HoldRow[]): KnownQueue {
  const loanHours = (preferences: Partial<LendingPeriods>): number =>
    24 * effectiveLendingPeriod(queue.formatClass, { ...queue, preferences });
  const holdOf = ({ ticket, category, returnsIn, preferences, hasMissed }: HoldRow): KnownHold => ({
    ticket,
    category,
    returnsIn: returnsIn ?? 0,
    loanHours: loanHours(preferences),
    hasMissed,
  });
  const collections = queue.collections.map(({ setAside, ...collection }) => {
    const ready = rows
      .filter(({ collectionId }) => collectionId === collection.collectionId)
      .map((row): KnownPickup => {
        const [left, hold] = [row.pickupEndsIn ?? 0, holdOf(row)];
        // The library's rule may have been another when the copy was set aside.
        return { hours: Math.max(left, queue.pickupHours), left, loanHours: hold.loanHours, hold };
      });
    // Set aside for holds that were not read.
    const hours = queue.pickupHours;
    const other: KnownPickup = { hours, left: hours, loanHours: loanHours({}) };
    const others = Array<KnownPickup>(Math.max(0, setAside - ready.length)).fill(other);
    return { ...collection, pickups: [...ready, ...others] };
  });
  const waiting = rows.filter((row) => row.collectionId === null && !row.isSuspendedForGood);
  return {
    collections,
    pickupHours: queue.pickupHours,
    returnsAfterMiss: hoursUntilReturn(queue.missedPickup),
    holds: waiting.map(holdOf),
  };
}

type ForecastToWrite = Pick<QueueToForecast, 'madeAt' | 'isWanted' | 'rules'>;

const write = statement(
  'wait-curves-write',
  `UPDATE title_queue SET waits_made_at = $3, wait_categories = $4, wait_keys = $5, wait_ends = $6, wait_gaps = $7, wait_likely = $8,
     wait_rules = $9::int[]
   WHERE website_id = $1 AND reserve_id = $2`,
).execute(
  (
    { websiteId, reserveId }: Queue,
    { madeAt, rules }: ForecastToWrite,
    curves: readonly WaitCurve[],
    basis: WaitBasis,
  ) => {
    const minutes = (hours: readonly number[]): number[] =>
      hours.map((each) => (madeAt.getTime() + each * HOUR_MS) / MINUTE_MS);
    return [
      websiteId,
      reserveId,
      madeAt,
      curves.map(({ category }) => category),
      curves.flatMap(keysOf),
      curves.flatMap(({ hours }) => minutes(hours)),
      curves.map(({ gapHours }) => gapHours),
      basis === 'known' ? curves.flatMap(({ likelyHours }) => minutes(likelyHours)) : null,
      rules,
    ];
  },
);

const HOUR_MS = 60 * MINUTE_MS;

/** The last point is also that of all tickets to come. */
function keysOf({ tickets }: WaitCurve, index: number): number[] {
  const category = (index + 1) * CATEGORY_STEP;
  return [...tickets.slice(0, -1).map((ticket) => category + ticket), category + CATEGORY_STEP - 1];
}

const NO_MORE_COPIES =
  'more_copies_made_at = NULL, more_copies_owned = NULL, more_copies_in = NULL, more_copies_hours = NULL';

const forget = statement(
  'wait-curves-forget',
  `UPDATE title_queue SET waits_made_at = NULL, wait_categories = NULL, wait_keys = NULL, wait_ends = NULL, wait_gaps = NULL,
     wait_likely = NULL, wait_rules = NULL, ${NO_MORE_COPIES}
   WHERE website_id = $1 AND reserve_id = $2 AND waits_made_at IS NOT NULL`,
).execute(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

/** Replaces the curves of a queue. Two workers that do it at the same time write the same. */
export async function writeWaitCurves(
  connection: Connection,
  title: Queue,
  found: ForecastToWrite,
  curves: readonly WaitCurve[],
  basis: WaitBasis,
): Promise<void> {
  if (found.isWanted) await write(connection, title, found, curves, basis);
  else await forget(connection, title);
}

const writeMore = statement(
  'wait-curves-write-more-copies',
  `UPDATE title_queue SET more_copies_made_at = $3, more_copies_owned = $4, more_copies_in = $5, more_copies_hours = $6
   WHERE website_id = $1 AND reserve_id = $2`,
).execute(({ websiteId, reserveId }: Queue, { madeAt, known }: QueueToForecast, more: MoreCopies) => [
  websiteId,
  reserveId,
  madeAt,
  ownedIn(known),
  more.collectionId,
  more.likelyHours,
]);

const forgetMore = statement(
  'wait-curves-forget-more-copies',
  `UPDATE title_queue SET ${NO_MORE_COPIES}
   WHERE website_id = $1 AND reserve_id = $2 AND more_copies_made_at IS NOT NULL`,
).execute(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

/** @param more undefined: no hold waits that can be served */
export async function writeMoreCopies(
  connection: Connection,
  title: Queue,
  found: QueueToForecast,
  more: MoreCopies | undefined,
): Promise<void> {
  if (more === undefined) await forgetMore(connection, title);
  else await writeMore(connection, title, found, more);
}
