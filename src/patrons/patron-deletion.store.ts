import { CARDS_OF } from '../access/sign-in/cards.store.js';
import type { Queue } from '../circulation/queue.store.js';
import { writePatronForgotten } from '../events/outbox.store.js';
import type { PatronKey } from '../domain/patron.js';
import { type Connection, statement } from '../platform/database/statement.js';

/** Queues of the titles that the patron has on hold or checked out. */
export const findQueuesOf = statement<Queue>(
  'patron-queues',
  `SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM hold WHERE website_id = $1 AND patron_id = $2
   UNION
   SELECT website_id, reserve_id FROM checkout WHERE website_id = $1 AND patron_id = $2
   ORDER BY 1, 2`,
).all((patron: PatronKey) => [patron.websiteId, patron.patronId]);

/**
 * Until the transaction ends, the patron cannot place a hold or borrow.
 * @returns the patron's cards
 */
export const lockPatron = statement<{ cards: string[] }>(
  'patron-lock',
  `SELECT ${CARDS_OF} AS cards FROM patron p WHERE website_id = $1 AND patron_id = $2 FOR NO KEY UPDATE`,
).value('cards', (patron: PatronKey) => [patron.websiteId, patron.patronId]);

/** Keeps the patron from being deleted until the transaction ends. @returns false if there is no such patron */
export const keepPatron = statement(
  'patron-keep',
  'SELECT 1 AS one FROM patron WHERE website_id = $1 AND patron_id = $2 FOR KEY SHARE',
).any(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

/** Deletes the number; the patron and the patron's tokens go with it by cascade. */
export async function deletePatronRow(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
): Promise<void> {
  await connection.prisma.patronDirectory.deleteMany({ where: { websiteId, patronId } });
  await writePatronForgotten(connection, { websiteId, patronId });
}
