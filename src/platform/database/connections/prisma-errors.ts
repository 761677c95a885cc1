import pg from 'pg';

/** Unwraps driver errors from Prisma's errors, as the pool would throw them. Returns any other error unchanged. */
export function asDriverError(error: unknown): unknown {
  const cause = causeInPrisma(error);
  if (cause?.originalCode === undefined)
    return DISCONNECTED.includes(cause?.kind ?? '') ? connectionError(error) : error;
  const driverError = new pg.DatabaseError(cause.originalMessage ?? 'unknown', 0, 'error');
  driverError.code = cause.originalCode;
  driverError.severity = cause.severity;
  driverError.constraint = cause.constraint?.index;
  return driverError;
}

const DISCONNECTED = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'];

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
  readonly severity?: string;
  readonly constraint?: { readonly index?: string };
}

/** A failed query has the cause in its `meta`; a failed connection is a DriverAdapterError itself. */
function causeInPrisma(error: unknown): DriverCause | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'DriverAdapterError') return error.cause as DriverCause | undefined;
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: DriverCause } } };
  return meta?.driverAdapterError?.cause;
}
