import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
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
import { Interruptions } from './connections/interruptions.js';
import { LongReads } from './connections/long-reads.js';
import { LookupSessions } from './connections/lookup-sessions.js';
import { MeasuredPool } from './connections/measured-pool.js';
import { queryOf, rowsOf, send, type SendOptions } from './connections/sending.js';
import { type Connection, lookup, type Statement, type Transactions } from './statement.js';

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections, at least 2. A third are for lookups, the others for one transaction each. */
  readonly poolSize: number;
  /** Milliseconds a statement may take; 0 for no limit, for bulk work. */
  readonly statementTimeout?: number;
  /** Milliseconds to wait for a connection; 0 for no limit. */
  readonly connectTimeout?: number;
  /** Behind a pooler, sessions cannot start with settings of their own: each transaction sets them (decision 5). */
  readonly pooled?: boolean;
  /** False for poolers that do not keep prepared statements. */
  readonly preparedStatements?: boolean;
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
const PLAN_CACHE_MODE = 'force_generic_plan';
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 4;
const PING = lookup('database-ping', 'SELECT 1');

/**
 * Access to PostgreSQL: prepared statements on a connection pool for the queue and other frequent work, and Prisma on the
 * same pool for plain rows (decision 5).
 */
export class Database implements Transactions {
  readonly url: string;
  private client: PrismaClient | undefined;
  /** For transactions, and for statements that are no lookups. */
  readonly pool: MeasuredPool;
  readonly lookups: LookupSessions;
  /** They use half of the connections for transactions, and at least one. */
  readonly longReads: LongReads;
  private readonly sending: SendOptions;
  private readonly interruptions = new Interruptions();

  constructor(options: DatabaseOptions) {
    this.url = options.url;
    const settings = connectionSettings(options);
    this.sending = {
      begin: options.pooled === true ? beginWithSettings(options) : undefined,
      isPrepared: options.preparedStatements !== false,
    };
    const forLookups = connectionsForLookups(options.poolSize);
    this.lookups = new LookupSessions({ ...settings, max: forLookups }, this.sending, options.onIdleError);
    const forTransactions = options.poolSize - forLookups;
    this.pool = new MeasuredPool({ ...settings, max: forTransactions });
    this.longReads = new LongReads(Math.max(1, Math.floor(forTransactions / 2)), timeoutsOf(options).connect);
    // Whatever needs the connection, Prisma included, has sent nothing yet.
    this.pool.mayTryAgain = (error) => this.interruptions.shouldRetry(error);
    // Without a listener, a database restart would end the process.
    this.pool.on('error', (error) => options.onIdleError?.(error));
    // The pool listens to idle connections only, so losing one during a transaction would end the process. The statement
    // in progress, or the next one, still fails with the error.
    this.pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.interruptions.end();
    });
  }

  /** Made when it is first used: it reads the whole schema, which most processes never need. */
  get prisma(): PrismaClient {
    this.client ??= new PrismaClient({ adapter: new PrismaPg(this.pool) });
    return this.client;
  }

  run<Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const tracing = activeTracing();
    if (tracing === undefined) return this.send(statement, values);
    return tracing.inSpan({ name: statement.name, kind: 'statement' }, () => this.send(statement, values));
  }

  private async send<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    try {
      const result = await (statement.isLookup === true
        ? this.lookups.run(statement, values)
        : this.runOnPool(statement, values));
      this.interruptions.end();
      return rowsOf(result);
    } catch (error) {
      if (statement.isLookup === true && (await this.interruptions.shouldRetry(error)))
        return this.send(statement, values);
      throw asFailure(error);
    }
  }

  private async runOnPool(statement: Statement, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.sending.begin === undefined) return this.pool.query(queryOf(statement, values, this.sending));
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      return await send(client, statement, values, this.sending);
    } catch (error) {
      broken = await rollBack(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Runs `work` in one transaction. It is READ COMMITTED: `work` protects rows by locking them. After a deadlock, a
   * serialization failure, or a connection lost before COMMIT, `work` runs again, so it must do nothing outside the
   * transaction.
   * @throws DatabaseUnavailable; OutcomeUnknown when the connection is lost during COMMIT
   */
  async transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    let failures = 0;
    for (;;) {
      try {
        return await inSpan({ name: 'transaction', kind: 'transaction' }, () => this.attempt(work));
      } catch (error) {
        if (await this.interruptions.shouldRetry(error)) continue;
        // What was interrupted has not failed: after a restart there are as many attempts as before it.
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
    let broken: Error | undefined;
    try {
      // Not awaited: the first statement is sent right behind it, and fails if BEGIN fails.
      client.query(this.sending.begin ?? 'BEGIN').catch(() => undefined);
      const result = await work(new TransactionConnection(client, this.sending));
      await commit(client);
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
    await this.client?.$disconnect();
    await Promise.all([this.pool.end(), this.lookups.close()]);
  }
}

/** How many of a pool's connections are for lookups, which share them. Each of the others is for one transaction at a time. */
export function connectionsForLookups(poolSize: number): number {
  return Math.max(1, Math.floor(poolSize / 3));
}

function connectionSettings(options: DatabaseOptions): pg.PoolConfig {
  const { statement, connect } = timeoutsOf(options);
  return {
    connectionString: options.url,
    application_name: 'holdfast',
    keepAlive: true,
    connectionTimeoutMillis: connect,
    // Sends statements without waiting for earlier results.
    pipeline: true,
    // The server ends slow statements itself. This timeout is for a server that no longer answers.
    ...(statement > 0 && { query_timeout: statement + 1_000 }),
    ...(options.pooled !== true && sessionSettings(options)),
  };
}

function sessionSettings(options: DatabaseOptions): pg.PoolConfig {
  const { statement, lock } = timeoutsOf(options);
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    ...(options.customPlans !== true && { options: `-c plan_cache_mode=${PLAN_CACHE_MODE}` }),
  };
}

/** The same for one transaction. The first statement does not wait for it, so it costs no round trip of its own. */
function beginWithSettings(options: DatabaseOptions): string {
  const { statement, lock } = timeoutsOf(options);
  const settings = {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    ...(options.customPlans !== true && { plan_cache_mode: PLAN_CACHE_MODE }),
  };
  return ['BEGIN', ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join(
    '; ',
  );
}

function timeoutsOf({
  statementTimeout = STATEMENT_TIMEOUT_MS,
  connectTimeout = CONNECT_TIMEOUT_MS,
}: DatabaseOptions): Timeouts {
  return {
    statement: statementTimeout,
    lock: statementTimeout === 0 ? 0 : LOCK_TIMEOUT_MS,
    connect: connectTimeout,
  };
}

/** In milliseconds; 0 for no limit. */
interface Timeouts {
  readonly statement: number;
  readonly lock: number;
  readonly connect: number;
}

class TransactionConnection implements Connection {
  constructor(
    private readonly client: pg.PoolClient,
    private readonly sending: SendOptions,
  ) {}

  run<Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const tracing = activeTracing();
    if (tracing === undefined) return this.send(statement, values);
    return tracing.inSpan({ name: statement.name, kind: 'statement' }, () => this.send(statement, values));
  }

  private async send<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return rowsOf(await this.client.query(queryOf(statement, values, this.sending)));
  }
}

/** @throws OutcomeUnknown if the connection is lost, or that to another node of a cluster */
async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    throw isInterruption(error) || isInternal(error) ? new OutcomeUnknown(error) : error;
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
