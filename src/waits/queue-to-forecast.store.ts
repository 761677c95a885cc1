import { PICKUP_HOURS } from '../circulation/event-facts.store.js';
import { type ClosedDays, pausesAhead, pickupEndsAhead } from '../domain/library-calendar.js';
import { effectiveLendingPeriod, type LendingPeriods } from '../domain/lending-period.js';
import { LOAN_TENTHS } from '../domain/holds/event-facts.js';
import type { MissedPickup } from '../domain/holds/hold.js';
import type { QueueToForecast } from '../domain/waits/forecast.js';
import { hoursUntilReturn } from '../domain/waits/policies/policy.js';
import type { ShownWaits } from '../domain/waits/wait-curve.js';
import { CATEGORY_STEP, LAST_TICKET } from '../platform/database/stored-waits.store.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/durations.js';
import {
  type KnownHold,
  type KnownLicence,
  type KnownLoan,
  type KnownPickup,
  type KnownQueue,
  ownedIn,
} from '../domain/waits/known-queue.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { ofTitle } from '../platform/database/clock.store.js';
import { LOANS_LEFT } from '../circulation/licences/licence-columns.store.js';
import { CLOSED_DAYS, SUSPENDING_DAYS } from '../circulation/calendar/calendar.store.js';
import { roomAtFor } from '../circulation/pace/pace.store.js';
import type { Queue } from '../circulation/queue.store.js';

/** A queue as it was read. */
export interface FoundQueue extends Omit<QueueToForecast, 'counts'> {
  /** A full minute. */
  readonly madeAt: Date;
  /** Patrons wait, or would have to. */
  readonly isWanted: boolean;
  /** When its waits were last computed, and when it was changed: text with microseconds. */
  readonly waitsMadeAt: string | null;
  readonly changedAt: string;
  /** It has no waits from this day yet. */
  readonly isFirstToday: boolean;
  /** The estimates of two simple rules, in minutes: the wait of the last hold that became ready, and that for each place in the queue. */
  readonly rules: readonly (number | null)[];
}

interface QueueRow extends Pick<
  FoundQueue,
  | 'madeAt'
  | 'waitsMadeAt'
  | 'changedAt'
  | 'nextTicket'
  | 'liveHolds'
  | 'formatClass'
  | 'moreCopiesHours'
  | 'isFirstToday'
  | 'purchases'
> {
  readonly pickupHours: number;
  readonly hasOwnPickup: boolean;
  readonly closed: ClosedDays | null;
  readonly suspending: ClosedDays | null;
  readonly missedPickup: MissedPickup;
  readonly defaults: LendingPeriods;
  readonly overrides: Partial<LendingPeriods>;
  readonly collections: readonly CollectionRow[];
  readonly shown: StoredWaits | null;
}

/** The waits that patrons see, as the row of the queue has them. */
interface StoredWaits {
  readonly categories: readonly string[];
  readonly keys: readonly number[];
  /** Minutes since 1970. */
  readonly ends: readonly number[];
  readonly likely: readonly number[];
}

interface CollectionRow {
  readonly collectionId: string;
  readonly categories: readonly string[];
  readonly owned: number;
  readonly licensed: number;
  readonly setAside: number;
  readonly loans: readonly KnownLoan[];
  readonly licences: readonly KnownLicence[] | null;
  /** Counts of loans by the tenths of their period that they lasted. */
  readonly loanTenths: readonly number[];
}

const OWNED =
  '(SELECT COALESCE(sum(c.owned), 0)::int FROM copies c WHERE c.website_id = $1 AND c.reserve_id = $2)';
/** Less than the age of the oldest waits: the effect of more copies is computed with waits. */
const MAX_AGE_OF_MORE_COPIES = `interval '20 hours'`;

/** SQL for the hours until a time, in whole quarters: their sums are exact. */
const hoursUntil = (time: string): string =>
  `GREATEST(0, ceil(extract(epoch FROM ${time} - (SELECT service_now())) / 900) / 4)::float8`;

/** SQL for the licences of the copies `c` that run, or will. */
const LICENCES = `(
  SELECT json_agg(json_build_object('licenceId', n.licence_id, 'concurrency', n.concurrency, 'loans', n.loans, 'loansLeft', ${LOANS_LEFT},
    'startsIn', CASE WHEN NOT n.is_counted THEN ${hoursUntil('n.starts_at')} END, 'endsIn', CASE WHEN n.ends_at IS NOT NULL THEN ${hoursUntil('n.ends_at')} END))
  FROM licence n
  WHERE n.website_id = $1 AND n.reserve_id = $2 AND n.collection_id = c.collection_id AND n.holdable AND (n.is_counted OR n.starts_at > (SELECT service_now())))`;

