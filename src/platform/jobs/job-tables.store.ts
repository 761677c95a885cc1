import type { Pool } from 'pg';

/** The last of graphile-worker's own migrations. A test compares it with the package. */
export const JOB_TABLES_REVISION = 20;

const UNDEFINED_TABLE = '42P01';

/** Whether the job tables are as the package wants them, so that it need not be loaded to find this out. */
export async function hasKnownTables(pool: Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ revision: number | null }>(
      'SELECT max(id) AS revision FROM graphile_worker.migrations',
    );
    return rows[0]?.revision === JOB_TABLES_REVISION;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return false;
    throw error;
  }
}
