import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import { asFailure, canRunAgain, DatabaseUnavailable } from './failures.js';
import { LookupSessions, sendTogether } from './lookup-sessions.js';
import { type Connection, lookup, type Statement } from './statement.js';

export interface DatabaseOptions {
  readonly url: string;
  /** Connections at the same time, at least 2: a third of them for lookups, the others for one transaction each. */
  readonly poolSize: number;
  /** Milliseconds a statement may take; 0 for bulk work that has no caller waiting. */
  readonly statementTimeout?: number;
  /** Milliseconds to wait for a connection; 0 for as long as it takes. */
  readonly connectTimeout?: number;
  /** Statements are planned for their very values: for bulk work, on tables that grow meanwhile. */
  readonly plansByValue?: boolean;
  /** Called for what goes wrong on idle connections: without a listener a database restart would kill the process. */
  readonly onIdleError?: (error: Error) => void;
}

/** A queue's lock that is not had within this time is given up: the caller gets 503 and may try again. */
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * Every request's statement finds its rows by keys, whatever the values. Where most holds are in one queue, plans made for
 * its values would read the whole table to find that nothing is due; and making plans costs more than running them.
 */
const ONE_PLAN_FOR_ALL_VALUES = '-c plan_cache_mode=force_generic_plan';
const TRIES = 4;
const PING = lookup('database-ping', 'SELECT 1');

/**
 * The way to PostgreSQL: prepared statements on a pool for the queue and everything hot, Prisma on the same pool for
 * the plain rows (decision 5).
 */
export class Database implements Connection {
  readonly url: string;
  readonly prisma: PrismaClient;
  private readonly pool: pg.Pool;
  private readonly lookups: LookupSessions;

  constructor(options: DatabaseOptions) {
    this.url = options.url;
    const settings = sessionSettings(options);
    const forLookups = Math.max(1, Math.floor(options.poolSize / 3));
    this.lookups = new LookupSessions({ ...settings, max: forLookups }, options.onIdleError);
    this.pool = new pg.Pool({ ...settings, max: options.poolSize - forLookups });
    this.pool.on('error', (error) => options.onIdleError?.(error));
    // The pool listens to idle connections alone: one lost in the middle of a transaction would end the process. Whoever
    // waits for a statement on it, or sends the next, is told all the same.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.pool) });
  }

  async run<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const { name, text, isLookup } = statement;
    try {
      const result = await (isLookup === true
        ? this.lookups.run(statement, values as unknown[])
        : this.pool.query({ name, text, values: values as unknown[] }));
      return result.rows as Row[];
    } catch (error) {
      throw asFailure(error);
    }
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED; rows are protected by the locks that `work` takes). A deadlock or
   * serialization failure runs it again, so `work` must do nothing outside the transaction.
   * @throws DatabaseUnavailable also when the connection is lost at COMMIT: then the outcome is unknown
   */
  async transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (attempt === TRIES || !canRunAgain(error)) throw asFailure(error);
        await pause(Math.random() * 20 * attempt);
      }
    }
  }

  private async attempt<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      // Not waited for: it goes with the first statement, which fails if this does.
      sendTogether(client);
      client.query('BEGIN').catch(() => undefined);
      const result = await work(new TransactionConnection(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      broken = await rollBack(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** @throws DatabaseUnavailable */
  async ping(): Promise<void> {
    await this.run(PING);
  }

  async close(): Promise<void> {
    await this.prisma.$disconnect();
    await Promise.all([this.pool.end(), this.lookups.close()]);
  }
}

function sessionSettings(options: DatabaseOptions): pg.PoolConfig {
  const statementTimeout = options.statementTimeout ?? STATEMENT_TIMEOUT_MS;
  const settings = {
    connectionString: options.url,
    application_name: 'holdfast',
    keepAlive: true,
    connectionTimeoutMillis: options.connectTimeout ?? CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 10_000,
    // A statement may be sent before the last one is answered.
    pipeline: true,
    ...(options.plansByValue !== true && { options: ONE_PLAN_FOR_ALL_VALUES }),
  };
  if (statementTimeout === 0) return { ...settings, lock_timeout: 0, statement_timeout: 0 };
  return {
    ...settings,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: statementTimeout,
    // The server ends slow statements itself; this ends the wait for a server that no longer answers at all.
    query_timeout: statementTimeout + 1_000,
  };
}

class TransactionConnection implements Connection {
  constructor(private readonly client: pg.PoolClient) {}

  async run<Row>({ name, text }: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.client.query({ name, text, values: values as unknown[] });
    return result.rows as Row[];
  }
}

/** The error that makes the connection unfit for the pool, if any. */
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