const findQueue = statement<QueueRow>(
  'wait-curves-queue',
  `SELECT ${ofTitle('service_now()')} AS "madeAt", q.waits_made_at::text AS "waitsMadeAt", q.changed_at::text AS "changedAt", q.next_ticket AS "nextTicket", q.live_holds AS "liveHolds",
     ${PICKUP_HOURS} AS "pickupHours", q.pickup_hours IS NOT NULL AS "hasOwnPickup", ${CLOSED_DAYS} AS closed, ${SUSPENDING_DAYS} AS suspending, l.missed_pickup AS "missedPickup", t.format_class AS "formatClass", l.lending_periods AS defaults, l.lending_overrides AS overrides,
     COALESCE((SELECT json_agg(json_build_object('collectionId', c.collection_id, 'owned', c.owned, 'licensed', c.licensed, 'licences', ${LICENCES}, 'setAside', c.set_aside, 'loanTenths', c.loan_tenths,
         'categories', ARRAY (SELECT cc.category FROM category_collection cc
                              WHERE cc.website_id = $1 AND cc.collection_id = c.collection_id),
         'loans', (SELECT COALESCE(json_agg(json_strip_nulls(json_build_object('left', ${hoursUntil('k.expires_at')},
                       'hours', extract(epoch FROM k.expires_at - k.checked_out_at) / 3600, 'licenceId', k.licence_id))), '[]') FROM checkout k
                   WHERE k.website_id = $1 AND k.reserve_id = $2 AND k.collection_id = c.collection_id AND NOT k.is_lucky)))
       FROM copies c WHERE c.website_id = $1 AND c.reserve_id = $2), '[]') AS collections,
     CASE WHEN q.more_copies_owned = ${OWNED} AND q.more_copies_made_at > service_now() - ${MAX_AGE_OF_MORE_COPIES}
       AND q.more_copies_made_at <= service_now() THEN q.more_copies_hours END AS "moreCopiesHours",
     (q.waits_made_at AT TIME ZONE 'UTC')::date IS DISTINCT FROM (service_now() AT TIME ZONE 'UTC')::date AS "isFirstToday",
     CASE WHEN q.wait_categories IS NOT NULL AND q.wait_likely IS NOT NULL THEN json_build_object('categories', q.wait_categories, 'keys', q.wait_keys,
       'ends', q.wait_ends, 'likely', q.wait_likely) END AS shown,
     json_build_object('copies', q.copies_bought, 'days', q.days_wanted) AS purchases
   FROM title_queue q JOIN title t USING (reserve_id) JOIN library l ON l.website_id = $1
   WHERE q.website_id = $1 AND q.reserve_id = $2`,
).first(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

interface ForecastHoldRow {
  readonly ticket: number;
  readonly category: string;
  readonly isSuspendedForGood: boolean;
  /** Null unless the hold is suspended until a time, or its patron wants no other copy before one. */
  readonly returnsIn: number | null;
  /** Null unless the hold is ready. */
  readonly collectionId: string | null;
  readonly pickupEndsIn: number | null;
  readonly preferences: Partial<LendingPeriods>;
  readonly hasMissed: boolean;
  /** Set for a ready hold that had only waited before. */
  readonly daysWaited: number | null;
}

/** Further holds are not simulated: they are served as fast as these. */
const MAX_HOLDS = 10_000;

const findHolds = statement<ForecastHoldRow>(
  'wait-curves-holds',
  `SELECT h.ticket, h.category, h.suspension_type IS NOT DISTINCT FROM 'indefinite' AS "isSuspendedForGood",
     CASE WHEN h.suspended_until IS NOT NULL THEN ${hoursUntil('h.suspended_until')}
       WHEN h.expires_at IS NULL AND h.suspension_type IS NULL THEN ${hoursUntil(roomAtFor('h'))} END AS "returnsIn",
     h.collection_id AS "collectionId", CASE WHEN h.expires_at IS NOT NULL THEN ${hoursUntil('h.expires_at')} END AS "pickupEndsIn",
     p.lending_preferences AS preferences, h.missed_pickups > 0 AS "hasMissed",
     CASE WHEN h.expires_at IS NOT NULL AND jsonb_array_length(h.trace) = 1
       THEN round(extract(epoch FROM (h.trace #>> '{0,recordedAt}')::timestamptz - h.placed_at) / 86400)::int END AS "daysWaited"
   FROM hold h JOIN patron p ON p.website_id = $1 AND p.patron_id = h.patron_id
   WHERE h.website_id = $1 AND h.reserve_id = $2 ORDER BY h.ticket LIMIT ${MAX_HOLDS}`,
).all(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

/** Undefined if the library no longer has the queue. */
export async function readQueueToForecast(
  connection: Connection,
  title: Queue,
): Promise<FoundQueue | undefined> {
  const queue = await findQueue(connection, title);
  if (queue === undefined) return undefined;
  const holds = await findHolds(connection, title);
  const known = knownQueue(queue, holds);
  const isCopyFree = known.collections.some(
    ({ owned, loans, pickups }) => owned > loans.length + pickups.length,
  );
  const loanDays = effectiveLendingPeriod(queue.formatClass, { ...queue, preferences: {} });
  return {
    ...queue,
    loanDays,
    isWanted: queue.liveHolds > 0 || !isCopyFree,
    known,
    unread: Math.max(0, queue.liveHolds - holds.length),
    shown: queue.shown === null ? undefined : shownFrom(queue.shown, queue.madeAt),
    loanTenths: sumOf(queue.collections.map((each) => each.loanTenths)),
    rules: [lastWait(holds), minutesAPlace(loanDays, ownedIn(known.collections))],
  };
}

function shownFrom({ categories, keys, ends, likely }: StoredWaits, now: Date): ShownWaits {
  const hoursFromNow = (minute: number): number => (minute * MINUTE_MS - now.getTime()) / HOUR_MS;
  const curves = categories.map((category, number) => {
    // Drops the last point, which is that of future holds.
    const points = keys.flatMap((key, index) => {
      const ticket = key - (number + 1) * CATEGORY_STEP;
      if (ticket < 0 || ticket >= LAST_TICKET) return [];
      return [{ ticket, hours: hoursFromNow(ends[index]!), likelyHours: hoursFromNow(likely[index]!) }];
    });
    return { category, points };
  });
  return { curves, hoursLeftToday: (DAY_MS - (now.getTime() % DAY_MS)) / HOUR_MS };
}

function sumOf(tenths: readonly (readonly number[])[]): readonly number[] {
  return Array.from({ length: LOAN_TENTHS + 1 }, (_, tenth) =>
    tenths.reduce((sum, each) => sum + (each[tenth] ?? 0), 0),
  );
}

/**
 * The wait of a hold whose copy is still set aside, in whole days: other rows keep it after that hold has ended, and minutes would reveal which
 * patron waited just as long.
 */
function lastWait(holds: readonly ForecastHoldRow[]): number | null {
  const ready = holds.filter(({ daysWaited }) => daysWaited !== null);
  const last = ready.reduce<ForecastHoldRow | undefined>(
    (latest, each) => ((each.pickupEndsIn ?? 0) >= (latest?.pickupEndsIn ?? 0) ? each : latest),
    undefined,
  );
  return last?.daysWaited == null ? null : last.daysWaited * MINUTES_A_DAY;
}

function minutesAPlace(loanDays: number, owned: number): number | null {
  return owned === 0 ? null : Math.round((loanDays * MINUTES_A_DAY) / owned);
}

const MINUTES_A_DAY = 24 * 60;

function knownQueue(queue: QueueRow, rows: readonly ForecastHoldRow[]): KnownQueue {
  const loanHours = (preferences: Partial<LendingPeriods>): number =>
    24 * effectiveLendingPeriod(queue.formatClass, { ...queue, preferences });
  const holdOf = ({ ticket, category, returnsIn, preferences, hasMissed }: ForecastHoldRow): KnownHold => ({
    ticket,
    category,
    returnsIn: returnsIn ?? 0,
    loanHours: loanHours(preferences),
    hasMissed,
  });
  const collections = queue.collections.map(({ setAside, licences, ...collection }) => {
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
    return { ...collection, ...(licences !== null && { licences }), pickups: [...ready, ...others] };
  });
  const waiting = rows.filter((row) => row.collectionId === null && !row.isSuspendedForGood);
  return {
    collections,
    pickupHours: queue.pickupHours,
    ...(queue.hasOwnPickup && { hasOwnPickup: true }),
    ...(queue.closed && { pickupEnds: pickupEndsAhead(queue.closed, queue.madeAt) }),
    ...(queue.suspending && { pauses: pausesAhead(queue.suspending, queue.madeAt) }),
    returnsAfterMiss: hoursUntilReturn(queue.missedPickup),
    holds: waiting.map(holdOf),
    suspended: rows.filter((row) => row.isSuspendedForGood).map(holdOf),
  };
}
