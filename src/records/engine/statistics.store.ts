import { type Connection, statement } from '../../platform/database/statement.js';

/** Does not wait for locks: PostgreSQL skips tables that are locked or that belong to another role. */
const ANALYZE = statement(
  'records-analyze',
  'ANALYZE (SKIP_LOCKED) title, title_queue, copies, patron_directory, patron, hold, checkout, access_token',
);

/** Samples at most 30,000 rows of each table, whatever its size. */
export async function analyze(connection: Connection): Promise<void> {
  await connection.run(ANALYZE);
}
