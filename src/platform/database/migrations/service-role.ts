import { withClient } from '../client.js';

/**
 * An installation may have two roles: one owns the schema and migrates, another runs the service and can only read and write
 * rows. Default: one role for both.
 */

/** Held while rights are granted: concurrent grants on one table fail. */
const GRANT_LOCK = 72707370;

/** Whether the role of this address may apply migrations. Changes nothing. */
export async function mayChangeSchema(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, {}, async (session) => {
    const { rows } = await session.query<{ may: boolean | null }>(
      `SELECT has_schema_privilege(current_schema(), 'CREATE') AND COALESCE(pg_has_role(relowner, 'USAGE'), true) AS may
       FROM (VALUES (to_regclass('_prisma_migrations'))) AS history (id) LEFT JOIN pg_class ON oid = id`,
    );
    return rows[0]?.may === true;
  });
}

/**
 * Grants the role of `serviceUrl` the rights that it needs and lacks; none if it may act as the owner anyway. Call it after the migrations, whose
 * tables need rights.
 */
export async function grantToServiceRole(ownerUrl: string, serviceUrl: string): Promise<void> {
  const role = await withClient(serviceUrl, {}, async (session) => {
    const { rows } = await session.query<{ role: string }>('SELECT current_user AS role');
    return rows[0]?.role;
  });
  await withClient(ownerUrl, {}, async (session) => {
    await session.query('BEGIN');
    // Other sessions that want a table queue behind this one, and a request waits no longer than 2 s.
    await session.query(`SET LOCAL lock_timeout = '1s'; SELECT pg_advisory_xact_lock(${GRANT_LOCK})`);
    const { rows } = await session.query<{ grant: string }>(MISSING, [role]);
    await session.query(rows.map((row) => row.grant).join(';'));
    await session.query('COMMIT');
  });
}

/**
 * The statements to run for role $1. The histories of migrations stay the owner's. The tables of graphile-worker have row-level security without a
 * policy: only the owner would see a job. MAINTAIN, since PostgreSQL 17, is for ANALYZE after an import; before, autovacuum does it a little later.
 */
const MISSING = `
  WITH role AS (
    SELECT oid, rolname FROM pg_roles WHERE rolname = $1 AND NOT pg_has_role(oid, current_user, 'USAGE')
  ), relation AS (
    SELECT c.oid, relkind, relrowsecurity, role.oid AS role, rolname,
      CASE WHEN relkind = 'S' THEN 'USAGE, SELECT'
        WHEN relname IN ('_prisma_migrations', '_migration_release', 'migrations') THEN 'SELECT'
        WHEN current_setting('server_version_num')::int < 170000 THEN 'SELECT, INSERT, UPDATE, DELETE'
        ELSE 'SELECT, INSERT, UPDATE, DELETE, MAINTAIN' END AS rights
    FROM role, pg_class c
    WHERE relnamespace IN (to_regnamespace(current_schema()), to_regnamespace('graphile_worker'))
      AND relkind IN ('r', 'p', 'v', 'S') AND pg_has_role(relowner, 'USAGE')
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, rolname) AS grant
  FROM role, pg_namespace n
  WHERE nspname IN (current_schema(), 'graphile_worker') AND NOT has_schema_privilege(role.oid, n.oid, 'USAGE')
  UNION
  SELECT format('GRANT %s ON %s %s TO %I', rights, CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass, rolname)
  FROM relation, unnest(string_to_array(rights, ', ')) AS each WHERE CASE relkind
    WHEN 'S' THEN NOT has_sequence_privilege(role, oid, each) ELSE NOT has_table_privilege(role, oid, each) END
  UNION
  SELECT format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', nspname, rolname)
  FROM role, pg_namespace WHERE nspname IN (current_schema(), 'graphile_worker')
  UNION
  SELECT format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', oid::regclass) FROM relation WHERE relrowsecurity`;
