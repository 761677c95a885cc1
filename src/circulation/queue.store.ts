import { type HoldEnd, isToldToPatron } from '../domain/holds/hold-end.js';
import type { PatronKey, Standing } from '../domain/patron.js';
import { BLOCK_BITS, type Queue } from '../domain/holds/queue.js';
import type { TitleId } from '../domain/titles/title-id.js';
import type { Hold, NotNeeded } from '../domain/holds/hold.js';
import type { Suspension } from '../domain/holds/suspension.js';
import { type Connection, statement } from '../platform/database/statement.js';
import {
  type EndedNotice,
  writeEndedNotices,
  writeNotices,
} from '../notifications/sending/notice-outbox.store.js';
import { getsTextsOrPush } from '../notifications/texts/notice-channels.store.js';
import { inQuery } from '../platform/database/cluster.store.js';
import { FIND_NEW_UPDATED_AT, SET_UPDATED_AT, updatedAtAssignments } from './updated-at.store.js';
import { IS_ALTERNATIVE } from './alternatives/alternatives.store.js';
import { endOf, somethingDue } from './due/due.store.js';
import {
  HOLD_COLUMNS,
  type HoldContext,
  type HoldRow,
  type OuterJoined,
  presentHold,
  RULE_COLUMNS,
} from './hold-row.store.js';
import { holdEvent, traceSuspendedUntil, traceWith } from './hold-trace.store.js';
import { STANDING } from './standing.store.js';
import { byTitleId, runByTitleId } from './title-statements.store.js';

export type { Queue };

export interface NamedQueue extends Queue {
  readonly crossRefId: number;
}

interface LockedQueueRow extends NamedQueue, Standing {}

/** SQL that locks the patron $2, and then selects queues `q` with their titles `t`. */
const LOCKED_PATRON_AND_QUEUE = `
  WITH me AS (SELECT ${STANDING} FROM patron p WHERE website_id = $1 AND patron_id = $2 FOR NO KEY UPDATE)
  SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId",
    (SELECT "blockedReason" FROM me), COALESCE((SELECT "isExpired" FROM me), false) AS "isExpired"`;

/**
 * Locks the patron, then the title's queue. The order is always the same, so two requests never wait for each other. The patron's row is
 * locked before the queue's row is searched: PostgreSQL first checks, once, whether there is such a patron. Read what the locks protect in a
 * later statement: the snapshot of this one may be older than its wait.
 */
const LOCK = byTitleId<LockedQueueRow>(
  'queue-lock',
  (column) => `
  ${LOCKED_PATRON_AND_QUEUE}
  FROM title t JOIN title_queue q ON q.reserve_id = t.reserve_id
  WHERE t.${column} = $3 AND q.website_id = $1 AND EXISTS (SELECT FROM me)
  FOR NO KEY UPDATE OF q`,
);

/** Undefined: the library has no such title, or the patron was deleted. */
export async function lockPatronAndQueue(
  connection: Connection,
  patron: PatronKey,
  title: TitleId,
): Promise<LockedQueueRow | undefined> {
  const [queue] = await runByTitleId(connection, LOCK, [patron.websiteId, patron.patronId], title);
  return queue;
}

/** The same, with the queues $3, and with those of the alternatives to the patron's hold on the title: all in the order of their numbers. */
const LOCK_SEVERAL = byTitleId<LockedQueueRow>(
  'queue-lock-several',
  (column) => `
  ${LOCKED_PATRON_AND_QUEUE}
  FROM title_queue q JOIN title t USING (reserve_id)
  WHERE q.website_id = $1 AND EXISTS (SELECT FROM me)
    AND q.reserve_id = ANY ($3::uuid[] || ARRAY (
      SELECT own.reserve_id FROM title own WHERE own.${column} = $4
      UNION ALL
      SELECT o.reserve_id FROM title own JOIN hold h USING (reserve_id) JOIN hold o ON ${IS_ALTERNATIVE}
      WHERE own.${column} = $4 AND h.website_id = $1 AND h.patron_id = $2))
  ORDER BY q.reserve_id FOR NO KEY UPDATE OF q`,
);

/**
 * Locks the patron, then the title's queue with those of the alternatives to the patron's hold on it, and more.
 * @param more reserveIds
 * @returns none if the patron was deleted
 */
