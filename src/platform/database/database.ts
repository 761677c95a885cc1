import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import { activeTracing, inSpan } from '../observability/tracing.js';
import {
  asFailure,
  DatabaseUnavailable,
  isInternal,
  isInterruption,
  isRetryable,
  OutcomeUnknown,
} from './failures.js';
import {
  beginWithSettings,
  connectionSettings,
  type DatabaseOptions,
  timeoutsOf,
} from './connections/connection-settings.js';
import { Interruptions } from './connections/interruptions.js';
import { LongReads } from './connections/long-reads.js';
import { LookupSessions } from './connections/lookup-sessions.js';
import { MeasuredPool } from './connections/measured-pool.js';
import { asDriverError } from './connections/prisma-errors.js';
import { PrismaPool } from './connections/prisma-pool.js';
import { queryOf, rowsOf, send, type SendOptions } from './connections/sending.js';
import { type Connection, lookup, type Statement, type Transactions } from './statement.js';

const MAX_ATTEMPTS = 4;
export type { DatabaseOptions };

const PING = lookup('database-ping', 'SELECT 1');

/**
 * Access to PostgreSQL: prepared statements on a connection pool for the queue and other frequent work, and Prisma on the same pool, and in the same
 * transactions, for plain rows (decision 4).
 */
export class Database implements Transactions {
  readonly url: string;
  private client: PrismaClient | undefined;
  /** For transactions, and for statements that are no lookups. */
  readonly pool: MeasuredPool;
  readonly lookups: LookupSessions;
  /** Uses half of the connections for transactions, and at least one. */
  readonly longReads: LongReads;
  private readonly sending: SendOptions;
  private readonly interruptions = new Interruptions();
  private readonly replacements = new AsyncLocalStorage<Database>();
  private readonly openTransactions = new AsyncLocalStorage<TransactionConnection>();

