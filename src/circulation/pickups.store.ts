import { writeNotices } from '../notifications/sending/notice-outbox.store.js';
import { inQuery } from '../platform/database/cluster.store.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { IS_WAITING } from './hold-row.store.js';
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

const POSTPONE = statement<{ ticket: number; isTold: boolean }>(
  'pickups-postpone',
  `UPDATE hold h SET expires_at = $3::timestamptz, extendable_to = ${inQuery('h.extendable_to + ($3::timestamptz - h.expires_at)')},
     notice_sent_for = CASE WHEN h.notice_sent_for = h.expires_at THEN $3::timestamptz ELSE h.notice_sent_for END,
     trace = ${traceWith(holdEvent('offered', { until: '$3::timestamptz', collectionId: 'h.collection_id' }))}
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.collection_id IS NOT NULL AND h.expires_at < $3::timestamptz
   RETURNING h.ticket, h.notice_sent_for IS NOT DISTINCT FROM h.expires_at AS "isTold"`,
);

/**
 * Lets no pickup of a locked queue end before `until`. A notice tells the patrons: those who know that their copy is set aside learn the new
 * end, the others that it is set aside.
 * @returns the tickets of the holds whose pickups end later now
 */
export async function postponePickups(
  connection: Connection,
  queue: Queue,
  until: Date,
): Promise<readonly number[]> {
  const { websiteId, reserveId } = queue;
  const postponed = await connection.run(POSTPONE, [websiteId, reserveId, until]);
  const ticketsOf = (isTold: boolean): number[] =>
    postponed.filter((hold) => hold.isTold === isTold).map(({ ticket }) => ticket);
  const [told, untold] = [ticketsOf(true), ticketsOf(false)];
  if (told.length > 0) {
    // A bounce still finds the hold. The mail about the new end replaces the reminder.
    await connection.prisma.sentNotice.updateMany({
      where: { websiteId, reserveId, ticket: { in: told }, messageId: { startsWith: 'ready-' } },
      data: { expiresAt: until, remindAt: null },
    });
    await writeNotices(connection, 'reminder', queue, told);
  }
  if (untold.length > 0) await writeNotices(connection, 'ready', queue, untold);
  return [...told, ...untold];
}

/** Some of the waiting holds of a queue that are not suspended, the first in line first. */
export const findWaiting = statement<{ ticket: number; missedPickups: number }>(
  'pickups-find-waiting',
  `SELECT ticket, missed_pickups AS "missedPickups" FROM hold h
   WHERE website_id = $1 AND reserve_id = $2 AND ${IS_WAITING} ORDER BY ticket LIMIT $3`,
).all((queue: Queue, most: number) => [queue.websiteId, queue.reserveId, most]);
