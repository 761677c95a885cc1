import type { Database } from '../../../src/platform/database/database.js';
import { statement } from '../../../src/platform/database/statement.js';
import { IS_CLUSTER } from '../database.js';

/** Of a cluster, those of all nodes. */
const SESSIONS = IS_CLUSTER ? 'citus_stat_activity' : 'pg_stat_activity';

const WAITING_FOR_LOCKS = statement<{ query: string }>(
  'test-waiting-for-locks',
  `SELECT query FROM ${SESSIONS} WHERE wait_event_type = 'Lock' AND datname = current_database()`,
);

/** The statements that wait for a lock at this moment. */
export async function statementsWaitingForLocks(database: Database): Promise<string[]> {
  const rows = await database.run(WAITING_FOR_LOCKS);
  return rows.map(({ query }) => query);
}

/** Ends every other session on the database, and waits until they have ended. */
export const END_OTHER_SESSIONS = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;