  constructor(readonly options: DatabaseOptions) {
    this.url = options.url;
    const settings = connectionSettings(options);
    this.sending = {
      begin: options.pooled === true ? beginWithSettings(options) : undefined,
      isPrepared: options.pooled !== true,
    };
    const forLookups = connectionsForLookups(options.poolSize);
    this.lookups = new LookupSessions({ ...settings, max: forLookups }, this.sending, options.onIdleError);
    const forTransactions = options.poolSize - forLookups;
    this.pool = new MeasuredPool({ ...settings, max: forTransactions });
    this.longReads = new LongReads(Math.max(1, Math.floor(forTransactions / 2)), timeoutsOf(options).connect);
    // A retry is safe: nothing was sent yet.
    this.pool.mayTryAgain = (error) => this.interruptions.shouldRetry(error);
    // Without a listener, a database restart would end the process.
    this.pool.on('error', (error) => options.onIdleError?.(error));
    // The pool listens to idle connections only, so losing one during a transaction would end the process. The statement in progress, or the next
    // one, still fails with the error.
    this.pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.interruptions.end();
    });
  }

  /** Made at its first use: it reads the whole schema, which most processes never need. */
  get prisma(): PrismaClient {
    const replacement = this.replacements.getStore();
    if (replacement !== undefined) return replacement.prisma;
    this.client ??= new PrismaClient({ adapter: new PrismaPg(this.prismaPool()) });
    return this.client;
  }

  private prismaPool(): PrismaPool {
    const pool = {
      query: (query: pg.QueryConfig) => this.runOnPool(query),
      connect: () => this.pool.connect(),
    };
    return new PrismaPool(pool, () => this.openTransactions.getStore());
  }

  /** Runs `work` with another database in place of this one. */
  replacedBy<Result>(other: Database, work: () => Promise<Result>): Promise<Result> {
    return this.replacements.run(other, work);
  }

  get isRehearsal(): boolean {
    return this.replacements.getStore()?.isRehearsal ?? false;
  }

  run<Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const replacement = this.replacements.getStore();
    if (replacement !== undefined) return replacement.run(statement, values);
    const tracing = activeTracing();
    if (tracing === undefined) return this.send(statement, values);
    return tracing.inSpan({ name: statement.name, kind: 'statement' }, () => this.send(statement, values));
  }

  private async send<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    try {
      const result = await (statement.isLookup === true
        ? this.lookups.run(statement, values)
        : this.runOnPool(queryOf(statement, values, this.sending)));
      this.interruptions.end();
      return rowsOf(result);
    } catch (error) {
      if (statement.isLookup === true && (await this.interruptions.shouldRetry(error)))
        return this.send(statement, values);
      throw asFailure(error);
    }
  }

  private async runOnPool(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.sending.begin === undefined) return this.pool.query(query);
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      return await send(client, query, this.sending);
    } catch (error) {
      broken = await rollBack(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Runs `work`, including its calls of Prisma Client, in one transaction. It is READ COMMITTED: `work` protects rows by locking them. After a
   * deadlock, a serialization failure, or a connection lost before COMMIT, `work` runs again, so it must do nothing outside the transaction.
   * @throws DatabaseUnavailable; OutcomeUnknown when the connection is lost during COMMIT
   */
  transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    const replacement = this.replacements.getStore();
    if (replacement !== undefined) return replacement.transaction(work);
    return this.repeat(() => inSpan({ name: 'transaction', kind: 'transaction' }, () => this.attempt(work)));
  }

  private async repeat<Result>(attempt: () => Promise<Result>): Promise<Result> {
    let failures = 0;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (await this.interruptions.shouldRetry(error)) continue;
        // An interruption is no failed attempt: it does not count.
        if (++failures >= MAX_ATTEMPTS || !isRetryable(error)) throw asFailure(error);
        await pause(Math.random() * 20 * failures);
      }
    }
  }

  /**
   * Runs a read that may take seconds, such as a search, in one transaction. Changes do not wait for such reads: they use at
   * most half of the connections.
   * @throws DatabaseUnavailable, also when too many others are in progress
   */
  longRead<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    return this.longReads.run(() => this.transaction(work));
  }

  private async attempt<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    const transaction = new TransactionConnection(client, this.sending, this);
    let broken: Error | undefined;
    try {
      // Not awaited: the first statement is sent right behind BEGIN, and fails if BEGIN fails.
      client.query(this.sending.begin ?? 'BEGIN').catch(() => undefined);
      const result = await this.openTransactions.run(transaction, () => transaction.whole(work));
      await commit(client);
      return result;
    } catch (error) {
      broken = await rollBack(client);
      throw asDriverError(error);
    } finally {
      client.release(broken);
    }
  }

  /** @throws DatabaseUnavailable */
  async ping(): Promise<void> {
    await this.run(PING);
  }

  async close(): Promise<void> {
    await this.client?.$disconnect();
    await Promise.all([this.pool.end(), this.lookups.close()]);
  }
}

/** The share of a pool's connections that lookups use together. Each of the others serves one transaction at a time. */
export function connectionsForLookups(poolSize: number): number {
  return Math.max(1, Math.floor(poolSize / 3));
}

class TransactionConnection implements Connection {
  private isOver = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly sending: SendOptions,
    private readonly database: Database,
  ) {}

  get prisma(): PrismaClient {
    return this.database.prisma;
  }

  run<Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const tracing = activeTracing();
    if (tracing === undefined) return this.send(statement, values);
    return tracing.inSpan({ name: statement.name, kind: 'statement' }, () => this.send(statement, values));
  }

  private async send<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return rowsOf(await this.query(queryOf(statement, values, this.sending)));
  }

  /** Refuses statements of a part of the work after another part has failed: nothing would undo them. */
  async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.isOver) throw new Error('The transaction of this statement is over.');
    return this.client.query(query);
  }

  /** A Prisma call that `work` returns starts only when it is awaited, so it is awaited here. */
  async whole<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    try {
      return await work(this);
    } finally {
      this.isOver = true;
    }
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    throw afterCommit(error);
  }
}

/** The error of a failed COMMIT: OutcomeUnknown if the connection, or that to another cluster node, was lost. */
function afterCommit(error: unknown): unknown {
  return isInterruption(error) || isInternal(error) ? new OutcomeUnknown(error) : error;
}

/** @returns the error of a failed ROLLBACK; the pool must then discard the connection */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new DatabaseUnavailable(error);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
