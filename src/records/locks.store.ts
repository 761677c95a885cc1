import type { Queue } from '../circulation/queue.service.js';
import type { PatronKey } from '../domain/patron.js';
import type { Connection } from '../platform/database/statement.js';
import { bulkStatement } from './bulk-statement.js';

/**
 * What an import locks, in this order: libraries, patrons, title queues. Whoever locks several of a kind takes them in
 * the order of their keys, so that no two wait for each other.
 */

const LOCK_LIBRARIES = bulkStatement(`
  SELECT website_id AS "websiteId" FROM library WHERE website_id = ANY ($1::int[])
  ORDER BY website_id FOR NO KEY UPDATE`);

/**
 * Makes imports that change what a library owns, or who may use it, take turns. Patrons' requests do not take this
 * lock, and so never wait for it.
 * @returns those that exist
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

/** After it none of these patrons can place or borrow anything, or be removed, until the transaction ends. */
export async function lockPatrons(connection: Connection, patrons: readonly PatronKey[]): Promise<void> {
  const websiteIds = patrons.map(({ websiteId }) => websiteId);
  const patronIds = patrons.map(({ patronId }) => patronId);
  await connection.run(LOCK_PATRONS, [websiteIds, patronIds]);
}

const LOCK_QUEUES = bulkStatement(`
  SELECT FROM title_queue q
  JOIN unnest($1::int[], $2::uuid[]) AS wanted (website_id, reserve_id) USING (website_id, reserve_id)
  ORDER BY q.website_id, q.reserve_id FOR NO KEY UPDATE OF q`);

/** What the locks protect must be read by a later statement: this one's snapshot may be older than the wait. */
export async function lockQueues(connection: Connection, queues: readonly Queue[]): Promise<void> {
  if (queues.length === 0) return;
  const websiteIds = queues.map(({ websiteId }) => websiteId);
  const reserveIds = queues.map(({ reserveId }) => reserveId);
  await connection.run(LOCK_QUEUES, [websiteIds, reserveIds]);
}
