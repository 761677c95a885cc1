import type { Pool } from 'pg';

/** The last of graphile-worker's own migrations. A test compares it with the package. */
export const JOB_TABLES_REVISION = 20;

/** Whether the job tables are as the package expects, found out without loading it. */
export async function hasKnownTables(pool: Pool): Promise<boolean> {
  const { rows: found } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('graphile_worker.migrations') IS NOT NULL AS exists`,
  );
  if (found[0]?.exists !== true) return false;
  const { rows } = await pool.query<{ revision: number | null }>(
    'SELECT max(id) AS revision FROM graphile_worker.migrations',
  );
  return rows[0]?.revision === JOB_TABLES_REVISION;
}

/**
 * Creates the package's list of its migrations, as the package does. The package would query the list first, and leave an error in PostgreSQL's log
 * at each first start. Processes that do this at once wait for each other.
 */
export async function createJobHistory(pool: Pool): Promise<void> {
  await pool.query(
    `SELECT pg_advisory_xact_lock(hashtext('graphile_worker.migrations'));
     CREATE SCHEMA IF NOT EXISTS graphile_worker;
     CREATE TABLE IF NOT EXISTS graphile_worker.migrations (
       id int PRIMARY KEY,
       ts timestamptz DEFAULT now() NOT NULL,
       breaking boolean NOT NULL DEFAULT false
     )`,
  );
}
