import { lookup } from '../database/statement.js';

/**
 * The number of live job runners of all workers. Every job runner holds one shared advisory lock as long as it lives (decision 12), and nothing else
 * holds such locks.
 */
export const countJobRunners = lookup<{ runners: number }>(
  'jobs-count-runners',
  `SELECT count(DISTINCT (classid, objid))::int AS runners FROM pg_locks
   WHERE locktype = 'advisory' AND objsubid = 1 AND mode = 'ShareLock' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
).value('runners');
