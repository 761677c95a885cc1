import { type PatronKey, requireGoodStanding, type Standing } from '../domain/patron.js';
import { inEachLibrary } from '../platform/database/by-library.js';
import { bulkStatement, type Connection, statement } from '../platform/database/statement.js';
import type { Queue } from './queue.store.js';
import { STANDING } from './standing.store.js';

/** The savepoint after a queue was brought up to date, and the way back to it. */
export const APPLIED_SAVEPOINT = statement('queue-due-applied', 'SAVEPOINT due_applied');
export const ROLLBACK_TO_APPLIED = statement(
  'queue-back-to-due-applied',
  'ROLLBACK TO SAVEPOINT due_applied',
);

/**
 * Changes to many queues, such as an import's, lock in this order: patrons, then title queues. Locks of one kind are taken in the order of
 * their keys, library by library, which prevents deadlocks.
 */

const LOCK_PATRONS = bulkStatement<LockedPatron>(`
  SELECT patron_id AS "patronId", ${STANDING} FROM patron p WHERE website_id = $1 AND patron_id = ANY ($2::int[])
  ORDER BY patron_id FOR NO KEY UPDATE`);

interface LockedPatron extends Standing {
  readonly patronId: number;
}

/**
 * Until the transaction ends, these patrons cannot place holds, borrow or be removed.
 * @returns the standing of those who exist, by their numbers
 */
export async function lockPatrons(
  connection: Connection,
  patrons: readonly PatronKey[],
): Promise<ReadonlyMap<number, Standing>> {
  const locked: LockedPatron[] = [];
  await inEachLibrary(patrons, async (websiteId, own) => {
    locked.push(...(await connection.run(LOCK_PATRONS, [websiteId, own.map(({ patronId }) => patronId)])));
  });
  return new Map(locked.map((patron) => [patron.patronId, patron]));
}

/**
 * Locks a patron for a command of theirs that concerns no title. A patron who was just deleted is not refused.
 * @throws Refusal `PatronBlocked`, `PatronExpired`
 */
export async function lockPatronInGoodStanding(connection: Connection, patron: PatronKey): Promise<void> {
  const standing = (await lockPatrons(connection, [patron])).get(patron.patronId);
  if (standing !== undefined) requireGoodStanding(standing);
}

const LOCK_QUEUES = bulkStatement(`
  SELECT FROM title_queue WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[])
  ORDER BY reserve_id FOR NO KEY UPDATE`);

/**
 * Read the locked data in a later statement: the snapshot of this one may be older than its wait for the locks.
 * @returns how many of the queues exist
 */
export async function lockQueues(connection: Connection, queues: readonly Queue[]): Promise<number> {
  const locked: object[] = [];
  await inEachLibrary(queues, async (websiteId, own) => {
    locked.push(...(await connection.run(LOCK_QUEUES, [websiteId, own.map(({ reserveId }) => reserveId)])));
  });
  return locked.length;
}
