import { type Connection, statement } from '../platform/database/statement.js';

const FREE = statement('jobs-free', 'SELECT FROM graphile_worker.force_unlock_workers($1)');

/** Gives back the jobs that a runner had taken, and that it can no longer note as done: they are carried out again. */
export async function freeJobsOf(connection: Connection, runnerId: string): Promise<void> {
  await connection.run(FREE, [[runnerId]]);
}
