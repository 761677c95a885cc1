import { type Connection, statement } from '../platform/database/statement.js';

const RELEASE = statement('jobs-release', 'SELECT FROM graphile_worker.force_unlock_workers($1)');

/** Releases the jobs of a runner that stopped before it could record them as done. They run again. */
export async function releaseJobsOf(connection: Connection, runnerId: string): Promise<void> {
  await connection.run(RELEASE, [[runnerId]]);
}
