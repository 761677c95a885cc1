import type pg from 'pg';
import { connectClient } from '../client.js';

/**
 * An installation may have two roles: one owns the schema and migrates, another runs the service and can only read and write
 * rows. Default: one role for both.
 */

/** Held while rights are granted: two that grant on one table at the same time would be an error. */
const GRANT_LOCK = 72707370;

/** Whether the role of this address may apply migrations. Changes nothing. */
export async function mayChangeSchema(databaseUrl: string): Promise<boolean> {
  return withSession(databaseUrl, async (session) => {
    const { rows } = await session.query<{ may: boolean | null }>(
      `SELECT has_schema_privilege(current_schema(), 'CREATE') AND COALESCE(pg_has_role(relowner, 'USAGE'), true) AS may
       FROM (VALUES (to_regclass('_prisma_migrations'))) AS history (id) LEFT JOIN pg_class ON oid = id`,
    );
    return rows[0]?.may === true;
  });
}

/**
 * Grants the role of `serviceUrl` what the service needs and does not have yet; nothing if it may act as the owner anyway.
 * Call it after the migrations, for what they have added.
 */
export async function grantToServiceRole(ownerUrl: string, serviceUrl: string): Promise<void> {
  const role = await withSession(serviceUrl, async (session) => {
    const { rows } = await session.query<{ role: string }>('SELECT current_user AS role');
    return rows[0]?.role;
  });
  await withSession(ownerUrl, async (session) => {
    await session.query('BEGIN');
    // Others that want a table stand in line behind this, and a request waits no longer than 2 s.
    await session.query(`SET LOCAL lock_timeout = '1s'; SELECT pg_advisory_xact_lock(${GRANT_LOCK})`);
    const { rows } = await session.query<{ grant: string }>(MISSING, [role]);
    await session.query(rows.map((row) => row.grant).join(';'));
    await session.query('COMMIT');
  });
}

async function withSession<Result>(
  databaseUrl: string,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = await connectClient(databaseUrl);
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/**
 * The statements that are to be run for role $1. The histories of migrations stay the owner's. The tables of graphile-worker
 * have row-level security without a policy: only the owner would see a job. MAINTAIN, since PostgreSQL 17, is for
 * ANALYZE after an import; before, autovacuum does it a little later.
 */
const MISSING = `
  WITH maintain AS (
    SELECT CASE WHEN current_setting('server_version_num')::int >= 170000 THEN ARRAY['MAINTAIN'] ELSE '{}'::text[] END AS name
  ), role AS (
    SELECT oid, rolname FROM pg_roles WHERE rolname = $1 AND NOT pg_has_role(oid, current_user, 'USAGE')
  ), schema AS (
    SELECT n.oid, nspname, role.oid AS role, rolname FROM pg_namespace n, role
    WHERE nspname IN (current_schema(), 'graphile_worker')
  ), relation AS (
    SELECT c.oid, relname, relkind, relrowsecurity, nspname, role, rolname
    FROM pg_class c JOIN schema ON schema.oid = relnamespace WHERE pg_has_role(relowner, 'USAGE')
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, rolname) AS grant
  FROM schema WHERE NOT has_schema_privilege(role, oid, 'USAGE')
  UNION ALL
  SELECT format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC, %I', nspname, rolname)
  FROM schema WHERE has_schema_privilege(role, oid, 'CREATE')
  UNION ALL
  SELECT format('GRANT %s ON %I.%I TO %I', privilege, nspname, relname, rolname)
  FROM relation CROSS JOIN maintain CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] || maintain.name) AS privilege
  WHERE relkind IN ('r', 'p', 'v') AND NOT has_table_privilege(role, oid, privilege)
    AND (privilege = 'SELECT' OR relname NOT IN ('_prisma_migrations', '_migration_release', 'migrations'))
  UNION ALL
  SELECT format('GRANT USAGE, SELECT ON SEQUENCE %I.%I TO %I', nspname, relname, rolname)
  FROM relation WHERE CASE relkind WHEN 'S' THEN NOT has_sequence_privilege(role, oid, 'USAGE') END
  UNION ALL
  SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, rolname)
  FROM pg_proc p JOIN schema ON schema.oid = pronamespace
  WHERE prokind = 'f' AND pg_has_role(proowner, 'USAGE') AND NOT has_function_privilege(role, p.oid, 'EXECUTE')
  UNION ALL
  SELECT format('ALTER TABLE %I.%I DISABLE ROW LEVEL SECURITY', nspname, relname)
  FROM relation WHERE nspname = 'graphile_worker' AND relrowsecurity
  UNION ALL
  SELECT format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT %s TO %I', nspname, privileges, rolname)
  FROM schema CROSS JOIN maintain CROSS JOIN LATERAL (
    VALUES ('r', array_to_string(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] || maintain.name, ', ') || ' ON TABLES'),
      ('S', 'USAGE, SELECT ON SEQUENCES')
  ) AS future (kind, privileges)
  WHERE NOT EXISTS (
    SELECT FROM pg_default_acl a CROSS JOIN aclexplode(defaclacl) AS entry
    WHERE a.defaclrole = current_user::regrole AND defaclnamespace = schema.oid AND defaclobjtype::text = kind
      AND entry.grantee = role
  )`;
