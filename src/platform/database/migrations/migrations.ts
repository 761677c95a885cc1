import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readBuildInfo } from '../../observability/build-info.js';
import { withClient } from '../client.js';
import {
  indexBuiltConcurrently,
  type Migration,
  OWN_MIGRATIONS,
  readMigrations,
  statementsIn,
} from './migration-files.js';
import { createHistory, findPending, MigrationError, recordMigration } from './migration-history.js';

export { MigrationError };

/**
 * Does the same as `prisma migrate deploy`, without Prisma's native engine, which needs a download. History rows,
 * checksums and lock are the same as Prisma's, so either tool can continue after the other, or run at the same time.
 */

const SESSION = { keepAlive: true, application_name: 'holdfast-migrate' };
/** The advisory lock that `prisma migrate` also takes. */
const MIGRATION_LOCK = 72707369;
/** Requests queue behind a migration that waits for their table, and fail after 2 s. It therefore gives up soon, and tries again. */
const LOCK_TIMEOUT_MS = 300;
/** Longer than PostgreSQL's deadlock_timeout, after which an autovacuum gives way. Only every fourth attempt waits so long. */
const AUTOVACUUM_LOCK_TIMEOUT_MS = 1_300;
const MIN_PAUSE_MS = 300;
const MAX_PAUSE_MS = 5_000;
export const DEFAULT_WAIT_SECONDS = 60;

export interface MigrationOptions {
  /** A folder with one folder per migration (see `readMigrations`). Default: the service's own. */
  readonly folder?: string;
  /** Called with a line for each applied migration. */
  readonly log?: (line: string) => void;
  /** Called with a sentence when a migration has to wait. */
  readonly onWait?: (sentence: string) => void;
  /** The longest time to wait for other migrating processes and for tables in use. The work itself does not count. */
  readonly waitSeconds?: number;
  /** The version of this process. */
  readonly release?: string;
}

/**
 * The names of the pending migrations, in order. Changes nothing and takes no lock.
 *
 * @throws {MigrationError} if the database's history does not match the folder.
 */
export async function pendingMigrations(
  databaseUrl: string,
  { folder = OWN_MIGRATIONS, release = readBuildInfo().version }: MigrationOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const find = (session: pg.Client): Promise<Migration[]> => findPending(session, migrations, release);
  return (await withClient(databaseUrl, SESSION, find)).map(({ name }) => name);
}

/**
 * Applies the pending migrations, each in its own transaction, or in several. Any number of processes may call it at once: each
 * migration runs once. Requests go on meanwhile: a migration waits for a lock for a moment only, and then tries again.
 *
 * @returns the names of the migrations that this call has applied
 * @throws {MigrationError} if the database's history does not match the folder, a migration fails, or the wait is over.
 *   A transaction that fails has changed nothing.
 * @throws the driver's own error if the connection fails.
 */
export async function migrate(databaseUrl: string, options: MigrationOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? OWN_MIGRATIONS);
  return withClient(databaseUrl, SESSION, (session) => new MigrationRun(session, migrations, options).run());
}

type Outcome = 'applied' | 'applied by another process' | 'must wait';

class MigrationRun {
  private readonly release: string;
  private readonly waitMs: number;
  private waitedMs = 0;

  constructor(
    private readonly session: pg.Client,
    private readonly migrations: readonly Migration[],
    private readonly options: MigrationOptions,
  ) {
    this.release = options.release ?? readBuildInfo().version;
    this.waitMs = (options.waitSeconds ?? DEFAULT_WAIT_SECONDS) * 1000;
  }

  async run(): Promise<string[]> {
    const applied: string[] = [];
    for (;;) {
      const migration = await this.findNext();
      if (migration === undefined) return applied;
      if ((await this.applyAll(migration)) !== 'applied') continue;
      applied.push(migration.name);
      this.options.log?.(`migration ${migration.name} applied`);
    }
  }

  private async findNext(): Promise<Migration | undefined> {
    const [next] = await findPending(this.session, this.migrations, this.release);
    return next;
  }

  private async applyAll(migration: Migration): Promise<Outcome> {
    let outcome: Outcome = 'applied';
    for (const part of migration.transactions)
      if (outcome === 'applied') outcome = await this.apply(migration, part);
    return outcome;
  }

