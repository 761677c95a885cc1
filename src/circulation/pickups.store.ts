import { writeNotices } from '../notifications/sending/notice-outbox.store.js';
import { inQuery } from '../platform/database/cluster.store.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { holdEvent, traceWith } from './hold-trace.store.js';
import type { Queue } from './queue.store.js';

const EXTEND = statement(
  'pickups-extend',
  `UPDATE hold h SET expires_at = h.extendable_to,
     trace = ${traceWith(holdEvent('offered', { until: 'h.extendable_to', collectionId: 'h.collection_id' }))}
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[])`,
);

/** Extends the pickups of these holds, because no mail server has accepted their notices. New notices name the new end. */
export async function extendPickups(
  connection: Connection,
  queue: Queue,
  tickets: readonly number[],
): Promise<void> {
  await Promise.all([
    connection.run(EXTEND, [queue.websiteId, queue.reserveId, tickets]),
    writeNotices(connection, 'ready', queue, tickets),
  ]);
}

/** A pickup that is to end later. */
export interface LaterPickup {
  readonly ticket: number;
  readonly endsAt: Date;
  /** The end if no mail server accepts its notice in time; null: there is no notice. */
  readonly extendableTo: Date | null;
}

/** Not beyond the end of a licence, because of which it may end so early. */
const POSTPONE = statement<{ ticket: number; endsAt: Date; isTold: boolean }>(
  'pickups-postpone',
  `WITH later AS MATERIALIZED (
     SELECT h.ticket, LEAST(given.ends_at, licence.ends_at) AS ends_at, LEAST(given.extendable_to, licence.ends_at) AS extendable_to
     FROM unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) AS given (ticket, ends_at, extendable_to)
     JOIN hold h ON h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = given.ticket
     CROSS JOIN LATERAL (
       SELECT min(n.ends_at) AS ends_at FROM licence n
       WHERE n.website_id = $1 AND n.reserve_id = $2 AND n.collection_id = h.collection_id AND n.is_counted
         AND n.ends_at >= h.expires_at) licence)
   UPDATE hold h SET expires_at = later.ends_at, extendable_to = ${inQuery('CASE WHEN h.extendable_to IS NOT NULL THEN later.extendable_to END')},
     notice_sent_for = CASE WHEN h.notice_sent_for = h.expires_at THEN later.ends_at ELSE h.notice_sent_for END,
     trace = ${traceWith(holdEvent('offered', { until: 'later.ends_at', collectionId: 'h.collection_id' }))}
   FROM later
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[]) AND h.ticket = later.ticket
     AND h.expires_at < later.ends_at
   RETURNING h.ticket, later.ends_at AS "endsAt", h.notice_sent_for IS NOT DISTINCT FROM h.expires_at AS "isTold"`,
);

/** A bounce still finds the hold, and a reminder that has not gone yet comes as long before the new end. */
const MOVE_SENT = statement(
  'pickups-move-sent',
  `UPDATE sent_notice n SET expires_at = later.ends_at, remind_at = ${inQuery('n.remind_at + (later.ends_at - n.expires_at)')}
   FROM unnest($3::int[], $4::timestamptz[]) AS later (ticket, ends_at)
   WHERE n.website_id = $1 AND n.reserve_id = $2 AND n.ticket = later.ticket AND n.message_id LIKE 'ready-%'`,
);

/**
 * Lets pickups of a locked queue end later. A notice tells the patrons: those who know that their copy is set aside learn the new end, the
 * others that it is set aside.
 * @returns the tickets of the holds whose pickups end later now
 */
export async function postponePickups(
  connection: Connection,
  queue: Queue,
  pickups: readonly LaterPickup[],
): Promise<readonly number[]> {
  const { websiteId, reserveId } = queue;
  const postponed = await connection.run(POSTPONE, [
    websiteId,
    reserveId,
    pickups.map(({ ticket }) => ticket),
    pickups.map(({ endsAt }) => endsAt),
    pickups.map(({ extendableTo }) => extendableTo),
  ]);
  const told = postponed.filter(({ isTold }) => isTold);
  const ticketsOf = (some: readonly { readonly ticket: number }[]): number[] =>
    some.map(({ ticket }) => ticket);
  const untold = postponed.filter(({ isTold }) => !isTold);
  if (told.length > 0) {
    await connection.run(MOVE_SENT, [
      websiteId,
      reserveId,
      ticketsOf(told),
      told.map(({ endsAt }) => endsAt),
    ]);
    await writeNotices(connection, 'pickup-later', queue, ticketsOf(told));
  }
  if (untold.length > 0) await writeNotices(connection, 'ready', queue, ticketsOf(untold));
  return ticketsOf(postponed);
}
