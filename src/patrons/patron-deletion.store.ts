import type { Queue } from '../circulation/queue.store.js';
import type { PatronKey } from '../domain/patron.js';
import { type Connection, statement } from '../platform/database/statement.js';

const FIND_HOME = statement<{ websiteId: number }>(
  'patron-home',
  `SELECT website_id AS "websiteId" FROM patron_directory WHERE patron_id = $1`,
);

/** The library of the patron with this number, if there is one. */
export async function findHomeLibrary(connection: Connection, patronId: number): Promise<number | undefined> {
  const [row] = await connection.run(FIND_HOME, [patronId]);
  return row?.websiteId;
}

const QUEUES = statement<Queue>(
  'patron-queues',
  `SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM hold WHERE website_id = $1 AND patron_id = $2
   UNION
   SELECT website_id, reserve_id FROM checkout WHERE website_id = $1 AND patron_id = $2
   ORDER BY 1, 2`,
);

/** Queues of the titles that the patron has on hold or checked out. */
export function findQueuesOf(connection: Connection, patron: PatronKey): Promise<Queue[]> {
  return connection.run(QUEUES, [patron.websiteId, patron.patronId]);
}

const LOCK = statement<{ cardNumber: string | null }>(
  'patron-lock',
  `SELECT card_number AS "cardNumber" FROM patron WHERE website_id = $1 AND patron_id = $2 FOR NO KEY UPDATE`,
);

/**
 * Until the transaction ends, the patron cannot place a hold or borrow.
 * @returns the patron's card number, if there is one
 */
export async function lockPatron(connection: Connection, patron: PatronKey): Promise<string | null> {
  const [row] = await connection.run(LOCK, [patron.websiteId, patron.patronId]);
  return row?.cardNumber ?? null;
}

const DELETE = statement(
  'patron-delete',
  `DELETE FROM patron_directory WHERE website_id = $1 AND patron_id = $2`,
);

/** Deletes the number; the patron and the patron's tokens go with it by cascade. */
export async function deletePatronRow(connection: Connection, patron: PatronKey): Promise<void> {
  await connection.run(DELETE, [patron.websiteId, patron.patronId]);
}
