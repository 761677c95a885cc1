import { type ErrorCode, Refusal } from '../domain/errors.js';
import { OutcomeUnknown } from '../platform/database/failures.js';
import type { Connection, Statement, Transactions } from '../platform/database/statement.js';
import { BACK_TO_SETTLED, SETTLED } from './queue-transaction.store.js';

/** The transaction of one change to a queue. It remembers up to where the queue was only settled. */
export class QueueTransaction implements Connection {
  private hasSettled = false;

  constructor(private readonly connection: Connection) {}

  run<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return this.connection.run<Row>(statement, values);
  }

  /** What has been written up to now stays, even if the change is refused. */
  async keepSettled(): Promise<void> {
    await this.connection.run(SETTLED);
    this.hasSettled = true;
  }

  /**
   * Undoes what was written since `keepSettled`.
   * @returns false when nothing was kept: then the whole transaction can be rolled back
   */
  async undoChange(): Promise<boolean> {
    if (this.hasSettled) await this.connection.run(BACK_TO_SETTLED);
    return this.hasSettled;
  }
}

/** How a change is recognized that was stored although its COMMIT got no answer. */
interface WhenStored<Result> {
  /** The refusal of the same change, if it is made again. */
  readonly refusal: ErrorCode;
  readonly answer: () => Promise<Result>;
}

/**
 * Changes a queue in one transaction. A refusal undoes everything that `change` wrote, except what time alone had ended in
 * the queue: that is true whether or not the request is refused, so it is committed.
 *
 * When the database goes away during COMMIT, the change is made again. If it was stored the first time, it is refused now,
 * and has its answer from `whenStored`.
 * @param whenStored undefined for a change that can be made twice
 */
export async function changeQueue<Result>(
  database: Transactions,
  change: (transaction: QueueTransaction) => Promise<Result>,
  whenStored?: WhenStored<Result>,
): Promise<Result> {
  try {
    return await changeOnce(database, change);
  } catch (interruption) {
    if (!(interruption instanceof OutcomeUnknown)) throw interruption;
    try {
      return await changeOnce(database, change);
    } catch (error) {
      if (error instanceof Refusal && error.code === whenStored?.refusal) return whenStored.answer();
      throw error;
    }
  }
}

async function changeOnce<Result>(
  database: Transactions,
  change: (transaction: QueueTransaction) => Promise<Result>,
): Promise<Result> {
  const outcome = await database.transaction(async (connection) => {
    const transaction = new QueueTransaction(connection);
    try {
      return { result: await change(transaction) };
    } catch (error) {
      if (error instanceof Refusal && (await transaction.undoChange())) return { refusal: error };
      throw error;
    }
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.result;
}
