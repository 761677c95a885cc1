import { constraintAgainst } from '../platform/database/failures.js';

/**
 * What the database itself had against a record: a constraint that no check before it foresaw, because something else
 * changed at the same time. Undefined: the error is not about the data.
 */
export function refusalOfDatabase(error: unknown): string | undefined {
  const constraint = constraintAgainst(error);
  // Not the database's own text: its details repeat values.
  return constraint === undefined ? undefined : `was refused by the database (${constraint})`;
}
