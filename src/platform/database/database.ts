import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import { activeTracing, inSpan } from '../tracing.js';
import { asFailure, DatabaseUnavailable, isRetryable } from './failures.js';
import { LookupSessions, writeOncePerTurn } from './lookup-sessions.js';
import { MeasuredPool } from './measured-pool.js';
import { type Connection, lookup, type Statement, type Transactions } from './statement.js';

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections, at least 2. A third are for lookups, the others for one transaction each. */
  readonly poolSize: number;
  /** Milliseconds a statement may take; 0 for no limit, for bulk work. */
  readonly statementTimeout?: number;
  /** Milliseconds to wait for a connection; 0 for no limit. */
  readonly connectTimeout?: number;
  /** Lets PostgreSQL plan statements for their values: for bulk work on growing tables. */
  readonly customPlans?: boolean;
  /** Called for errors of idle connections. */
  readonly onIdleError?: (error: Error) => void;
}

/** How long to wait for a queue's lock. After that the caller gets 503 and can try again. */
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * The statements of requests find their rows by keys, whatever the values. Where most holds are in one queue, plans for
 * its values would scan the whole table to find that nothing is due. Also, planning costs more than execution.
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan';
const MAX_ATTEMPTS = 4;
const PING = lookup('database-ping', 'SELECT 1');

/**
 * Access to PostgreSQL: prepared statements on a connection pool for the queue and other frequent work, and Prisma on the
 * same pool for plain rows (decision 5).
 */
export class Database implements Transactions {
  readonly url: string;
  readonly prisma: PrismaClient;
  /** For transactions, and for statements that are no lookups. */
  readonly pool: MeasuredPool;
  readonly lookups: LookupSessions;

  constructor(options: DatabaseOptions) {
    this.url = options.url;
    const settings = sessionSettings(options);
    const forLookups = Math.max(1, Math.floor(options.poolSize / 3));
    this.lookups = new LookupSessions({ ...settings, max: forLookups }, options.onIdleError);
    this.pool = new MeasuredPool({ ...settings, max: options.poolSize - forLookups });
    // Without a listener, a database restart would end the process.
    this.pool.on('error', (error) => options.onIdleError?.(error));
    // The pool listens to idle connections only, so losing one during a transaction would end the process. The statement
    // in progress, or the next one, still fails with the error.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.pool) });
  }

  run<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const tracing = activeTracing();
    if (tracing === undefined) return this.send(statement, values);
    return tracing.inSpan({ name: statement.name, kind: 'statement' }, () => this.send(statement, values));
  }

  private async send<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
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
   * Runs `work` in one transaction. It is READ COMMITTED: `work` protects rows by locking them. After a deadlock or
   * serialization failure `work` runs again, so it must do nothing outside the transaction.
   * @throws DatabaseUnavailable also when the connection is lost during COMMIT; the outcome is then unknown
   */
  async transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inSpan({ name: 'transaction', kind: 'transaction' }, () => this.attempt(work));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw asFailure(error);
        await pause(Math.random() * 20 * attempt);
      }
    }
  }

  private async attempt<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      // Not awaited: BEGIN is sent together with the first statement, which fails if BEGIN fails.
      writeOncePerTurn(client);
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
    // Sends statements without waiting for earlier results.
    pipeline: true,
    ...(options.customPlans !== true && { options: GENERIC_PLANS }),
  };
  if (statementTimeout === 0) return { ...settings, lock_timeout: 0, statement_timeout: 0 };
  return {
    ...settings,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: statementTimeout,
    // The server ends slow statements itself. This timeout is for a server that no longer answers.
    query_timeout: statementTimeout + 1_000,
  };
}

class TransactionConnection implements Connection {
  constructor(private readonly client: pg.PoolClient) {}

  run<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const tracing = activeTracing();
    if (tracing === undefined) return this.send(statement, values);
    return tracing.inSpan({ name: statement.name, kind: 'statement' }, () => this.send(statement, values));
  }

  private async send<Row>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const result = await this.client.query({ name, text, values: values as unknown[] });
    return result.rows as Row[];
  }
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
