import pg from 'pg';
import { asDriverError } from './connections/prisma-errors.js';

/** The database is down or busy, or its response was lost. The caller can try again later; no partial work remains. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached or is busy.', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** The connection was lost during COMMIT: it is unknown whether the transaction is committed. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/** Other rows must be locked than those that were found before the wait for a lock: the transaction runs again, and finds them. */
export class LockedTooFew extends Error {
  constructor() {
    super('Rows that a transaction changes were found before others changed them.');
    this.name = 'LockedTooFew';
  }
}

/** SQLSTATE classes of temporary failures: connection, authorization (a password being replaced), resources, operator intervention, system. */
const UNAVAILABLE_CLASSES = ['08', '28', '53', '57', '58'];
/** Read-only server (a standby, or one with a full disk), lock timeout, idle transaction timeout, no database of that name (one being restored). */
const UNAVAILABLE_CODES = ['25006', '55P03', '25P03', '3D000'];
/** Deadlock and serialization failure: the same transaction may succeed when it runs again. */
const RETRYABLE_CODES = ['40P01', '40001'];

/** Whether running the whole transaction again at once can succeed. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof LockedTooFew ||
    (error instanceof pg.DatabaseError && RETRYABLE_CODES.includes(error.code ?? ''))
  );
}

/** The server stops, has crashed, starts, or is a standby. */
const INTERRUPTION_CODES = ['57P01', '57P02', '57P03', '25006'];

/** Whether the server has gone away or is about to come back. A busy server is not away: more work would not help it. */
export function isInterruption(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    return code.startsWith('08') || INTERRUPTION_CODES.includes(code);
  }
  return (
    !(error instanceof DatabaseUnavailable) &&
    isLostConnection(error) &&
    !BUSY_MESSAGES.test(messageOf(error))
  );
}

/**
 * Whether the server answers but reports that another node of its cluster does not. A failing server ends the connection; only a standby refuses a
 * statement and keeps it.
 */
export function isOfAnotherNode(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && error.code !== '25006';
}

/**
 * SQLSTATE XX000. At COMMIT, Citus reports with it that a node has died after it was told to commit. Elsewhere it is a fault of PostgreSQL or of a
 * statement.
 */
export function isInternal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'XX000';
}

/** The pool has no free connection, or the server does not answer a statement. */
const BUSY_MESSAGES = /timeout exceeded when trying to connect|query read timeout|cannot use a pool after/i;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/**
 * SQLSTATE 57014: the server canceled the statement, most often because it took too long. The connection is intact, and other statements may succeed.
 */
export function isCanceled(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === '57014';
}

/** SQLSTATE classes of errors in the data: invalid value, violated constraint, limit exceeded. */
const DATA_ERROR_CLASSES = ['22', '23', '54'];

/** Citus appends the number of the shard to a constraint's name, and gives the name only in the message. Our names never end in digits. */
const SHARD_SUFFIX = /_\d+$/;
const NAMED_CONSTRAINT = /constraint "([^"]+)"/;

/** The constraint that the data violates, or else the SQLSTATE; undefined if the error is not about the data. */
export function violatedConstraint(thrown: unknown): string | undefined {
  const error = asDriverError(thrown);
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const code = error.code ?? '';
  if (!DATA_ERROR_CLASSES.includes(code.slice(0, 2))) return undefined;
  const name = error.constraint ?? NAMED_CONSTRAINT.exec(error.message)?.[1];
  return name?.replace(SHARD_SUFFIX, '') ?? `SQLSTATE ${code}`;
}

/** Converts errors of the driver and of Prisma: temporary failures become DatabaseUnavailable. Returns any other error unchanged. */
export function asFailure(thrown: unknown): unknown {
  if (thrown instanceof DatabaseUnavailable) return thrown;
  if (thrown instanceof LockedTooFew) return new DatabaseUnavailable(thrown);
  const error = asDriverError(thrown);
  if (!(error instanceof pg.DatabaseError))
    return isLostConnection(error) ? new DatabaseUnavailable(error) : thrown;
  const code = error.code ?? '';
  const isTemporary =
    UNAVAILABLE_CLASSES.includes(code.slice(0, 2)) ||
    UNAVAILABLE_CODES.includes(code) ||
    RETRYABLE_CODES.includes(code);
  return isTemporary ? new DatabaseUnavailable(error) : thrown;
}

const SOCKET_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENETUNREACH',
];

/** The driver reports a lost connection by plain errors, recognizable only by socket code or message. */
const LOST_CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection error|query read timeout|client has encountered|cannot use a pool after/i;

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isLostConnection);
  const code: unknown = 'code' in error ? error.code : undefined;
  return (
    (typeof code === 'string' && SOCKET_CODES.includes(code)) || LOST_CONNECTION_MESSAGES.test(error.message)
  );
}
