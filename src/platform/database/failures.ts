import { isNativeError } from 'node:util/types';
import pg from 'pg';
import { asDriverError } from './prisma-errors.js';

/** The database is away, busy, or its answer was lost: the caller may try again later. Nothing half done is kept. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached or is busy.', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Classes of SQLSTATE that say "not now" instead of "never": connection, resources, operator, system. */
const NOT_NOW_CLASSES = ['08', '53', '57', '58'];
/** Read-only server (a standby, or a full disk's safety mode), lock not had in time, idle transaction cut. */
const NOT_NOW_CODES = ['25006', '55P03', '25P03'];
/** Deadlock, serialization failure: the same transaction may succeed when run again. */
const RUN_AGAIN_CODES = ['40P01', '40001'];

/** True when running the whole transaction again can succeed at once. */
export function canRunAgain(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RUN_AGAIN_CODES.includes(error.code ?? '');
}

/** Classes of SQLSTATE that speak of the data: no such value, broken constraint, too large. */
const ABOUT_THE_DATA = ['22', '23', '54'];

/** The constraint (or else the SQLSTATE) that the data broke; undefined when the error is not about the data. */
export function constraintAgainst(thrown: unknown): string | undefined {
  const error = asDriverError(thrown);
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const code = error.code ?? '';
  return ABOUT_THE_DATA.includes(code.slice(0, 2)) ? (error.constraint ?? `SQLSTATE ${code}`) : undefined;
}

/**
 * What was thrown as the callers should see it: DatabaseUnavailable for all that passes, itself for what is a fault of
 * ours. It knows the driver's errors and Prisma's.
 */
export function asFailure(thrown: unknown): unknown {
  if (thrown instanceof DatabaseUnavailable) return thrown;
  const error = asDriverError(thrown);
  if (!(error instanceof pg.DatabaseError))
    return isLostConnection(error) ? new DatabaseUnavailable(error) : thrown;
  const code = error.code ?? '';
  const passes =
    NOT_NOW_CLASSES.includes(code.slice(0, 2)) ||
    NOT_NOW_CODES.includes(code) ||
    RUN_AGAIN_CODES.includes(code);
  return passes ? new DatabaseUnavailable(error) : thrown;
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

/** The driver reports a lost connection with bare errors: by socket code, or by these words. */
const LOST_CONNECTION_WORDS =
  /connection terminated|timeout exceeded when trying to connect|connection error|query read timeout|client has encountered|cannot use a pool after/i;

function isLostConnection(error: unknown): boolean {
  // Not `instanceof`: the sockets' errors are of another realm where the tests run.
  if (!isNativeError(error)) return false;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isLostConnection);
  const code: unknown = 'code' in error ? error.code : undefined;
  return (
    (typeof code === 'string' && SOCKET_CODES.includes(code)) || LOST_CONNECTION_WORDS.test(error.message)
  );
}
