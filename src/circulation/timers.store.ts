import { type Connection, statement } from '../platform/database/statement.js';
import type { Queue } from './queue.store.js';

export interface DueQueues {
  readonly queues: Queue[];
  /** Seconds since the longest overdue of them fell due. */
  readonly lagSeconds: number;
}

/**
 * Locks up to $1 queues in which something is due. Queues that another worker or a request has locked are skipped: the
 * one looks after them, the other settles them itself. Skipping whole queues overtakes nobody inside one.
 */
const CLAIM = statement(
  'timers-claim-due-queues',
  `WITH due AS MATERIALIZED (
       (SELECT website_id, reserve_id, COALESCE(suspended_until, expires_at) AS due_at FROM hold
        WHERE COALESCE(suspended_until, expires_at) <= (SELECT service_now())
        ORDER BY COALESCE(suspended_until, expires_at) LIMIT $1 * 10)
       UNION ALL
       (SELECT website_id, reserve_id, expires_at FROM checkout
        WHERE expires_at <= (SELECT service_now()) ORDER BY expires_at LIMIT $1 * 10)),
     by_queue AS (
       SELECT website_id, reserve_id, min(due_at) AS due_at FROM due GROUP BY website_id, reserve_id)
   SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId",
     extract(epoch FROM (SELECT service_now()) - by_queue.due_at)::float8 AS "lagSeconds"
   FROM by_queue JOIN title_queue q USING (website_id, reserve_id)
   LIMIT $1
   FOR NO KEY UPDATE OF q SKIP LOCKED`,
);

export async function claimDueQueues(connection: Connection, most: number): Promise<DueQueues> {
  const rows = await connection.run<Queue & { lagSeconds: number }>(CLAIM, [most]);
  return { queues: rows, lagSeconds: Math.max(0, ...rows.map((row) => row.lagSeconds)) };
}

const SECONDS_TO_NEXT = statement(
  'timers-seconds-to-next',
  `SELECT extract(epoch FROM LEAST(
       (SELECT min(COALESCE(suspended_until, expires_at)) FROM hold
        WHERE COALESCE(suspended_until, expires_at) IS NOT NULL),
       (SELECT min(expires_at) FROM checkout)) - service_now())::float8 AS seconds`,
);

/** Negative when something is due already; undefined when nothing ever will be as things stand. */
export async function secondsToNextDue(connection: Connection): Promise<number | undefined> {
  const [next] = await connection.run<{ seconds: number | null }>(SECONDS_TO_NEXT);
  return next?.seconds ?? undefined;
}
