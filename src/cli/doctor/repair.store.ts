import { BLOCK_BITS } from '../../domain/holds/queue.js';
import { type Connection, statement } from '../../platform/database/statement.js';

/**
 * If counters and holds ever differ, the holds are right. Each statement rebuilds one kind of counter from the holds. All queues are locked,
 * so no other process changes a counter meanwhile.
 */
const STEPS = [
  statement('repair-lock', 'LOCK TABLE title_queue IN EXCLUSIVE MODE'),
  statement('repair-blocks-delete', 'DELETE FROM queue_block'),
  statement(
    'repair-blocks',
    `INSERT INTO queue_block (website_id, reserve_id, level, block, live_holds)
     SELECT website_id, reserve_id, level, ticket >> (${BLOCK_BITS} * level), count(*)
     FROM hold CROSS JOIN (VALUES (1), (2)) AS levels (level) GROUP BY 1, 2, 3, 4`,
  ),
  statement('repair-categories-delete', 'DELETE FROM queue_category'),
  statement(
    'repair-categories',
    `INSERT INTO queue_category (website_id, reserve_id, category, live_holds)
     SELECT website_id, reserve_id, category, count(*) FROM hold GROUP BY 1, 2, 3`,
  ),
  statement(
    'repair-lengths',
    `UPDATE title_queue q SET live_holds = counted.holds, next_ticket = GREATEST(q.next_ticket, counted.highest + 1)
     FROM (SELECT q.website_id, q.reserve_id, count(h.ticket)::int AS holds, COALESCE(max(h.ticket), 0) AS highest
           FROM title_queue q LEFT JOIN hold h USING (website_id, reserve_id)
           GROUP BY q.website_id, q.reserve_id) counted
     WHERE q.website_id = counted.website_id AND q.reserve_id = counted.reserve_id
       AND (q.live_holds <> counted.holds OR q.next_ticket <= counted.highest)`,
  ),
];

/** Rebuilds the counters of all queues from their holds. Requests wait until it is done. */
export async function rebuildCounters(connection: Connection): Promise<void> {
  for (const step of STEPS) await connection.run(step);
}
