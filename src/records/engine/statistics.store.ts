import { statement } from '../../platform/database/statement.js';

/**
 * Samples at most 30,000 rows of each table, whatever its size.
 * Does not wait for locks: PostgreSQL skips tables that are locked or that belong to another role.
 */
export const analyze = statement(
  'records-analyze',
  'ANALYZE (SKIP_LOCKED) title, title_queue, copies, licence, patron_directory, patron, hold, checkout, access_token',
).execute();
