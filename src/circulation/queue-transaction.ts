import { type ErrorCode, Refusal } from '../domain/errors.js';
import { OutcomeUnknown } from '../platform/database/failures.js';
import type { Connection, Statement, Transactions } from '../platform/database/statement.js';
import { ROLLBACK_TO_APPLIED, APPLIED_SAVEPOINT } from './locks.store.js';

/** The transaction of one change to a queue. It remembers what only brought the queue up to date. */
export class QueueTransaction implements Connection {
  private hasApplied = false;

  constructor(private readonly connection: Connection) {}

  get prisma(): Connection['prisma'] {
    // eslint-disable-next-line no-restricted-syntax -- For stores.
    return this.connection.prisma;
  }

  run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> {
    return this.connection.run(statement, values);
  }

  /** Keeps what has been written until now, even if the change is refused. */
  async keepApplied(): Promise<void> {
    await this.connection.run(APPLIED_SAVEPOINT);
    this.hasApplied = true;
  }

  /**
   * Undoes what was written since `keepApplied`.
   * @returns false when nothing was kept: then the whole transaction can be rolled back
   */
  async undoChange(): Promise<boolean> {
    if (this.hasApplied) await this.connection.run(ROLLBACK_TO_APPLIED);
    return this.hasApplied;
  }
}

/** Recognizes a change that was stored although its COMMIT got no answer. */
interface WhenStored<Result> {
  /** The refusal of the same change, if it is repeated. */
  readonly refusal: ErrorCode;
  readonly answer: () => Promise<Result>;
}

/**
 * Changes a queue in one transaction. A refusal undoes everything that `change` wrote, except what time alone had ended in the queue: that is
 * true whether or not the request is refused, so it is committed.
 *
 * When the database fails during COMMIT, the change is repeated. If it was stored the first time, it is refused now, and `whenStored` has its
 * answer. If it was refused the first time, it was not stored: then a refusal is the answer.
 * @param whenStored undefined for a change that can be repeated
 */
export async function changeQueue<Result>(
  database: Transactions,
  change: (transaction: QueueTransaction) => Promise<Result>,
  whenStored?: WhenStored<Result>,
): Promise<Result> {
  const first = new ChangeAttempt(change);
  try {
    return await first.make(database);
  } catch (interruption) {
    if (!(interruption instanceof OutcomeUnknown)) throw interruption;
    try {
      return await new ChangeAttempt(change).make(database);
    } catch (error) {
      const mayBeStored = first.refusal === undefined && error instanceof Refusal;
      if (mayBeStored && error.code === whenStored?.refusal) return whenStored.answer();
      throw error;
    }
  }
}

class ChangeAttempt<Result> {
  /** Set if the change was undone: COMMIT then stores only what was due before it. */
  refusal: Refusal | undefined;

  constructor(private readonly change: (transaction: QueueTransaction) => Promise<Result>) {}

  async make(database: Transactions): Promise<Result> {
    const result = await database.transaction(async (connection) => {
      const transaction = new QueueTransaction(connection);
      this.refusal = undefined; // A transaction that is interrupted before COMMIT runs again.
      try {
        return await this.change(transaction);
      } catch (error) {
        if (!(error instanceof Refusal) || !(await transaction.undoChange())) throw error;
        this.refusal = error;
        return undefined;
      }
    });
    if (this.refusal !== undefined) throw this.refusal;
    return result as Result;
  }
}
