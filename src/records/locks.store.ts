import type { Queue } from '../circulation/queue.service.js';
import type { PatronKey } from '../domain/patron.js';
import type { Connection } from '../platform/database/statement.js';
import { bulkStatement } from './bulk-statement.js';

/**
 * The locks of an import, in this order: libraries, patrons, title queues. Several locks of one kind are taken in the
 * order of their keys, which prevents deadlocks.
 */

const LOCK_LIBRARIES = bulkStatement(`
  SELECT website_id AS "websiteId" FROM library WHERE website_id = ANY ($1::int[])
  ORDER BY website_id FOR NO KEY UPDATE`);

/**
 * Serializes imports that change a library's copies or its categories. Patrons' requests do not take this lock, so they
 * never wait for it.
 * @returns the libraries that exist
 */
export async function lockLibraries(
  connection: Connection,
  websiteIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await connection.run<{ websiteId: number }>(LOCK_LIBRARIES, [[...new Set(websiteIds)]]);
  return new Set(rows.map(({ websiteId }) => websiteId));
}

const LOCK_PATRONS = bulkStatement(`
  SELECT FROM patron p
  JOIN unnest($1::int[], $2::int[]) AS wanted (website_id, patron_id) USING (website_id, patron_id)
  ORDER BY p.website_id, p.patron_id FOR NO KEY UPDATE OF p`);

/** Until the transaction ends, these patrons cannot place holds, borrow or be removed. */
export async function lockPatrons(connection: Connection, patrons: readonly PatronKey[]): Promise<void> {
  const websiteIds = patrons.map(({ websiteId }) => websiteId);
  const patronIds = patrons.map(({ patronId }) => patronId);
  await connection.run(LOCK_PATRONS, [websiteIds, patronIds]);
}

const LOCK_QUEUES = bulkStatement(`
  SELECT FROM title_queue q
  JOIN unnest($1::int[], $2::uuid[]) AS wanted (website_id, reserve_id) USING (website_id, reserve_id)
  ORDER BY q.website_id, q.reserve_id FOR NO KEY UPDATE OF q`);

/** Read the locked data with a later statement: this one's snapshot may be from before it waited for the locks. */
export async function lockQueues(connection: Connection, queues: readonly Queue[]): Promise<void> {
  if (queues.length === 0) return;
  const websiteIds = queues.map(({ websiteId }) => websiteId);
  const reserveIds = queues.map(({ reserveId }) => reserveId);
  await connection.run(LOCK_QUEUES, [websiteIds, reserveIds]);
}
