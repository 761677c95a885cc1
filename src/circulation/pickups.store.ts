import { writeNotices } from '../notifications/sending/notice-outbox.store.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { holdEvent, traceWith } from './hold-trace.store.js';
import type { Queue } from './queue.store.js';

const EXTEND = statement(
  'pickups-extend',
  `UPDATE hold h SET expires_at = h.extendable_to,
     trace = ${traceWith(holdEvent('offered', { until: 'h.extendable_to', collectionId: 'h.collection_id' }))}
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[])`,
);

/** The pickups of these holds go on, because no mail server has accepted their notices. New ones name the new end. */
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
