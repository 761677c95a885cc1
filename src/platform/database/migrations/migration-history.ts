import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { checksumOf, hasChecksum, type Migration } from './migration-files.js';

/** The database does not match this version's migrations, or a migration failed. The message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** A row of `_prisma_migrations` that was not rolled back. */
interface AppliedMigration {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/**
 * The migrations that the database does not have yet, in order.
 * @param release the version of this process
 * @throws {MigrationError} if the database's history does not match, or this release does not run on its schema
 */
export async function findPending(
  session: pg.Client,
  migrations: readonly Migration[],
  release: string,
): Promise<Migration[]> {
  const history = await readHistory(session);
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const newer: string[] = [];
  for (const applied of history) {
    requireFinished(applied);
    const ours = known.get(applied.migration_name);
    if (ours === undefined) newer.push(applied.migration_name);
    else requireUnchanged(applied, ours);
  }
  const done = new Set(history.map((applied) => applied.migration_name));
  const pending = migrations.filter(({ name }) => !done.has(name));
  if (newer.length > 0) await requireCompatible(session, { newer, pending, release });
  return pending;
}

/** Does not create the table, so that a role without CREATE can start the service on a migrated database. */
async function readHistory(session: pg.Client): Promise<AppliedMigration[]> {
  if (!(await exists(session, '_prisma_migrations'))) return [];
  const { rows } = await session.query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at FROM _prisma_migrations
      WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows;
}

function requireFinished({ migration_name: name, finished_at }: AppliedMigration): void {
  if (finished_at !== null) return;
  throw new MigrationError(
    `Another tool started migration ${name} but did not finish it. Clean up what it left in the database. Then set its ` +
      `rolled_back_at in _prisma_migrations (or its finished_at, if it was applied completely), and start again.`,
  );
}

function requireUnchanged({ migration_name: name, checksum }: AppliedMigration, ours: Migration): void {
  if (hasChecksum(ours, checksum)) return;
  throw new MigrationError(
    `Migration ${name} was changed after it was applied to this database. ` +
      `Restore its original migration.sql, and make the change in a new migration.`,
  );
}

interface NewerDatabase {
  /** The migrations of the database that this process does not have. */
  readonly newer: readonly string[];
  readonly pending: readonly Migration[];
  readonly release: string;
}

/** An old process runs on what a newer release has added, if each of its migrations says so (decision 4). */
async function requireCompatible(
  session: pg.Client,
  { newer, pending, release }: NewerDatabase,
): Promise<void> {
  const [missing] = pending;
  if (missing !== undefined)
    throw new MigrationError(
      `The database has migration ${newer.at(-1)}, which this version does not have, but not ${missing.name}: a newer ` +
        `version has used the database, so start a version that has both.`,
    );
  const [obstacle] = await findObstacles(session, newer, release);
  if (obstacle === undefined) return;
  const needed =
    obstacle.oldest_release === null ? 'that one' : `version ${obstacle.oldest_release} or a newer one`;
  throw new MigrationError(
    `The database has migration ${obstacle.name}, on which this version (${release}) does not run: a newer version has ` +
      `used the database, so start ${needed}, or restore a backup from before it.`,
  );
}

interface Obstacle {
  readonly name: string;
  /** Null if the database does not know it. */
  readonly oldest_release: string | null;
}

/** Those of these migrations on which the release does not run. Versions are compared as lists of numbers. */
async function findObstacles(
  session: pg.Client,
  names: readonly string[],
  release: string,
): Promise<Obstacle[]> {
  if (!(await exists(session, '_migration_release')))
    return names.map((name) => ({ name, oldest_release: null }));
  const { rows } = await session.query<Obstacle>(
    `SELECT name, oldest_release FROM unnest($1::text[]) AS name LEFT JOIN _migration_release ON migration_name = name
     WHERE (string_to_array(oldest_release, '.')::int[] <= string_to_array($2, '.')::int[]) IS NOT TRUE
     ORDER BY string_to_array(oldest_release, '.')::int[] DESC NULLS FIRST`,
    // Without the suffix of a prerelease.
    [names, release.replace(/[-+].*/, '')],
  );
  return rows;
}

export async function createHistory(session: pg.Client): Promise<void> {
  await session.query(
    `CREATE TABLE IF NOT EXISTS _prisma_migrations (
       id                  VARCHAR(36) PRIMARY KEY NOT NULL,
       checksum            VARCHAR(64) NOT NULL,
       finished_at         TIMESTAMPTZ,
       migration_name      VARCHAR(255) NOT NULL,
       logs                TEXT,
       rolled_back_at      TIMESTAMPTZ,
       started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
       applied_steps_count INTEGER NOT NULL DEFAULT 0
     )`,
  );
}

/** Call it in the transaction that applies the migration. */
export async function recordMigration(session: pg.Client, migration: Migration): Promise<void> {
  await session.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksumOf(migration), migration.name],
  );
}

/**
 * Tells older processes, which do not have the files, on which migrations they run. Always all, because Prisma applies
 * migrations without it.
 */
export async function recordReleases(session: pg.Client, migrations: readonly Migration[]): Promise<void> {
  if (!(await exists(session, '_migration_release'))) return;
  const marked = migrations.filter(({ oldestRelease }) => oldestRelease !== undefined);
  await session.query(
    `INSERT INTO _migration_release (migration_name, oldest_release)
     SELECT name, release FROM unnest($1::text[], $2::text[]) AS mark (name, release)
     ON CONFLICT (migration_name) DO UPDATE SET oldest_release = EXCLUDED.oldest_release`,
    [marked.map(({ name }) => name), marked.map(({ oldestRelease }) => oldestRelease)],
  );
}

async function exists(session: pg.Client, table: string): Promise<boolean> {
  const { rows } = await session.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    table,
  ]);
  return rows[0]?.exists === true;
}
