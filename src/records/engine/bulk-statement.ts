import { type Statement, statement } from '../../platform/database/statement.js';

/**
 * A statement for many rows, planned on every execution. A named statement would keep the plan that was best while its
 * tables were empty, and would then scan a million rows for every batch.
 */
export function bulkStatement<Row = never>(text: string): Statement<Row> {
  return statement('', text);
}
