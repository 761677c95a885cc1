import { holdEvent, traceWith } from '../circulation/hold-trace.store.js';
import type { Queue } from '../circulation/queue.store.js';
import type { PatronKey } from '../domain/patron.js';
import { inEachLibrary } from '../platform/database/by-library.js';
import { bulkStatement, type Connection } from '../platform/database/statement.js';

export async function findCategories({ prisma }: Connection, websiteId: number): Promise<string[]> {
  const found = await prisma.patronCategory.findMany({
    where: { websiteId },
    orderBy: { category: 'asc' },
    select: { category: true },
  });
  return found.map(({ category }) => category);
}

/** Locks the patron. @returns false if there is none */
export async function changeCategory(
  { prisma }: Connection,
  { websiteId, patronId }: PatronKey,
  category: string,
): Promise<boolean> {
  const { count } = await prisma.patron.updateMany({ where: { websiteId, patronId }, data: { category } });
  return count > 0;
}

const numbersOf = (patrons: readonly PatronKey[]): number[] => patrons.map(({ patronId }) => patronId);

const HOLDS_OF_ANOTHER_CATEGORY = `
  FROM patron p JOIN hold h USING (website_id, patron_id)
  WHERE p.website_id = $1 AND p.patron_id = ANY ($2::int[]) AND h.category <> p.category`;

const QUEUES_OF_ANOTHER_CATEGORY = bulkStatement<Queue>(`
  SELECT DISTINCT h.website_id AS "websiteId", h.reserve_id AS "reserveId" ${HOLDS_OF_ANOTHER_CATEGORY}
  ORDER BY 1, 2`);

const MOVED = `
  SELECT h.website_id, h.reserve_id, h.ticket, h.category AS before, p.category AS after ${HOLDS_OF_ANOTHER_CATEGORY}`;

const LOWER_COUNTS = bulkStatement(`
  UPDATE queue_category c SET live_holds = c.live_holds - lost.number
  FROM (SELECT reserve_id, before, count(*)::int AS number FROM (${MOVED}) moved GROUP BY 1, 2) lost
  WHERE c.website_id = $1 AND c.reserve_id = lost.reserve_id AND c.category = lost.before`);

const RAISE_COUNTS = bulkStatement(`
  INSERT INTO queue_category AS c (website_id, reserve_id, category, live_holds)
  SELECT website_id, reserve_id, after, count(*)::int FROM (${MOVED}) moved GROUP BY 1, 2, 3
  ON CONFLICT (website_id, reserve_id, category) DO UPDATE SET live_holds = c.live_holds + EXCLUDED.live_holds`);

const MOVE_HOLDS = bulkStatement(`
  UPDATE hold SET category = moved.after, trace = ${traceWith(holdEvent('category-changed'), 'hold')} FROM (${MOVED}) moved
  WHERE hold.website_id = $1 AND hold.reserve_id = moved.reserve_id AND hold.ticket = moved.ticket`);

/** Queues in which these patrons have holds of their previous category. */
export async function findQueuesOfPreviousCategory(
  connection: Connection,
  patrons: readonly PatronKey[],
): Promise<Queue[]> {
  const queues: Queue[] = [];
  await inEachLibrary(patrons, async (websiteId, own) => {
    queues.push(...(await connection.run(QUEUES_OF_ANOTHER_CATEGORY, [websiteId, numbersOf(own)])));
  });
  return queues;
}

/**
 * Moves the patrons' holds and their counts to the patrons' current category. Call it while holding the locks of the holds' queues. It takes
 * three statements, because a single one cannot update a counter twice, as needed when two patrons swap categories.
 */
export async function moveHoldsToCurrentCategory(
  connection: Connection,
  patrons: readonly PatronKey[],
): Promise<void> {
  await inEachLibrary(patrons, async (websiteId, own) => {
    const values = [websiteId, numbersOf(own)];
    await Promise.all([LOWER_COUNTS, RAISE_COUNTS, MOVE_HOLDS].map((step) => connection.run(step, values)));
  });
}