export async function lockPatronAndQueues(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  title: TitleId,
  more: readonly string[],
): Promise<LockedQueueRow[]> {
  return runByTitleId(connection, LOCK_SEVERAL, [websiteId, patronId, more], title);
}

/** @returns false when the library no longer has the queue */
export const lockQueue = statement(
  'queue-lock-alone',
  `SELECT FROM title_queue WHERE website_id = $1 AND reserve_id = $2 FOR NO KEY UPDATE`,
).any((queue: Queue) => [queue.websiteId, queue.reserveId]);

export interface OwnHoldRow {
  readonly now: Date;
  /** A suspension, a pickup or a loan of this queue is over, and no process has acted on it yet. */
  readonly somethingDue: boolean;
  /** Undefined: the patron has no hold in this queue. */
  readonly row: HoldRow | undefined;
}

const OWN_HOLD = statement<OuterJoined<HoldRow> & Omit<OwnHoldRow, 'row'>>(
  'queue-own-hold',
  `SELECT clock.now, ${somethingDue('$1', '$3')} AS "somethingDue", ${HOLD_COLUMNS}
   FROM (SELECT service_now() AS now) clock
   LEFT JOIN hold h ON h.website_id = $1 AND h.patron_id = $2 AND h.reserve_id = $3`,
);

export async function findOwnHold(
  connection: Connection,
  patron: PatronKey,
  queue: Queue,
): Promise<OwnHoldRow> {
  const values = [patron.websiteId, patron.patronId, queue.reserveId];
  const [found] = await connection.run(OWN_HOLD, values);
  if (found === undefined) throw new Error('A statement that always has a row had none.');
  return { ...found, row: presentHold(found) };
}

export const isSomethingDue = statement<{ somethingDue: boolean }>(
  'queue-something-due',
  `SELECT ${somethingDue('$1', '$2')} AS "somethingDue"`,
).isTrue('somethingDue', (queue: Queue) => [queue.websiteId, queue.reserveId]);

/** Those of these locked queues of one library in which time has ended something, or a copy may be free for somebody. */
export const findUnsettled = statement<Queue>(
  'queue-unsettled',
  `SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId" FROM title_queue q
   WHERE q.website_id = $1 AND q.reserve_id = ANY ($2::uuid[])
     AND (${somethingDue('$1', 'q.reserve_id')} OR q.live_holds > 0 AND EXISTS (
       SELECT FROM copies c WHERE c.website_id = $1 AND c.reserve_id = q.reserve_id AND c.owned > c.on_loan + c.set_aside))
   ORDER BY q.reserve_id`,
).all((websiteId: number, queues: readonly Queue[]) => [websiteId, queues.map(({ reserveId }) => reserveId)]);

export type DueHoldRow = HoldRow & HoldContext;

export const findDueHolds = statement<DueHoldRow>(
  'queue-due-holds',
  `SELECT ${HOLD_COLUMNS}, clock.now, ${RULE_COLUMNS}
   FROM hold h JOIN library l USING (website_id) CROSS JOIN (SELECT service_now() AS now) clock
   WHERE h.website_id = $1 AND h.reserve_id = $2
     AND ${endOf('h')} <= clock.now
   ORDER BY h.ticket`,
).all((queue: Queue) => [queue.websiteId, queue.reserveId]);

const RELEASED = `CASE WHEN h.suspended_until <= service_now()
  THEN ${holdEvent('released', { by: `'time'`, at: 'h.suspended_until' })}
  ELSE ${holdEvent('released', { by: `'request'` })} END`;

/** Makes suspended holds live again. `findCopiesToAssign` says whether a copy is free for them. */
export const endSuspensions = statement(
  'queue-end-suspensions',
  `UPDATE hold h SET suspension_type = NULL, suspended_until = NULL, suspended_since = NULL, suspension_ends_at = NULL,
     trace = ${traceWith(RELEASED)}
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3)`,
).execute((queue: Queue, tickets: readonly number[]) => [queue.websiteId, queue.reserveId, tickets]);

/** Cancels the announced ends of these holds. A worker announces another end if the library's rule demands it. */
export const takeBackAnnouncedEnds = statement(
  'queue-take-back-announced-ends',
  `UPDATE hold SET suspension_ends_at = NULL WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3)`,
).execute((queue: Queue, tickets: readonly number[]) => [queue.websiteId, queue.reserveId, tickets]);

