import { groupSearch, type LibraryGroup } from '../../platform/database/library-groups.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { somethingDue } from '../due/due.store.js';
import type { Queue } from '../queue.store.js';

/** Queues in which something is due, without locking them; at most `most`. */
export const findDueQueues = groupSearch<Queue>(
  'timers-find-due-queues',
  1,
  (inGroup) => `
  WITH due AS MATERIALIZED (
      (SELECT website_id, reserve_id FROM hold
       WHERE ${inGroup} AND COALESCE(suspended_until, expires_at) <= (SELECT service_now())
       ORDER BY COALESCE(suspended_until, expires_at) LIMIT $1 * 10)
      UNION ALL
      (SELECT website_id, reserve_id FROM hold
       WHERE ${inGroup} AND suspension_ends_at <= (SELECT service_now()) ORDER BY suspension_ends_at LIMIT $1 * 10)
      UNION ALL
      (SELECT website_id, reserve_id FROM hold
       WHERE ${inGroup} AND expires_at IS NULL AND not_needed_from <= (SELECT service_now()) ORDER BY not_needed_from LIMIT $1 * 10)
      UNION ALL
      (SELECT website_id, reserve_id FROM checkout
       WHERE ${inGroup} AND expires_at <= (SELECT service_now()) ORDER BY expires_at LIMIT $1 * 10)
      UNION ALL
      (SELECT website_id, reserve_id FROM licence
       WHERE ${inGroup} AND turns_at <= (SELECT service_now()) ORDER BY turns_at LIMIT $1 * 10))
  SELECT DISTINCT website_id AS "websiteId", reserve_id AS "reserveId" FROM due`,
).some();

const STILL_DUE = statement<Queue>(
  'timers-still-due',
  `SELECT $1::int AS "websiteId", claimed.reserve_id AS "reserveId" FROM unnest($2::uuid[]) AS claimed (reserve_id)
   WHERE ${somethingDue('$1', 'claimed.reserve_id')}`,
);

/** Locks those of these queues of one library that no other process has locked. */
export const claimQueues = statement<Queue>(
  'timers-claim-queues',
  `SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM title_queue
   WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[])
   ORDER BY reserve_id FOR NO KEY UPDATE SKIP LOCKED`,
).all((websiteId: number, queues: readonly Queue[]) => [websiteId, queues.map(({ reserveId }) => reserveId)]);

/**
 * Locks those of these queues of one library in which something is still due. Queues that another worker or a request has locked are skipped:
 * both apply what is due. No hold is overtaken, as its whole queue is skipped.
 */
export async function claimDueQueues(
  connection: Connection,
  websiteId: number,
  queues: readonly Queue[],
): Promise<Queue[]> {
  const claimed = await claimQueues(connection, websiteId, queues);
  if (claimed.length === 0) return [];
  // In a later statement, because another worker may have brought some up to date since they were found.
  return connection.run(STILL_DUE, [websiteId, claimed.map(({ reserveId }) => reserveId)]);
}

/** SQL for the seconds until something is due: negative if something is overdue, NULL if nothing has an end. */
const secondsToNextDue = (inGroup: string): string => `
  extract(epoch FROM LEAST(
    (SELECT min(COALESCE(suspended_until, expires_at)) FROM hold
     WHERE ${inGroup} AND COALESCE(suspended_until, expires_at) IS NOT NULL),
    (SELECT min(suspension_ends_at) FROM hold WHERE ${inGroup} AND suspension_ends_at IS NOT NULL),
    (SELECT min(not_needed_from) FROM hold WHERE ${inGroup} AND expires_at IS NULL AND not_needed_from IS NOT NULL),
    (SELECT min(expires_at) FROM checkout WHERE ${inGroup}),
    (SELECT min(turns_at) FROM licence WHERE ${inGroup} AND turns_at IS NOT NULL)) - service_now())`;

/** The same for all libraries. */
export const SECONDS_TO_NEXT_DUE = secondsToNextDue('true');

/** Returns one row, `{ seconds }`; negative if something is overdue, null if nothing has an end. */
export const SECONDS_TO_NEXT = groupSearch<{ seconds: number | null }>(
  'timers-seconds-to-next',
  0,
  (inGroup) => `SELECT (${secondsToNextDue(inGroup)})::float8 AS seconds`,
);

/** Negative if something is overdue; undefined if nothing has an end. */
export async function findSecondsToNextDue(
  connection: Connection,
  group: LibraryGroup,
): Promise<number | undefined> {
  const [next] = await SECONDS_TO_NEXT.run(connection, group);
  return next?.seconds ?? undefined;
}
