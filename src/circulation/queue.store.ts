import type { MissedPickup } from '../domain/hold.js';
import type { PatronKey } from '../domain/patron.js';
import { BLOCK_BITS, type FreeCopies, type HandOver, type WaitingHold } from '../domain/queue.js';
import type { TitleId } from '../domain/title-id.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { HOLD_COLUMNS, type HoldRow } from './hold-row.js';

/** The queue of one title in one library. */
export interface Queue {
  readonly websiteId: number;
  readonly reserveId: string;
}

export interface NamedQueue extends Queue {
  readonly crossRefId: number;
}

/**
 * Locks the patron, then the title's queue: always in this order, so that no two requests wait for each other. The
 * patron's row is locked by the time the queue's is looked for, because the queue's key needs it. What the locks
 * protect must be read by a later statement: this one's snapshot may be older than the wait.
 */
const lockBy = (column: 'reserve_id' | 'cross_ref_id'): string => `
  WITH me AS (SELECT website_id FROM patron WHERE website_id = $1 AND patron_id = $2 FOR NO KEY UPDATE)
  SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId"
  FROM title t JOIN title_queue q ON q.reserve_id = t.reserve_id
  WHERE t.${column} = $3 AND q.website_id = (SELECT website_id FROM me)
  FOR NO KEY UPDATE OF q`;

const LOCK_BY_RESERVE_ID = statement('queue-lock-by-reserve-id', lockBy('reserve_id'));
const LOCK_BY_CROSS_REF_ID = statement('queue-lock-by-cross-ref-id', lockBy('cross_ref_id'));

/** Undefined: the library has no such title (or there is no such patron any more). */
export async function lockPatronAndQueue(
  connection: Connection,
  patron: PatronKey,
  title: TitleId,
): Promise<NamedQueue | undefined> {
  const [lock, id] =
    title.kind === 'reserveId'
      ? [LOCK_BY_RESERVE_ID, title.reserveId]
      : [LOCK_BY_CROSS_REF_ID, title.crossRefId];
  const [queue] = await connection.run<NamedQueue>(lock, [patron.websiteId, patron.patronId, id]);
  return queue;
}

export interface OwnHoldRow extends HoldRow {
  readonly now: Date;
  /** A suspension or a pickup of this queue is over, and nobody has acted on it yet. */
  readonly somethingDue: boolean;
}

const OWN_HOLD = statement(
  'queue-own-hold',
  `SELECT ${HOLD_COLUMNS}, clock.now,
     EXISTS (SELECT FROM hold d WHERE d.website_id = $1 AND d.reserve_id = $3
             AND COALESCE(d.suspended_until, d.expires_at) <= clock.now) AS "somethingDue"
   FROM hold h CROSS JOIN (SELECT service_now() AS now) clock
   WHERE h.website_id = $1 AND h.patron_id = $2 AND h.reserve_id = $3`,
);

export async function findOwnHold(
  connection: Connection,
  patron: PatronKey,
  queue: Queue,
): Promise<OwnHoldRow | undefined> {
  const values = [patron.websiteId, patron.patronId, queue.reserveId];
  const [row] = await connection.run<OwnHoldRow>(OWN_HOLD, values);
  return row;
}

export interface DueHoldRow extends HoldRow {
  readonly now: Date;
  readonly missedPickup: MissedPickup;
}

const DUE_HOLDS = statement(
  'queue-due-holds',
  `SELECT ${HOLD_COLUMNS}, clock.now, l.missed_pickup AS "missedPickup"
   FROM hold h JOIN library l USING (website_id) CROSS JOIN (SELECT service_now() AS now) clock
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND COALESCE(h.suspended_until, h.expires_at) <= clock.now
   ORDER BY h.ticket`,
);

export function findDueHolds(connection: Connection, queue: Queue): Promise<DueHoldRow[]> {
  return connection.run<DueHoldRow>(DUE_HOLDS, [queue.websiteId, queue.reserveId]);
}

const END_SUSPENSIONS = statement(
  'queue-end-suspensions',
  `UPDATE hold SET suspension_type = NULL, suspended_until = NULL
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3)`,
);

/** Makes suspended holds live again. Whether a copy is there for them is a question for `findCopiesToHandOn`. */
export async function endSuspensions(
  connection: Connection,
  queue: Queue,
  tickets: readonly number[],
): Promise<void> {
  await connection.run(END_SUSPENSIONS, [queue.websiteId, queue.reserveId, tickets]);
}

/** A freed copy first makes up for one that the library no longer owns. */
const FREE_COPY = `
  UPDATE copies c SET set_aside = c.set_aside - 1, retiring = GREATEST(c.retiring - 1, 0)
  FROM gone WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.collection_id = gone.collection_id`;

const SUSPEND = statement(
  'queue-suspend',
  `WITH gone AS (SELECT collection_id FROM hold WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3),
     freed AS (${FREE_COPY})
   UPDATE hold SET suspension_type = $4, suspended_until = $5, missed_pickups = $6,
     collection_id = NULL, expires_at = NULL
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3`,
);

