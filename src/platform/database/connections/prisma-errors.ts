import pg from 'pg';

/**
 * Unwraps driver errors that Prisma has wrapped, in any of its three ways, into the error that the pool would throw. Any
 * other error is returned unchanged.
 */
export function asDriverError(error: unknown): unknown {
  const cause = causeInPrisma(error);
  if (cause?.originalCode === undefined) return isDisconnected(error, cause) ? connectionError(error) : error;
  const driverError = new pg.DatabaseError(cause.originalMessage ?? 'unknown', 0, 'error');
  driverError.code = cause.originalCode;
  driverError.constraint = cause.constraint?.index;
  return driverError;
}

const DISCONNECTED = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'];
/** A transaction could not begin in time, or took too long. */
const TRANSACTION_FAILED = 'P2028';

function isDisconnected(error: unknown, cause: DriverCause | undefined): boolean {
  if (cause !== undefined) return DISCONNECTED.includes(cause.kind ?? '');
  return error instanceof Error && 'code' in error && error.code === TRANSACTION_FAILED;
}

/** SQLSTATE 08006: the connection failed. */
function connectionError(cause: unknown): pg.DatabaseError {
  const driverError = new pg.DatabaseError('The database cannot be reached.', 0, 'error');
  driverError.code = '08006';
  driverError.cause = cause;
  return driverError;
}

interface DriverCause {
  readonly kind?: string;
  readonly originalCode?: string;
  readonly originalMessage?: string;
  readonly constraint?: { readonly index?: string };
}

/** A failed query has the cause in its `meta`; a failed COMMIT is a DriverAdapterError itself. */
function causeInPrisma(error: unknown): DriverCause | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'DriverAdapterError') return error.cause as DriverCause | undefined;
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: DriverCause } } };
  return meta?.driverAdapterError?.cause;
}
