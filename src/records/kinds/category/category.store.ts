import type { Queue } from '../../../circulation/queue.service.js';
import { bulkStatement, type Connection } from '../../../platform/database/statement.js';
import type { CategoryKey, CategoryRecord } from './category.schema.js';

export interface StoredCategory {
  readonly holdLimit: number | null;
  readonly checkoutLimit: number | null;
  /** Sorted as in the record. */
  readonly collections: readonly string[];
}

export async function findCategory(
  { prisma }: Connection,
  { websiteId, category }: CategoryKey,
): Promise<StoredCategory | undefined> {
  const found = await prisma.patronCategory.findFirst({
    where: { websiteId, category },
    select: { holdLimit: true, checkoutLimit: true, collections: { select: { collectionId: true } } },
  });
  if (found === null) return undefined;
  // Sorted here by code units, because the database's text order depends on its locale.
  return { ...found, collections: found.collections.map(({ collectionId }) => collectionId).sort() };
}

/** The first of `collectionIds` that the library does not have. */
export async function findUnknownCollection(
  { prisma }: Connection,
  websiteId: number,
  collectionIds: readonly string[],
): Promise<string | undefined> {
  const found = await prisma.collection.findMany({ where: { websiteId }, select: { collectionId: true } });
  const known = new Set(found.map(({ collectionId }) => collectionId));
  return collectionIds.find((collectionId) => !known.has(collectionId));
}

/** Writes the limits. A new category also gets `newToken`. */
export async function upsertCategory(
  { prisma }: Connection,
  { websiteId, category, holdLimit, checkoutLimit }: CategoryRecord,
  newToken: string,
): Promise<void> {
  await prisma.patronCategory.upsert({
    where: { websiteId_category: { websiteId, category } },
    create: { websiteId, category, holdLimit, checkoutLimit, collectionToken: newToken },
    update: { holdLimit, checkoutLimit },
    select: { websiteId: true },
  });
}

/** Changes the collection token too, so URLs with the old one stop working. */
export async function changeCollections(
  { prisma }: Connection,
  { websiteId, category, collections }: CategoryRecord,
  newToken: string,
): Promise<void> {
  const where = { websiteId, category };
  await prisma.patronCategory.updateMany({ where, data: { collectionToken: newToken } });
  await prisma.categoryCollection.deleteMany({
    where: { ...where, collectionId: { notIn: [...collections] } },
  });
  await prisma.categoryCollection.createMany({
    data: collections.map((collectionId) => ({ websiteId, category, collectionId })),
    skipDuplicates: true,
  });
}

/** The union of the collections of the library's categories, sorted. */
export async function findUsedCollections({ prisma }: Connection, websiteId: number): Promise<string[]> {
  const used = await prisma.categoryCollection.groupBy({
    by: 'collectionId',
    where: { websiteId },
    orderBy: { collectionId: 'asc' },
  });
  return used.map(({ collectionId }) => collectionId);
}

/** Changes the library's own token, which stands for that union: URLs with the old one stop working. */
export async function changeLibraryToken(
  { prisma }: Connection,
  websiteId: number,
  newToken: string,
): Promise<void> {
  await prisma.library.updateMany({ where: { websiteId }, data: { collectionToken: newToken } });
}

/**
 * Locks every queue of these collections, also those without holds. A concurrent placement or return still sees the old collections; the
 * lock waits until it has finished.
 */
export const lockQueuesOfCollections = bulkStatement(`
  SELECT count(*) FROM (
    SELECT FROM title_queue q
    WHERE q.website_id = $1 AND EXISTS (
      SELECT FROM copies c
      WHERE c.website_id = $1 AND c.reserve_id = q.reserve_id AND c.collection_id = ANY ($2::text[]))
    ORDER BY q.reserve_id FOR NO KEY UPDATE OF q) locked`).execute(
  (websiteId: number, collectionIds: readonly string[]) => [websiteId, collectionIds],
);

/** Queues in which a copy of these collections is free and a patron of the category is waiting. */
export const findQueuesToServe = bulkStatement<Queue>(`
  SELECT DISTINCT c.website_id AS "websiteId", c.reserve_id AS "reserveId"
  FROM copies c
  WHERE c.website_id = $1 AND c.collection_id = ANY ($3::text[]) AND c.owned > c.on_loan + c.set_aside
    AND EXISTS (SELECT FROM hold h
                WHERE h.website_id = $1 AND h.reserve_id = c.reserve_id AND h.category = $2
                  AND h.collection_id IS NULL)`).all(
  ({ websiteId, category }: CategoryKey, collectionIds: readonly string[]) => [
    websiteId,
    category,
    collectionIds,
  ],
);

export function countPatrons({ prisma }: Connection, { websiteId, category }: CategoryKey): Promise<number> {
  return prisma.patron.count({ where: { websiteId, category } });
}

export async function removeCategory(
  { prisma }: Connection,
  { websiteId, category }: CategoryKey,
): Promise<void> {
  await prisma.patronCategory.deleteMany({ where: { websiteId, category } });
}