export interface SuspensionColumns {
  readonly suspensionType: string;
  readonly suspendedUntil: Date | null;
  readonly missedPickups: number;
}

/** Suspends a hold, or changes its suspension; the copy set aside for it, if any, is free again. */
export async function suspend(
  connection: Connection,
  queue: Queue,
  ticket: number,
  suspension: SuspensionColumns,
): Promise<void> {
  const { suspensionType, suspendedUntil, missedPickups } = suspension;
  const key = [queue.websiteId, queue.reserveId, ticket];
  await connection.run(SUSPEND, [...key, suspensionType, suspendedUntil, missedPickups]);
}

/** The two counters above a ticket: `blocks` has one row per level. */
const BLOCKS_OF_TICKET = `
  SELECT level, ($3::int >> (${BLOCK_BITS} * level)) AS block FROM (VALUES (1), (2)) AS levels (level)`;

const END_HOLD = statement(
  'queue-end-hold',
  `WITH gone AS (
       DELETE FROM hold WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3 RETURNING collection_id),
     freed AS (${FREE_COPY}),
     shortened AS (
       UPDATE title_queue SET live_holds = live_holds - 1
       WHERE website_id = $1 AND reserve_id = $2 AND EXISTS (SELECT FROM gone)),
     blocks AS (${BLOCKS_OF_TICKET}),
     emptied AS (
       DELETE FROM queue_block b USING blocks
       WHERE b.website_id = $1 AND b.reserve_id = $2 AND b.level = blocks.level AND b.block = blocks.block
         AND b.live_holds = 1 AND EXISTS (SELECT FROM gone)),
     lowered AS (
       UPDATE queue_block b SET live_holds = b.live_holds - 1 FROM blocks
       WHERE b.website_id = $1 AND b.reserve_id = $2 AND b.level = blocks.level AND b.block = blocks.block
         AND b.live_holds > 1 AND EXISTS (SELECT FROM gone))
   SELECT FROM gone`,
);

/** Deletes a hold, lowers the counters it stood in, and frees the copy that was set aside for it, if any. */
export async function endHold(connection: Connection, queue: Queue, ticket: number): Promise<void> {
  await connection.run(END_HOLD, [queue.websiteId, queue.reserveId, ticket]);
}

const COPIES_TO_HAND_ON = statement(
  'queue-copies-to-hand-on',
  `WITH free_copies AS MATERIALIZED (
       SELECT c.collection_id AS "collectionId", c.owned - c.on_loan - c.set_aside AS free,
         ARRAY (SELECT cc.category FROM category_collection cc
                WHERE cc.website_id = c.website_id AND cc.collection_id = c.collection_id) AS categories
       FROM copies c
       WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.owned > c.on_loan + c.set_aside),
     waiting AS (
       SELECT first.ticket, first.category
       FROM (SELECT DISTINCT unnest(categories) AS category FROM free_copies) eligible
       CROSS JOIN LATERAL (
         SELECT h.ticket, h.category FROM hold h
         WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.category = eligible.category
           AND h.collection_id IS NULL AND h.suspension_type IS NULL
         ORDER BY h.ticket LIMIT (SELECT sum(free) FROM free_copies)) first)
   SELECT COALESCE((SELECT json_agg(free_copies) FROM free_copies), '[]') AS copies,
     COALESCE((SELECT json_agg(waiting) FROM waiting), '[]') AS waiting`,
);

export interface CopiesToHandOn {
  readonly copies: FreeCopies[];
  /** For each category that may use a free copy, its first holds in line: as many as there are free copies. */
  readonly waiting: WaitingHold[];
}

export async function findCopiesToHandOn(connection: Connection, queue: Queue): Promise<CopiesToHandOn> {
  const values = [queue.websiteId, queue.reserveId];
  const [found] = await connection.run<CopiesToHandOn>(COPIES_TO_HAND_ON, values);
  return found ?? { copies: [], waiting: [] };
}

const HAND_OVER = statement(
  'queue-hand-over',
  `WITH given AS (SELECT * FROM unnest($3::int[], $4::text[]) AS given (ticket, collection_id)),
     counted AS (SELECT collection_id, count(*)::int AS number FROM given GROUP BY collection_id),
     aside AS (
       UPDATE copies c SET set_aside = c.set_aside + counted.number FROM counted
       WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.collection_id = counted.collection_id)
   UPDATE hold h SET collection_id = given.collection_id,
     expires_at = service_now() + make_interval(hours => l.pickup_hours)
   FROM given, library l
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = given.ticket AND l.website_id = h.website_id`,
);

/** Sets a copy aside for each of these holds and makes it ready, for the library's pickup time. */
export async function handOver(
  connection: Connection,
  queue: Queue,
  given: readonly HandOver[],
): Promise<void> {
  const tickets = given.map((entry) => entry.ticket);
  const collectionIds = given.map((entry) => entry.collectionId);
  await connection.run(HAND_OVER, [queue.websiteId, queue.reserveId, tickets, collectionIds]);
}
