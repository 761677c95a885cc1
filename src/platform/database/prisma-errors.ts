import pg from 'pg';

/**
 * `error` as the pool would have thrown it: Prisma wraps what the driver said, in three ways. Any other error is given
 * back as it is.
 */
export function asDriverError(error: unknown): unknown {
  const cause = causeInPrisma(error);
  if (cause?.originalCode === undefined)
    return cause?.kind === NOT_REACHABLE ? connectionError(error) : error;
  const said = new pg.DatabaseError(cause.originalMessage ?? 'unknown', 0, 'error');
  said.code = cause.originalCode;
  said.constraint = cause.constraint?.index;
  return said;
}

const NOT_REACHABLE = 'DatabaseNotReachable';

/** SQLSTATE 08006: the connection failed. */
function connectionError(cause: unknown): pg.DatabaseError {
  const said = new pg.DatabaseError('The database cannot be reached.', 0, 'error');
  said.code = '08006';
  said.cause = cause;
  return said;
}

interface DriverCause {
  readonly kind?: string;
  readonly originalCode?: string;
  readonly originalMessage?: string;
  readonly constraint?: { readonly index?: string };
}

/** A failed query carries the cause in its meta, a failed COMMIT is a bare DriverAdapterError. */
function causeInPrisma(error: unknown): DriverCause | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'DriverAdapterError') return error.cause as DriverCause | undefined;
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: DriverCause } } };
  return meta?.driverAdapterError?.cause;
}
