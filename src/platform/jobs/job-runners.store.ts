import { type Connection, lookup } from '../database/statement.js';

/** Every job runner holds one shared advisory lock as long as it lives (decision 36), and nothing else holds such locks. */
const COUNT = lookup<{ runners: number }>(
  'jobs-count-runners',
  `SELECT count(DISTINCT (classid, objid))::int AS runners FROM pg_locks
   WHERE locktype = 'advisory' AND objsubid = 1 AND mode = 'ShareLock' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
);

/** How many job runners live, of all workers. */
export async function countJobRunners(connection: Connection): Promise<number | undefined> {
  const [found] = await connection.run(COUNT);
  return found?.runners;
}
