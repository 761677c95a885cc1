import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import { asFailure, canRunAgain, DatabaseUnavailable } from './failures.js';
import { type Connection, type Statement, statement } from './statement.js';

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Milliseconds a statement may take; 0 for bulk work that has no caller waiting. */
  readonly statementTimeout?: number;
  /** Milliseconds to wait for a connection; 0 for as long as it takes. */
  readonly connectTimeout?: number;
  /** Called for what goes wrong on idle connections: without a listener a database restart would kill the process. */
  readonly onIdleError?: (error: Error) => void;
}

/** A queue's lock that is not had within this time is given up: the caller gets 503 and may try again. */
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 5_000;
const TRIES = 4;
const PING = statement('database-ping', 'SELECT 1');

/**
 * The way to PostgreSQL: prepared statements on a pool for the queue and everything hot, Prisma on the same pool for
 * the plain rows (see docs/decisions/0005-prisma-and-the-pool.md).
 */
export class Database implements Connection {
  readonly url: string;
  readonly prisma: PrismaClient;
  private readonly pool: pg.Pool;

  constructor(options: DatabaseOptions) {
    this.url = options.url;
    const statementTimeout = options.statementTimeout ?? STATEMENT_TIMEOUT_MS;
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.poolSize,
      application_name: 'holdfast',
      keepAlive: true,
      connectionTimeoutMillis: options.connectTimeout ?? CONNECT_TIMEOUT_MS,
      lock_timeout: statementTimeout === 0 ? 0 : LOCK_TIMEOUT_MS,
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: 10_000,
      // The server ends slow statements itself; this ends the wait for a server that no longer answers at all.
      ...(statementTimeout === 0 ? {} : { query_timeout: statementTimeout + 1_000 }),
    });
    this.pool.on('error', (error) => options.onIdleError?.(error));
    // The pool listens to idle connections alone: one lost in the middle of a transaction would end the process. Whoever
    // waits for a statement on it, or sends the next, is told all the same.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.pool) });
  }

  async run<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      const result = await this.pool.query({ ...statement, values: [...values] });
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
      await client.query('BEGIN');
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
    await this.pool.end();
  }
}

class TransactionConnection implements Connection {
  constructor(private readonly client: pg.PoolClient) {}

  async run<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.client.query({ ...statement, values: [...values] });
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
