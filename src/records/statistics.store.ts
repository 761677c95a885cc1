import { type Connection, statement } from '../platform/database/statement.js';

/** Waits for no one: a table that is being analyzed or changed already is left out, as is one of another owner. */
const ANALYZE = statement(
  'records-analyze',
  'ANALYZE (SKIP_LOCKED) title, title_queue, copies, patron_directory, patron, hold, checkout, access_token',
);

/** Samples at most 30,000 rows of each table, however large it is. */
export async function analyze(connection: Connection): Promise<void> {
  await connection.run(ANALYZE);
}
