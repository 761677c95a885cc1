import { violatedConstraint } from '../../platform/database/failures.js';

/**
 * The reason why the database itself refused a record: a constraint failed although the checks before had passed, because
 * other data changed at the same time. Undefined if the error is not about the data.
 */
export function databaseRefusal(error: unknown): string | undefined {
  const constraint = violatedConstraint(error);
  // Not the database's own message: its details quote values.
  return constraint === undefined ? undefined : `was refused by the database (${constraint})`;
}
