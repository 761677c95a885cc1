import { lockQueues } from '../circulation/locks.store.js';
import { forgetLostCopies } from '../circulation/lost-copies.store.js';
import type { QueueService } from '../circulation/queue.service.js';
import { refusal, refusedField } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import type { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import {
  changeCategory,
  findCategories,
  findQueuesOfPreviousCategory,
  moveHoldsToCurrentCategory,
} from './patron-category.store.js';

export interface WantedCategory {
  readonly category: string;
  /** Records who changed it, in the same transaction. */
  readonly record: (transaction: Connection) => Promise<void>;
}

/**
 * Puts a patron into another category. Their holds keep their places, and free copies of the category's collections may go
 * to them at once. The next import of the patron's record decides again.
 * @throws Refusal `NotFound`, `InvalidFieldValue`
 */
export async function moveToCategory(
  database: Database,
  queues: QueueService,
  patron: PatronKey,
  { category, record }: WantedCategory,
): Promise<void> {
  const categories = await findCategories(database, patron.websiteId);
  if (!categories.includes(category))
    throw refusedField('category', `must be one of the library's: ${categories.join(', ')}.`);
  await database.transaction(async (connection) => {
    if (!(await changeCategory(connection, patron, category))) throw refusal('NotFound');
    await moveHolds(connection, queues, [patron]);
    await record(connection);
  });
}

/** Moves the holds of patrons who have changed category into the new one, and assigns free copies of its collections. */
export async function moveHolds(
  connection: Connection,
  queues: QueueService,
  patrons: readonly PatronKey[],
): Promise<void> {
  const affected = await findQueuesOfPreviousCategory(connection, patrons);
  if (affected.length === 0) return;
  await lockQueues(connection, affected);
  await moveHoldsToCurrentCategory(connection, patrons);
  await forgetLostCopies(connection, affected);
  for (const queue of affected) await queues.applyDue(connection, queue);
}
