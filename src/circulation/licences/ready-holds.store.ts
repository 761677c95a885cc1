import { inQuery } from '../../platform/database/cluster.store.js';
import { statement } from '../../platform/database/statement.js';
import { OFFERED_AT } from '../event-facts.store.js';
import { holdEvent, traceWith } from '../hold-trace.store.js';
import type { Queue } from '../../domain/holds/queue.js';
import { moveCopies } from '../queue.store.js';
import { SET_UPDATED_AT } from '../updated-at.store.js';

/**
 * Holds that are ready wait again, in their places, because the licences of their copies have ended: first those that were promised a copy until
 * one of these ends, then those that were ready last.
 * @param number how many at least
 */
export const findHoldsWithoutLicence = statement<{ ticket: number }>(
  'queue-holds-without-licence',
  `SELECT ticket FROM (
     SELECT h.ticket, ${OFFERED_AT} AS offered_at, h.expires_at = ANY ($5::timestamptz[]) AS is_promise_over
     FROM hold h JOIN library l ON l.website_id = $1 JOIN title_queue q ON q.website_id = $1 AND q.reserve_id = $2
     WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.collection_id = $3) ready
   ORDER BY is_promise_over DESC, offered_at DESC, ticket DESC
   LIMIT GREATEST($4::int, (SELECT count(*) FROM hold WHERE website_id = $1 AND reserve_id = $2 AND collection_id = $3
                            AND expires_at = ANY ($5::timestamptz[])))`,
).column('ticket', (queue: Queue, collectionId: string, number: number, ends: readonly Date[]) => [
  queue.websiteId,
  queue.reserveId,
  collectionId,
  number,
  ends,
]);

/** These ready holds wait again, in their places. */
export const takeBackCopies = statement(
  'queue-take-back-copies',
  `WITH gone AS (
       SELECT h.collection_id FROM hold h
       WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[])),
     freed AS (${moveCopies('false')}),
     marked AS (${SET_UPDATED_AT})
   UPDATE hold h SET collection_id = NULL, expires_at = NULL, extendable_to = NULL,
     copy_gone_at = ${inQuery("date_trunc('milliseconds', service_now())")}, trace = ${traceWith(holdEvent('licence-ended'))}
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[])`,
).execute((queue: Queue, tickets: readonly number[]) => [queue.websiteId, queue.reserveId, tickets]);

/** Those of these holds that wait, and for which the library still has copies. */
export const findStillWaiting = statement<{ ticket: number }>(
  'queue-still-waiting',
  `SELECT ticket FROM hold
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3::int[]) AND collection_id IS NULL AND copies_lost_at IS NULL`,
).column('ticket', (queue: Queue, tickets: readonly number[]) => [queue.websiteId, queue.reserveId, tickets]);
