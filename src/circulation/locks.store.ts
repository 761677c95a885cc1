import type { PatronKey } from '../domain/patron.js';
import { inEachLibrary } from '../platform/database/by-library.js';
import { bulkStatement, type Connection, statement } from '../platform/database/statement.js';
import type { Queue } from './queue.store.js';

/** The savepoint after a queue was brought up to date, and the way back to it. */
export const APPLIED_SAVEPOINT = statement('queue-due-applied', 'SAVEPOINT due_applied');
export const ROLLBACK_TO_APPLIED = statement(
  'queue-back-to-due-applied',
  'ROLLBACK TO SAVEPOINT due_applied',
);

/**
 * The locks of changes to many queues, such as an import's, in this order: patrons, title queues. Several locks of
 * one kind are taken in the order of their keys, library by library, which prevents deadlocks.
 */

const LOCK_PATRONS = bulkStatement(`
  SELECT FROM patron WHERE website_id = $1 AND patron_id = ANY ($2::int[])
  ORDER BY patron_id FOR NO KEY UPDATE`);

/** Until the transaction ends, these patrons cannot place holds, borrow or be removed. */
export async function lockPatrons(connection: Connection, patrons: readonly PatronKey[]): Promise<void> {
  await inEachLibrary(patrons, async (websiteId, own) => {
    await connection.run(LOCK_PATRONS, [websiteId, own.map(({ patronId }) => patronId)]);
  });
}

const LOCK_QUEUES = bulkStatement(`
  SELECT FROM title_queue WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[])
  ORDER BY reserve_id FOR NO KEY UPDATE`);

/**
 * Read the locked data with a later statement: this one's snapshot may be from before it waited for the locks.
 * @returns how many of the queues there are
 */
export async function lockQueues(connection: Connection, queues: readonly Queue[]): Promise<number> {
  const locked: object[] = [];
  await inEachLibrary(queues, async (websiteId, own) => {
    locked.push(...(await connection.run(LOCK_QUEUES, [websiteId, own.map(({ reserveId }) => reserveId)])));
  });
  return locked.length;
}
