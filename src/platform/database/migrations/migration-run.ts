import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { holderOfAdvisoryLock, type LockHolder, type LockObserver } from './lock-holders.js';
import { indexBuiltConcurrently, type Migration } from './migration-files.js';
import {
  createHistory,
  findPending,
  MigrationError,
  recordMigration,
  recordReleases,
} from './migration-history.js';

/** The advisory lock that `prisma migrate` also takes. */
const MIGRATION_LOCK = 72707369;
/**
 * Requests wait 2 s for a lock and 1.5 s for a connection. All that want the table stand in line behind the migration, so
 * it must step back much sooner.
 */
const LOCK_TIMEOUT_MS = 300;
/**
 * An autovacuum gives way only to a transaction that waits for longer than PostgreSQL's deadlock_timeout, by default 1 s. So long, the
 * migration waits for nothing else: a request that waits for it may be ended as a deadlock then.
 */
const AUTOVACUUM_LOCK_TIMEOUT_MS = 1_300;
const ATTEMPTS_PER_LONG_ONE = 4;
/** Requests that have waited behind the migration need this time before it tries again. */
const MIN_PAUSE_MS = 300;
const MAX_PAUSE_MS = 5_000;

export interface MigrationRunOptions {
  readonly migrations: readonly Migration[];
  readonly release: string;
  readonly waitSeconds: number;
  readonly log: ((line: string) => void) | undefined;
  readonly onWait: ((line: string) => void) | undefined;
}

type Outcome = 'applied' | 'applied by another process' | 'must wait';

/** Applies the pending migrations, one after the other. Each is tried again while others hold what it needs. */
export class MigrationRun {
  private readonly waitMs: number;
  private waitedMs = 0;
  private holder: LockHolder | undefined;
  private reported: string | undefined;

  constructor(
    private readonly session: pg.Client,
    private readonly observer: LockObserver,
    private readonly options: MigrationRunOptions,
  ) {
    this.waitMs = options.waitSeconds * 1000;
  }

  /** @returns the names of those that this run has applied */
  async run(): Promise<string[]> {
    const applied: string[] = [];
    for (;;) {
      const [next] = await this.findPending();
      if (next === undefined) return applied;
      if ((await this.apply(next)) === 'applied') applied.push(next.name);
    }
  }

  private findPending(): Promise<Migration[]> {
    return findPending(this.session, this.options.migrations, this.options.release);
  }

