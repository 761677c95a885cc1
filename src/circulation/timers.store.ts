import { type Connection, statement } from '../platform/database/statement.js';
import type { Queue } from './queue.store.js';

/**
 * Locks up to $1 queues in which something is due. Queues that another worker or a request has locked are skipped: either
 * settles them. Nobody inside a queue is overtaken when the whole queue is skipped.
 */
const CLAIM = statement(
  'timers-claim-due-queues',
  `WITH due AS MATERIALIZED (
       (SELECT website_id, reserve_id FROM hold
        WHERE COALESCE(suspended_until, expires_at) <= (SELECT service_now())
        ORDER BY COALESCE(suspended_until, expires_at) LIMIT $1 * 10)
       UNION ALL
       (SELECT website_id, reserve_id FROM checkout
        WHERE expires_at <= (SELECT service_now()) ORDER BY expires_at LIMIT $1 * 10))
   SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId"
   FROM (SELECT DISTINCT website_id, reserve_id FROM due) by_queue JOIN title_queue q USING (website_id, reserve_id)
   LIMIT $1
   FOR NO KEY UPDATE OF q SKIP LOCKED`,
);

export function claimDueQueues(connection: Connection, most: number): Promise<Queue[]> {
  return connection.run<Queue>(CLAIM, [most]);
}

/** SQL for the seconds until something is due: negative if something is overdue, NULL if nothing has an end. */
export const SECONDS_TO_NEXT_DUE = `
  extract(epoch FROM LEAST(
    (SELECT min(COALESCE(suspended_until, expires_at)) FROM hold
     WHERE COALESCE(suspended_until, expires_at) IS NOT NULL),
    (SELECT min(expires_at) FROM checkout)) - service_now())`;

const SECONDS_TO_NEXT = statement(
  'timers-seconds-to-next',
  `SELECT (${SECONDS_TO_NEXT_DUE})::float8 AS seconds`,
);

/** Negative if something is overdue; undefined if nothing has an end. */
export async function secondsToNextDue(connection: Connection): Promise<number | undefined> {
  const [next] = await connection.run<{ seconds: number | null }>(SECONDS_TO_NEXT);
  return next?.seconds ?? undefined;
}
