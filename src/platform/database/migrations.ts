import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/**
 * Does the same as `prisma migrate deploy`, without Prisma's native engine, which needs a download. History rows,
 * checksums and lock are the same as Prisma's, so either tool can continue after the other, or run at the same time.
 */

/** The folder next to `src` and `dist`; in both, this file is three levels below the project. */
const ownFolder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** The advisory lock that `prisma migrate` also takes. */
const migrationLock = 72707369;

const connectionTimeoutMillis = 10_000;

/** The database does not match this version's migrations, or a migration failed. The message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface MigrationOptions {
  /** Contains one folder per migration, `<timestamp>_<name>/migration.sql`. By default the service's own migrations. */
  folder?: string;
  log?: (line: string) => void;
  /**
   * How long a statement may wait for a table that is in use; by default 10 s. All later statements on that table wait
   * behind it, so it is better to give up and start again.
   */
  lockTimeoutMillis?: number;
}

interface Migration {
  name: string;
  sql: string;
}

/** A row of `_prisma_migrations` that was not rolled back. */
interface AppliedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/**
 * Applies the pending migrations, each in its own transaction. Any number of processes may call it at once: they take
 * turns, and each migration runs once. It needs a session of its own, so PgBouncer in transaction mode does not work.
 *
 * @returns the names of the migrations applied
 * @throws {MigrationError} if the database's history does not match the folder, or a migration fails. A migration that
 *   is not recorded has changed nothing.
 * @throws the driver's own error if the connection fails.
 */
export async function migrate(databaseUrl: string, options: MigrationOptions = {}): Promise<string[]> {
  const { folder = ownFolder, log = () => undefined, lockTimeoutMillis = 10_000 } = options;
  const migrations = await readMigrations(folder);
  return inSession(databaseUrl, async (session) => {
    await waitForTurn(session, log);
    const pending = notYetApplied(migrations, await readHistory(session));
    if (pending.length > 0) await createHistory(session);
    for (const migration of pending) {
      await apply(session, migration, lockTimeoutMillis);
      log(`migration ${migration.name} applied`);
    }
    return pending.map(({ name }) => name);
  });
}

/**
 * The names of the pending migrations, in order. Changes nothing and takes no lock.
 *
 * @throws {MigrationError} if the database's history does not match the folder.
 */
export async function pendingMigrations(
  databaseUrl: string,
  options: Pick<MigrationOptions, 'folder'> = {},
): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? ownFolder);
  const history = await inSession(databaseUrl, readHistory);
  return notYetApplied(migrations, history).map(({ name }) => name);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names
      .sort()
      .map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
}

async function inSession<Result>(
  databaseUrl: string,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis });
  // Without a listener, a lost connection ends the process. The current statement fails with the same error.
  session.on('error', () => undefined);
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/** Removes timeouts set by the role or the URL. They are meant for requests; migrations may take longer. */
async function waitForTurn(session: pg.Client, log: (line: string) => void): Promise<void> {
  await session.query('SET statement_timeout = 0; SET lock_timeout = 0');
  const { rows } = await session.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [
    migrationLock,
  ]);
  if (rows[0]?.ours === true) return;
  log('another process is migrating this database; waiting for it');
  await session.query('SELECT pg_advisory_lock($1)', [migrationLock]);
}

/** Does not create the table, so that a role without CREATE can start the service on a migrated database. */
async function readHistory(session: pg.Client): Promise<AppliedMigration[]> {
  const { rows: found } = await session.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (found[0]?.exists !== true) return [];
  const { rows } = await session.query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at FROM _prisma_migrations
      WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows;
}

async function createHistory(session: pg.Client): Promise<void> {
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

function notYetApplied(migrations: Migration[], history: AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const applied of history) requireMatch(applied, known.get(applied.migration_name));
  const done = new Set(history.map((applied) => applied.migration_name));
  return migrations.filter(({ name }) => !done.has(name));
}

function requireMatch(applied: AppliedMigration, ours: Migration | undefined): void {
  const name = applied.migration_name;
  if (applied.finished_at === null) {
    throw new MigrationError(
      `Another tool started migration ${name} but did not finish it. Clean up what it left in the database. Then set its ` +
        `rolled_back_at in _prisma_migrations (or its finished_at, if it was applied completely), and start again.`,
    );
  }
  if (ours === undefined) {
    throw new MigrationError(
      `The database has migration ${name}, which this version does not have: a newer version has used the database. ` +
        `Start the newer version, or restore a backup from before it.`,
    );
  }
  if (!checksumsOf(ours.sql).includes(applied.checksum)) {
    throw new MigrationError(
      `Migration ${name} was changed after it was applied to this database. ` +
        `Restore its original migration.sql, and make the change in a new migration.`,
    );
  }
}

async function apply(session: pg.Client, { name, sql }: Migration, lockTimeoutMillis: number): Promise<void> {
  try {
    await session.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMillis}`);
    await session.query(sql);
    await session.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), sha256(sql), name],
    );
    await session.query('COMMIT');
  } catch (error) {
    throw isStatementError(error) ? failure(name, error) : error;
  }
}

/** Whether a statement itself failed, and not the connection (class 08) or the server (class 57). */
function isStatementError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && !/^(?:08|57)/.test(error.code ?? '');
}

function failure(name: string, cause: pg.DatabaseError): MigrationError {
  const advice =
    cause.code === '55P03'
      ? `A table that it changes is in use. It was rolled back: start again when there is less traffic.`
      : 'It was rolled back.';
  return new MigrationError(`Migration ${name} failed: ${cause.message}. ${advice}`, { cause });
}

/** Checksums with the line ends of any checkout. Prisma also treats these as equal. */
function checksumsOf(sql: string): string[] {
  const unix = sql.replaceAll('\r\n', '\n');
  return [unix, unix.replaceAll('\n', '\r\n'), sql].map(sha256);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
