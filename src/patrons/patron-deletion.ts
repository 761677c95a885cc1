import { forgetAttempts } from '../access/sign-in/sign-in-attempts.store.js';
import { findPatron } from '../access/tokens/tokens.store.js';
import { lockQueues } from '../circulation/locks.store.js';
import type { QueueService } from '../circulation/queue.service.js';
import type { PatronKey } from '../domain/patron.js';
import { forgetEndedOf } from '../notifications/sending/sent-notice.store.js';
import type { Connection, Transactions } from '../platform/database/statement.js';
import { deletePatronRow, findQueuesOf, lockPatron } from './patron-deletion.store.js';

/**
 * Deletes a patron and everything that belongs to the patron. Holds and loans end, and their copies go to the next patrons in line.
 * @param record stores who did it, in the same transaction
 * @returns false if the number belongs to another library's patron: then nothing was deleted
 */
export function deletePatron(
  database: Transactions,
  queues: QueueService,
  patron: PatronKey,
  record?: (transaction: Connection) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (connection) => {
    const found = await findPatron(connection, patron.patronId);
    if (found !== undefined && found.websiteId !== patron.websiteId) return false;
    if (found !== undefined) await deleteAllOf(connection, queues, patron);
    await record?.(connection);
    return true;
  });
}

async function deleteAllOf(
  connection: Connection,
  queues: QueueService,
  { websiteId, patronId }: PatronKey,
): Promise<void> {
  const patron = { websiteId, patronId };
  const cards = (await lockPatron(connection, patron)) ?? [];
  const own = await findQueuesOf(connection, patron);
  await lockQueues(connection, own);
  for (const queue of own) {
    await queues.endHoldOf(connection, patron, queue, { reason: 'patron-deleted' });
    await queues.takeBack(connection, patron, queue);
  }
  for (const cardNumber of cards) await forgetAttempts(connection, { websiteId, cardNumber });
  await forgetEndedOf(connection, patron);
  await deletePatronRow(connection, patron);
}
