import { PICKUP_HOURS } from '../event-facts.store.js';
import type { ClosedDays } from '../../domain/library-calendar.js';
import type { EndingCopies } from '../../domain/holds/licence-end.js';
import type { Assignment, FreeCopies, WaitingHold } from '../../domain/holds/queue.js';
import { writeNotices } from '../../notifications/sending/notice-outbox.store.js';
import { getsTexts } from '../../notifications/texts/notice-channels.store.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { holdEvent, logAssignments, traceWith } from '../hold-trace.store.js';
import { CLOSED_DAYS } from '../calendar/calendar.store.js';
import { IS_WAITING } from '../hold-row.store.js';
import { ROOM } from '../licences/licence-columns.store.js';
import { patronWithLimit, wantsCopy } from '../pace/pace.store.js';
import type { Queue } from '../../domain/holds/queue.js';
import { SET_UPDATED_AT } from '../updated-at.store.js';

/** Free copies, and how long they can be promised. */
export interface PromisableCopies extends FreeCopies {
  readonly setAside: number;
  /** In the order of their ends. Null: no copy of the collection has an end. */
  readonly ending: readonly EndingCopies[] | null;
}

const ENDING = `(
  SELECT json_agg(json_build_object('until', n.ends_at, 'copies', ${ROOM}) ORDER BY n.ends_at) FROM licence n
  WHERE n.website_id = $1 AND n.reserve_id = $2 AND n.collection_id = c.collection_id AND n.is_counted AND n.holdable
    AND n.ends_at IS NOT NULL)`;

/** A copy that is given to a hold. */
export interface PromisedCopy extends Assignment {
  /** When its licence ends; null: not before the pickup. */
  readonly until: string | null;
}

export interface CandidateHold extends WaitingHold {
  /** The patron, if they want only so many holds ready at the same time; else null. */
  readonly patronWithLimit: number | null;
}

export interface CopiesToAssign {
  readonly copies: PromisableCopies[];
  /** For each category that may use a free copy, the first holds in line whose patrons want one now: as many as there are free copies. */
  readonly waiting: CandidateHold[];
  /** The end of the pickup of a hold that becomes ready now, if the library is open then. */
  readonly pickupEnd: Date;
  /** The end if no mail server accepts its notice in time, if the library is open then. */
  readonly extendableTo: Date;
  /** Null: a pickup ends on any day. */
  readonly closed: ClosedDays | null;
  /** Live holds that are not ready, suspended ones included. */
  readonly holdsWithoutCopy: number;
}

/** Leaves out holds of patrons to whom others may be assigning copies (`busy`). */
export const findCopiesToAssign = statement<CopiesToAssign>(
  'queue-copies-to-assign',
  `WITH free_copies AS MATERIALIZED (
       SELECT c.collection_id AS "collectionId", c.owned - c.on_loan - c.set_aside AS free,
         ARRAY (SELECT cc.category FROM category_collection cc
                WHERE cc.website_id = $1 AND cc.collection_id = c.collection_id) AS categories,
         c.set_aside AS "setAside", CASE WHEN c.licensed > 0 THEN ${ENDING} END AS ending
       FROM copies c
       WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.owned > c.on_loan + c.set_aside),
     waiting AS (
       SELECT first.*
       FROM (SELECT DISTINCT unnest(categories) AS category FROM free_copies) eligible
       CROSS JOIN LATERAL (
         SELECT h.ticket, h.category, ${patronWithLimit('h')} AS "patronWithLimit" FROM hold h
         WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.category = eligible.category
           AND ${IS_WAITING} AND ${wantsCopy('h', '$3::int[]')}
         ORDER BY h.ticket LIMIT (SELECT sum(free) FROM free_copies)) first)
   SELECT COALESCE((SELECT json_agg(free_copies) FROM free_copies), '[]') AS copies,
     COALESCE((SELECT json_agg(waiting) FROM waiting), '[]') AS waiting,
     service_now() + make_interval(hours => ${PICKUP_HOURS}) AS "pickupEnd",
     service_now() + make_interval(hours => 2 * ${PICKUP_HOURS}) AS "extendableTo",
     ${CLOSED_DAYS} AS closed,
     (q.live_holds
       - (SELECT COALESCE(sum(c.set_aside), 0) FROM copies c WHERE c.website_id = $1 AND c.reserve_id = $2))::int
       AS "holdsWithoutCopy"
   FROM title_queue q JOIN library l ON l.website_id = $1
   WHERE q.website_id = $1 AND q.reserve_id = $2`,
).one((queue: Queue, busy: readonly number[]) => [queue.websiteId, queue.reserveId, busy]);

const STORE_ASSIGNMENTS = statement(
  'queue-assign-copies',
  `WITH given AS (SELECT ticket, collection_id, LEAST(until, $5::timestamptz) AS pickup_end, LEAST(until, $6::timestamptz) AS extendable_to
       FROM unnest($3::int[], $4::text[], $7::timestamptz[]) AS given (ticket, collection_id, until)),
     counted AS (SELECT collection_id, count(*)::int AS number FROM given GROUP BY collection_id),
     aside AS (
       UPDATE copies c SET set_aside = c.set_aside + counted.number FROM counted
       WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.collection_id = counted.collection_id),
     marked AS (${SET_UPDATED_AT})
   UPDATE hold h SET collection_id = given.collection_id, expires_at = given.pickup_end,
     extendable_to = CASE WHEN h.email_address IS NOT NULL OR ${getsTexts('$1', 'h.patron_id')} THEN given.extendable_to END, copy_gone_at = NULL,
     trace = ${traceWith(holdEvent('offered', { until: 'given.pickup_end', collectionId: 'given.collection_id' }))}
   FROM given
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[]) AND h.ticket = given.ticket`,
);

/**
 * Sets a copy aside for each of these holds and makes it ready until the end of the pickup, or of its licence. The notices to the
 * patrons are written in the same transaction.
 * @param mayPassOver whether a hold without a copy remains, which may be further ahead in line
 */
export async function storeAssignments(
  connection: Connection,
  queue: Queue,
  given: readonly PromisedCopy[],
  { pickupEnd, extendableTo }: Pick<CopiesToAssign, 'pickupEnd' | 'extendableTo'>,
  mayPassOver: boolean,
): Promise<void> {
  const tickets = given.map((entry) => entry.ticket);
  const collectionIds = given.map((entry) => entry.collectionId);
  await Promise.all([
    connection.run(STORE_ASSIGNMENTS, [
      queue.websiteId,
      queue.reserveId,
      tickets,
      collectionIds,
      pickupEnd,
      extendableTo,
      given.map((entry) => entry.until),
    ]),
    ...(mayPassOver ? [logAssignments(connection, queue, tickets)] : []),
    writeNotices(connection, 'ready', queue, tickets),
  ]);
}