/**
 * Copies of the holds in `gone` are no longer set aside. With `lent` they go on loan. Otherwise they are free, but first they replace copies
 * that the library no longer owns.
 */
export const moveCopies = (lent: string): string => `
  UPDATE copies c SET set_aside = c.set_aside - moved.number,
    on_loan = c.on_loan + CASE WHEN ${lent} THEN moved.number ELSE 0 END,
    loans_begun = c.loans_begun + CASE WHEN ${lent} THEN moved.number ELSE 0 END,
    retiring = CASE WHEN ${lent} THEN c.retiring ELSE GREATEST(c.retiring - moved.number, 0) END
  FROM (SELECT collection_id, count(*)::int AS number FROM gone GROUP BY collection_id) moved
  WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.collection_id = moved.collection_id`;

/*
 * The statements below name a joined row a second time, by an array of keys. PostgreSQL assumes that a queue has average length and reads all
 * of it instead of looking up a few tickets; the longest queue is thousands of times longer.
 */

/** A missed pickup is over since its end, whenever that is recorded. */
const SUSPENDED = `CASE WHEN wanted.missed_pickups > h.missed_pickups
  THEN jsonb_build_array(${holdEvent('missed', { at: 'h.expires_at' })},
    ${holdEvent('suspended', { at: 'h.expires_at', until: 'wanted.suspended_until' })})
  ELSE ${holdEvent('suspended', { until: 'wanted.suspended_until' })} END`;

export interface SuspendedTicket {
  readonly ticket: number;
  readonly suspension: Suspension;
  readonly missedPickups: number;
}

/**
 * Suspends holds, or changes their suspensions; copies set aside for them become free. A last day that is over is taken away: only a ready hold can
 * have one, and its patron wants the title later.
 */
export const suspend = statement(
  'queue-suspend',
  `WITH wanted AS (
       SELECT * FROM unnest($3::int[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::int[])
         AS wanted (ticket, suspension_type, suspended_until, suspended_since, missed_pickups)),
     gone AS (
       SELECT h.collection_id FROM hold h
       WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[])),
     freed AS (${moveCopies('false')}),
     marked AS (${SET_UPDATED_AT} AND EXISTS (SELECT FROM gone WHERE collection_id IS NOT NULL))
   UPDATE hold h SET suspension_type = wanted.suspension_type, suspended_until = wanted.suspended_until,
     suspended_since = wanted.suspended_since, suspension_ends_at = NULL,
     missed_pickups = wanted.missed_pickups, collection_id = NULL, expires_at = NULL, extendable_to = NULL,
     not_needed_after = ${inQuery(`CASE WHEN h.not_needed_from > service_now() THEN h.not_needed_after END`)},
     not_needed_from = ${inQuery(`CASE WHEN h.not_needed_from > service_now() THEN h.not_needed_from END`)},
     trace = ${traceSuspendedUntil('wanted.suspended_until', traceWith(SUSPENDED))}
   FROM wanted
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[]) AND h.ticket = wanted.ticket`,
).execute((queue: Queue, wanted: readonly SuspendedTicket[]) => [
  queue.websiteId,
  queue.reserveId,
  wanted.map(({ ticket }) => ticket),
  wanted.map(({ suspension }) => suspension.type),
  wanted.map(({ suspension }) => (suspension.type === 'limited' ? suspension.until : null)),
  wanted.map(({ suspension }) => (suspension.type === 'indefinite' ? (suspension.since ?? null) : null)),
  wanted.map(({ missedPickups }) => missedPickups),
]);

/** Suspends holds whose pickups were missed. A notice tells patrons who must release theirs, if they have an address. */
export async function suspendAfterMissedPickups(
  connection: Connection,
  queue: Queue,
  missed: readonly SuspendedTicket[],
): Promise<void> {
  await suspend(connection, queue, missed);
  const indefinite = missed.filter(({ suspension }) => suspension.type === 'indefinite');
  const tickets = indefinite.map(({ ticket }) => ticket);
  if (tickets.length > 0) await writeNotices(connection, 'pickup-missed', queue, tickets);
}

