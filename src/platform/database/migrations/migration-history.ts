import type pg from 'pg';
import type { Migration } from './migration-files.js';

/** The database does not match this version's migrations, or a migration failed. The message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * The migrations that the database lacks, in order. Changes nothing, so that a role without CREATE can start the service on a migrated database.
 * @param release the version of this process
 * @throws {MigrationError} if the database's history does not match, or this release does not run on its schema
 */
export async function findPending(
  session: pg.Client,
  migrations: readonly Migration[],
  release: string,
): Promise<Migration[]> {
  const history = inNamesOfToday(await readHistory(session), migrations);
  const newer: string[] = [];
  for (const { name, checksum, isFinished } of history) {
    if (!isFinished)
      throw new MigrationError(
        `Another tool started migration ${name} but did not finish it. Clean up what it left in the database. Then set its ` +
          `rolled_back_at in _prisma_migrations (or its finished_at, if it was applied completely), and start again.`,
      );
    const ours = migrations.find((migration) => migration.name === name);
    if (ours === undefined) newer.push(name);
    else if (!ours.checksums.includes(checksum))
      throw new MigrationError(
        `Migration ${name} was changed after it was applied to this database. ` +
          `Restore its original migration.sql, and make the change in a new migration.`,
      );
  }
  const pending = migrations.filter(({ name }) => !history.some((applied) => applied.name === name));
  const last = newer.at(-1);
  if (last !== undefined && pending[0] !== undefined)
    throw new MigrationError(
      `The database has migration ${last}, which this version does not have, but not ${pending[0].name}: a newer ` +
        `version has used the database, so start a version that has both.`,
    );
  await requireCompatible(session, newer, release);
  return pending;
}

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
}

async function readHistory(session: pg.Client): Promise<AppliedMigration[]> {
  if (!(await exists(session, '_prisma_migrations'))) return [];
  const { rows } = await session.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
      WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows;
}

/** The last migration of release 0.3.0. The first migration now replaces all up to this one: a database of 0.3.0 records it as applied. */
const LAST_OF_FORMER = '20261124160000_waits_by_simple_rules';

function inNamesOfToday(
  history: readonly AppliedMigration[],
  [first]: readonly Migration[],
): readonly AppliedMigration[] {
  const isFormer = ({ name }: AppliedMigration): boolean => first !== undefined && name < first.name;
  const former = history.filter(isFormer);
  if (first === undefined || former.length === 0) return history;
  if (!former.some(({ name }) => name === LAST_OF_FORMER))
    throw new MigrationError(
      'The database is older than release 0.3.0: upgrade it to 0.3.0 first, and then to this version (UPGRADE.md).',
    );
  const unfinished = former.filter(({ isFinished }) => !isFinished);
  const asFirst = { name: first.name, checksum: first.checksums[0] ?? '', isFinished: true };
  return [...unfinished, asFirst, ...history.filter((applied) => !isFormer(applied))];
}

/** An older process runs on a newer schema if each newer migration says so (decision 4). Versions are compared as lists of numbers. */
async function requireCompatible(
  session: pg.Client,
  newer: readonly string[],
  release: string,
): Promise<void> {
  const { rows } = (await exists(session, '_migration_release'))
    ? await session.query<{ name: string; oldest: string | null }>(
        `SELECT name, oldest_release AS oldest
         FROM unnest($1::text[]) AS name LEFT JOIN _migration_release ON migration_name = name
         WHERE (string_to_array(oldest_release, '.')::int[] <= string_to_array($2, '.')::int[]) IS NOT TRUE
         ORDER BY string_to_array(oldest_release, '.')::int[] DESC NULLS FIRST`,
        // Drops the suffix of a prerelease.
        [newer, release.replace(/[-+].*/, '')],
      )
    : { rows: newer.map((name) => ({ name, oldest: null })) };
  const [obstacle] = rows;
  if (obstacle === undefined) return;
  throw new MigrationError(
    `The database has migration ${obstacle.name}, on which this version (${release}) does not run: a newer version has ` +
      `used the database, so start ${obstacle.oldest === null ? 'that one' : `version ${obstacle.oldest} or a newer one`}, ` +
      `or restore a backup from before it.`,
  );
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

/**
 * Records a migration, and the first one, which a database of 0.3.0 has under other names. Also records the oldest releases that run on the
 * migrations, for older processes without the files; always those of all migrations, because Prisma applies migrations without recording them.
 */
export async function recordMigration(
  session: pg.Client,
  migration: Migration,
  all: readonly Migration[],
): Promise<void> {
  if (await exists(session, '_migration_release')) {
    const marked = all.filter(({ oldestRelease }) => oldestRelease !== undefined);
    await session.query(
      `INSERT INTO _migration_release (migration_name, oldest_release) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (migration_name) DO UPDATE SET oldest_release = EXCLUDED.oldest_release`,
      [marked.map(({ name }) => name), marked.map(({ oldestRelease }) => oldestRelease)],
    );
  }
  const done = [...new Set([...all.slice(0, 1), migration])];
  await session.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     SELECT gen_random_uuid()::text, given.checksum, name, now(), clock_timestamp(), 1
     FROM unnest($1::text[], $2::text[]) AS given (name, checksum)
     WHERE NOT EXISTS (SELECT FROM _prisma_migrations WHERE migration_name = name AND rolled_back_at IS NULL)`,
    [done.map(({ name }) => name), done.map(({ checksums }) => checksums[0])],
  );
}

async function exists(session: pg.Client, table: string): Promise<boolean> {
  const { rows } = await session.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    table,
  ]);
  return rows[0]?.exists === true;
}
