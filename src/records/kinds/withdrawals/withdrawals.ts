import type { QueueService } from '../../../circulation/queue.service.js';
import type { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { lockLibraries, lockQueues } from '../../../circulation/locks.store.js';
import { applyInOrder, type Outcome, type RecordKind } from '../../engine/record-kind.js';
import { identifier } from '../../engine/record-identifiers.js';
import { unknownLibrary, unknownTitle } from '../../engine/rejection-messages.js';
import { type WithdrawalKey, type WithdrawalRecord, withdrawalSchemas } from '../titles/title.schemas.js';
import { isTitle, withdrawCopies } from './withdrawals.store.js';

export function withdrawalKind(
  database: Database,
  queues: QueueService,
): RecordKind<WithdrawalRecord, WithdrawalKey> {
  return {
    schemas: withdrawalSchemas,
    affectsQueues: true,
    identifiersOf: ({ websiteId, reserveId }) => ({
      own: [identifier.withdrawal(websiteId, reserveId)],
      referenced: [identifier.library(websiteId), identifier.title(reserveId)],
    }),
    apply: (withdrawals) =>
      applyInOrder(withdrawals, (withdrawal) =>
        database.transaction((connection) => withdraw(connection, queues, withdrawal)),
      ),
    remove: () =>
      Promise.resolve(
        'a withdrawal cannot be deleted: send a copies record when the library has the title again',
      ),
  };
}

/**
 * Ends all holds on the title in this library, and takes away the copies that nobody has on loan. The others go as they come
 * back.
 */
async function withdraw(
  connection: Connection,
  queues: QueueService,
  { websiteId, reserveId, reason }: WithdrawalRecord,
): Promise<Outcome> {
  const libraries = await lockLibraries(connection, [websiteId]);
  if (!libraries.has(websiteId)) return unknownLibrary(websiteId);
  if (!(await isTitle(connection, reserveId))) return unknownTitle(reserveId);
  const queue = { websiteId, reserveId };
  await lockQueues(connection, [queue]);
  await queues.endAllHolds(connection, queue, { reason: 'title-withdrawn', because: reason });
  await withdrawCopies(connection, queue);
  return undefined;
}
