import pg from 'pg';
import { asFailure, DatabaseUnavailable } from '../../platform/database/failures.js';

/** Classes of SQLSTATE that speak of the data: no such value, broken constraint, too large. */
const ABOUT_THE_DATA = ['22', '23', '54'];

/**
 * What the database itself had against a record: a constraint that no check before it foresaw, because something else
 * changed at the same time. Undefined: the error is not about the data.
 */
export function refusalOfDatabase(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !ABOUT_THE_DATA.includes((error.code ?? '').slice(0, 2)))
    return undefined;
  // Not the database's own text: its details repeat values.
  return `was refused by the database (${error.constraint ?? `SQLSTATE ${error.code}`})`;
}

/** `error` as the pool would have thrown it: Prisma wraps what the driver said, in three ways. */
export function asDriverFailure(error: unknown): unknown {
  const cause = causeInPrisma(error);
  if (cause === undefined) return asFailure(error);
  if (cause.kind === 'DatabaseNotReachable') return new DatabaseUnavailable(error);
  if (cause.originalCode === undefined) return asFailure(error);
  const said = new pg.DatabaseError(cause.originalMessage ?? 'unknown', 0, 'error');
  said.code = cause.originalCode;
  said.constraint = cause.constraint?.index;
  return asFailure(said);
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