  /** Tries until no other session holds a lock that the part needs. */
  private async apply(migration: Migration, part: string): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      const outcome = await this.attempt(migration, part, attempt % 4 === 0);
      if (outcome !== 'must wait') return outcome;
      if (attempt === 1)
        this.options.onWait?.(`Migration ${migration.name} waits: ${await this.findHolder()}.`);
      this.waitedMs += performance.now() - began;
      await this.pause(migration, Math.min(MIN_PAUSE_MS * 1.5 ** attempt, MAX_PAUSE_MS));
    }
  }

  private async attempt(migration: Migration, part: string, isLong: boolean): Promise<Outcome> {
    const index = indexBuiltConcurrently(migration);
    try {
      return index === undefined
        ? await this.applyInTransaction(
            migration,
            part,
            isLong ? AUTOVACUUM_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS,
          )
        : await this.buildIndex(migration, index);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const code = error.code ?? '';
      // Lock timeout and deadlock: the same migration may succeed later.
      if (code === '55P03' || code === '40P01') return 'must wait';
      // The connection (class 08) or the server (class 57) has failed, not the statement.
      if (/^(?:08|57)/.test(code)) throw error;
      throw new MigrationError(`Migration ${migration.name} failed: ${error.message}. It was rolled back.`, {
        cause: error,
      });
    }
  }

  private async applyInTransaction(
    migration: Migration,
    part: string,
    lockTimeoutMs: number,
  ): Promise<Outcome> {
    await this.session.query('BEGIN');
    let isApplied = false;
    try {
      await this.limitWaits('SET LOCAL', lockTimeoutMs);
      if (!(await this.lock('pg_try_advisory_xact_lock'))) return 'must wait';
      if ((await this.findNext())?.name !== migration.name) return 'applied by another process';
      await createHistory(this.session);
      for (const statement of statementsIn(part)) await this.session.query(statement);
      if (part === migration.transactions.at(-1))
        await recordMigration(this.session, migration, this.migrations);
      await this.session.query('COMMIT');
      isApplied = true;
      return 'applied';
    } finally {
      // A lost connection has ended the transaction, too.
      if (!isApplied) await this.session.query('ROLLBACK').catch(() => undefined);
    }
  }

  /** Runs outside of a transaction, so that others can write meanwhile. Drops what a failed attempt has left. */
  private async buildIndex(migration: Migration, index: string): Promise<Outcome> {
    if (!(await this.lock('pg_try_advisory_lock'))) return 'must wait';
    try {
      if ((await this.findNext())?.name !== migration.name) return 'applied by another process';
      // This wait blocks no other transaction.
      await this.limitWaits('SET', Math.max(1, Math.ceil(this.waitMs - this.waitedMs)));
      await createHistory(this.session);
      await this.session.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
      await this.session.query(migration.sql);
      await recordMigration(this.session, migration, this.migrations);
      return 'applied';
    } finally {
      await this.session.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    }
  }

  /** Also lifts the role's limit for statements: it is meant for requests, and migrations may take longer. */
  private async limitWaits(set: 'SET' | 'SET LOCAL', milliseconds: number): Promise<void> {
    await this.session.query(
      `${set} statement_timeout = 0; ${set} idle_in_transaction_session_timeout = 0; ${set} lock_timeout = ${milliseconds}`,
    );
  }

  /** Never waits: while a statement waits, its snapshot would keep an index from being built. */
  private async lock(lockFunction: 'pg_try_advisory_lock' | 'pg_try_advisory_xact_lock'): Promise<boolean> {
    const { rows } = await this.session.query<{ ours: boolean }>(`SELECT ${lockFunction}($1) AS ours`, [
      MIGRATION_LOCK,
    ]);
    return rows[0]?.ours === true;
  }

  private async pause({ name }: Migration, milliseconds: number): Promise<void> {
    const left = this.waitMs - this.waitedMs;
    if (left <= 0)
      throw new MigrationError(
        `Migration ${name} was not applied within ${this.waitMs / 1000} s, because tables are in use or another process ` +
          `migrates (${await this.findHolder()}). End what holds the lock, and start again: it goes on from there.`,
      );
    const pauseMs = Math.min(milliseconds * (0.5 + Math.random()), left);
    await sleep(pauseMs);
    this.waitedMs += pauseMs;
  }

  private async findHolder(): Promise<string> {
    const { rows } = await this.session.query<{ holder: string }>(OLDEST_HOLDER);
    return rows[0]?.holder ?? 'what held a lock has let it go';
  }
}

/** Roles without pg_read_all_stats cannot see the states of others. */
const OLDEST_HOLDER = `
  SELECT format('the oldest lock in this database is held by process %s, %s, %s since %s', pid,
    COALESCE(NULLIF(application_name, ''), backend_type, 'application unknown'), COALESCE(state, 'at work'),
    COALESCE(date_trunc('second', since)::text, 'an unknown time')) AS holder
  FROM pg_stat_activity, COALESCE(xact_start, state_change) AS since
  WHERE pid <> pg_backend_pid() AND pid IN (
    SELECT pid FROM pg_locks WHERE granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
  ORDER BY since LIMIT 1`;
