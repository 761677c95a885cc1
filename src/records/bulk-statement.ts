import type { Statement } from '../platform/database/statement.js';

/**
 * A statement for many rows at once, planned anew each time. A named one would keep the plan that was best while its
 * tables were still empty, and read them from end to end, batch after batch, when they have a million rows.
 */
export function bulkStatement(text: string): Statement {
  return { name: '', text };
}