/** Gives a hold another last day, or takes it away. */
export const changeLastDay = statement(
  'queue-change-last-day',
  `UPDATE hold h SET not_needed_after = $4::date, not_needed_from = $5,
     trace = CASE WHEN h.not_needed_after IS NOT DISTINCT FROM $4::date THEN h.trace
       ELSE ${traceWith(holdEvent('last-day-changed', { until: '$5::timestamptz' }))} END
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3`,
).execute((queue: Queue, { ticket }: Hold, last: NotNeeded | null) => [
  queue.websiteId,
  queue.reserveId,
  ticket,
  last?.after ?? null,
  last?.from ?? null,
]);

const LOST_BLOCKS = `
  b.website_id = $1 AND b.reserve_id = $2 AND b.level IN (1, 2) AND b.block = ANY (ARRAY (SELECT block FROM lost))
  AND b.level = lost.level AND b.block = lost.block`;

const END_HOLDS = statement<NotifiedEnd>(
  'queue-end-holds',
  `WITH gone AS (
       DELETE FROM hold WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3)
       RETURNING ticket, category, collection_id, patron_id, email_address, expires_at, suspension_ends_at, not_needed_from),
     moved AS (${moveCopies('$4::boolean')}),
     shortened AS (
       UPDATE title_queue q SET live_holds = q.live_holds - ended.number,
         ${updatedAtAssignments('ended.updated_at', 'q.live_holds - ended.number')}
       FROM (SELECT count(*)::int AS number, (${FIND_NEW_UPDATED_AT}) AS updated_at FROM gone) ended
       WHERE q.website_id = $1 AND q.reserve_id = $2),
     unsaid AS (DELETE FROM sent_notice s USING gone WHERE s.website_id = $1 AND s.reserve_id = $2 AND s.ticket = gone.ticket),
     lost AS (
       SELECT level, ticket >> (${BLOCK_BITS} * level) AS block, count(*)::int AS number
       FROM gone, (VALUES (1), (2)) AS levels (level) GROUP BY level, block),
     emptied AS (DELETE FROM queue_block b USING lost WHERE ${LOST_BLOCKS} AND b.live_holds = lost.number),
     lowered AS (
       UPDATE queue_block b SET live_holds = b.live_holds - lost.number FROM lost
       WHERE ${LOST_BLOCKS} AND b.live_holds > lost.number),
     fewer AS (
       UPDATE queue_category c SET live_holds = c.live_holds - lost.number
       FROM (SELECT category, count(*)::int AS number FROM gone GROUP BY category) lost
       WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.category = lost.category)
   SELECT ticket, patron_id AS "patronId", email_address AS "emailAddress",
     LEAST(CASE WHEN $6::boolean THEN GREATEST(expires_at, not_needed_from) ELSE LEAST(expires_at, suspension_ends_at) END, service_now())
       AS "endedAt",
     (SELECT p.language FROM patron p WHERE p.website_id = $1 AND p.patron_id = gone.patron_id) AS language
   FROM gone WHERE $5::boolean AND (email_address IS NOT NULL OR ${getsTextsOrPush('$1', 'gone.patron_id')})`,
);

/**
 * Deletes holds and lowers their counters: the only way in which a hold ends. Copies set aside for them go on loan if they were borrowed, and
 * become free otherwise. A notice tells patrons who did not end the hold themselves, if they can be told.
 */
export async function endHolds(
  connection: Connection,
  queue: Queue,
  tickets: readonly number[],
  end: HoldEnd,
): Promise<void> {
  const { websiteId, reserveId } = queue;
  const { reason } = end;
  const values = [
    websiteId,
    reserveId,
    tickets,
    reason === 'borrowed',
    isToldToPatron(end),
    reason === 'not-needed',
  ];
  const told = await connection.run(END_HOLDS, values);
  await writeEndedNotices(
    connection,
    told.map((hold) => ({ ...hold, websiteId, reserveId, reason })),
  );
}

/** The data of the notice to a patron, besides the hold's queue and the reason. */
type NotifiedEnd = Pick<EndedNotice, 'ticket' | 'patronId' | 'emailAddress' | 'language' | 'endedAt'>;

export const findTickets = statement<{ ticket: number }>(
  'queue-tickets',
  `SELECT ticket FROM hold WHERE website_id = $1 AND reserve_id = $2 ORDER BY ticket`,
).column('ticket', (queue: Queue) => [queue.websiteId, queue.reserveId]);
