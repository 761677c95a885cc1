import { Refusal } from '../domain/errors.js';
import type { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';

/**
 * Runs one command of a patron in one transaction. A refusal is an answer and not a failure: it is thrown after the
 * COMMIT, so that what time had ended in the queue, and the command wrote down before it decided, stays written. Commands
 * refuse before they write anything of their own.
 */
export async function command<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const outcome = await database.transaction(async (connection) => {
    try {
      return { result: await work(connection) };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      throw error;
    }
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.result;
}
