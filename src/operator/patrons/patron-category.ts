import type { QueueService } from '../../circulation/queue.service.js';
import { Refusal, refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import type { Connection, Transactions } from '../../platform/database/statement.js';
import { lockQueues } from '../../records/engine/locks.store.js';
import {
  findQueuesOfPreviousCategory,
  moveHoldsToCurrentCategory,
} from '../../records/kinds/patrons/patrons.store.js';
import { changeCategory, findCategories } from './patron-category.store.js';

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
export function moveToCategory(
  database: Transactions,
  queues: QueueService,
  patron: PatronKey,
  { category, record }: WantedCategory,
): Promise<void> {
  return database.transaction(async (connection) => {
    const categories = await findCategories(connection, patron.websiteId);
    if (!categories.includes(category))
      throw new Refusal(
        'InvalidFieldValue',
        `category must be one of the library's: ${categories.join(', ')}.`,
      );
    if (!(await changeCategory(connection, patron, category))) throw refusal('NotFound');
    const affected = await findQueuesOfPreviousCategory(connection, [patron]);
    await lockQueues(connection, affected);
    await moveHoldsToCurrentCategory(connection, [patron]);
    for (const queue of affected) await queues.settle(connection, queue);
    await record(connection);
  });
}
