import type pg from 'pg';
import { BatchingSocket } from './batching-socket.js';

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections, at least 2. A third are for lookups; each of the others is for one transaction. */
  readonly poolSize: number;
  /** Milliseconds a statement may take; 0 for no limit, for bulk work. */
  readonly statementTimeout?: number;
  /** Milliseconds to wait for a connection; 0 for no limit. */
  readonly connectTimeout?: number;
  /** Behind a pooler, sessions have no settings of their own and no prepared statements: each transaction sets them. */
  readonly pooled?: boolean;
  /** Lets PostgreSQL plan statements for their values: for bulk work on growing tables. */
  readonly customPlans?: boolean;
  /** The class of the connections for transactions; default: the driver's. */
  readonly Client?: typeof pg.Client;
  /** Milliseconds until an idle connection is closed; 0 for never. Default: the driver's, 10 seconds. */
  readonly idleTimeout?: number;
  /** Called for errors of idle connections. */
  readonly onIdleError?: (error: Error) => void;
}

/** How long to wait for a queue's lock. After that the caller gets 503 and can try again. */
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * The statements of requests find their rows by keys, whatever the values. Where most holds are in one queue, plans for its values would scan the
 * whole table to find that nothing is due. Planning also costs more than execution.
 */
const PLAN_CACHE_MODE = 'force_generic_plan';
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

export function connectionSettings(options: DatabaseOptions): pg.PoolConfig {
  const { statement, connect } = timeoutsOf(options);
  return {
    connectionString: options.url,
    application_name: 'holdfast',
    keepAlive: true,
    stream: () => new BatchingSocket(),
    connectionTimeoutMillis: connect,
    // Sends statements without waiting for earlier results.
    pipeline: true,
    ...(options.Client !== undefined && { Client: options.Client }),
    ...(options.idleTimeout !== undefined && { idleTimeoutMillis: options.idleTimeout }),
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

/** The same settings for one transaction. They are sent with the first statement, without a round trip of their own. */
export function beginWithSettings(options: DatabaseOptions): string {
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

export function timeoutsOf({
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