  private async apply(migration: Migration): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      const outcome = await this.attempt(migration, attempt);
      if (outcome === 'applied') this.options.log?.(`migration ${migration.name} applied`);
      if (outcome !== 'must wait') return outcome;
      this.waitedMs += performance.now() - began;
      const pauseMs = Math.min(
        jittered(MIN_PAUSE_MS * 1.5 ** attempt),
        MAX_PAUSE_MS,
        this.waitMs - this.waitedMs,
      );
      if (pauseMs <= 0) throw this.outOfTime(migration);
      await sleep(pauseMs);
      this.waitedMs += pauseMs;
    }
  }

  private async attempt(migration: Migration, attempt: number): Promise<Outcome> {
    const isLong = attempt % ATTEMPTS_PER_LONG_ONE === 0 && this.holder?.mayBeAutovacuum === true;
    this.holder = undefined;
    const index = indexBuiltConcurrently(migration);
    try {
      return index === undefined
        ? await this.applyInTransaction(migration, isLong ? AUTOVACUUM_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS)
        : await this.buildIndex(migration, index);
    } catch (error) {
      if (isLockFailure(error)) return 'must wait';
      throw isStatementError(error) ? failure(migration, error) : error;
    }
  }

  private async applyInTransaction(migration: Migration, lockTimeoutMs: number): Promise<Outcome> {
    await this.session.query('BEGIN');
    let isOver = false;
    try {
      await this.limitWaits('SET LOCAL', lockTimeoutMs);
      if (!(await this.lock('pg_try_advisory_xact_lock'))) return 'must wait';
      if (!(await this.isPending(migration))) return 'applied by another process';
      await this.observed(async () => {
        await createHistory(this.session);
        await this.session.query(migration.sql);
        await this.record(migration);
      });
      await this.session.query('COMMIT');
      isOver = true;
      return 'applied';
    } finally {
      // If the connection is lost, so is the transaction. Without one, PostgreSQL's log would have a warning.
      if (!isOver) await this.session.query('ROLLBACK').catch(() => undefined);
    }
  }

  /** Outside a transaction, so that others can write meanwhile. What is left of an attempt that failed is dropped. */
  private async buildIndex(migration: Migration, index: string): Promise<Outcome> {
    if (!(await this.lock('pg_try_advisory_lock'))) return 'must wait';
    let isRecording = false;
    try {
      if (!(await this.isPending(migration))) return 'applied by another process';
      // Its wait blocks no other transaction.
      await this.limitWaits('SET', Math.max(1, Math.ceil(this.waitMs - this.waitedMs)));
      await this.observed(async () => {
        await createHistory(this.session);
        await this.session.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
        await this.session.query(migration.sql);
        await this.session.query('BEGIN');
        isRecording = true;
        await this.record(migration);
        await this.session.query('COMMIT');
        isRecording = false;
      });
      return 'applied';
    } finally {
      if (isRecording) await this.session.query('ROLLBACK').catch(() => undefined);
      await this.session.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    }
  }

  /** Also lifts the role's limit for statements: it is meant for requests, and migrations may take longer. */
  private async limitWaits(set: 'SET' | 'SET LOCAL', milliseconds: number): Promise<void> {
    await this.session.query(
      `${set} statement_timeout = 0; ${set} idle_in_transaction_session_timeout = 0; ${set} lock_timeout = ${milliseconds}`,
    );
  }

  /** Never waits: with a statement that waits, and its snapshot, an index could not be built. */
  private async lock(lockFunction: 'pg_try_advisory_lock' | 'pg_try_advisory_xact_lock'): Promise<boolean> {
    const { rows } = await this.session.query<{ ours: boolean }>(`SELECT ${lockFunction}($1) AS ours`, [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.ours === true) return true;
    this.setHolder(await holderOfAdvisoryLock(this.session, MIGRATION_LOCK));
    return false;
  }

  private async isPending({ name }: Migration): Promise<boolean> {
    const [next] = await this.findPending();
    return next?.name === name;
  }

  private observed(work: () => Promise<void>): Promise<void> {
    return this.observer.during(this.session, (holder) => this.setHolder(holder), work);
  }

  private async record(migration: Migration): Promise<void> {
    await recordMigration(this.session, migration);
    await recordReleases(this.session, this.options.migrations);
  }

  private setHolder(holder: LockHolder | undefined): void {
    this.holder = holder ?? this.holder;
    const line = `Waiting for ${describe(holder)}.`;
    if (holder !== undefined && line !== this.reported) this.options.onWait?.(line);
    this.reported = line;
  }

  private outOfTime({ name }: Migration): MigrationError {
    return new MigrationError(
      `Migration ${name} was not applied within ${this.options.waitSeconds} s, because it waited for ` +
        `${describe(this.holder)}; it has changed nothing: end what holds the lock, and start again.`,
    );
  }
}

function describe(holder: LockHolder | undefined): string {
  return holder === undefined ? 'a table that is in use' : `${holder.what}, which ${holder.who} holds`;
}

function jittered(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random());
}

/** Lock timeout and deadlock: the same migration may succeed later. */
function isLockFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '');
}

/** Whether a statement itself failed, and not the connection (class 08) or the server (class 57). */
function isStatementError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && !/^(?:08|57)/.test(error.code ?? '');
}

function failure({ name }: Migration, cause: pg.DatabaseError): MigrationError {
  return new MigrationError(`Migration ${name} failed: ${cause.message}. It was rolled back.`, { cause });
}
