import type { Connection } from '../../platform/database/statement.js';

export interface Codes {
  readonly collections: readonly string[];
  readonly categories: readonly string[];
}

/** The codes of a library's collections and patron categories. */
export async function findCodes({ prisma }: Connection, websiteId: number): Promise<Codes> {
  const [collections, categories] = await Promise.all([
    prisma.collection.findMany({ where: { websiteId }, orderBy: { collectionId: 'asc' } }),
    prisma.patronCategory.findMany({ where: { websiteId }, orderBy: { category: 'asc' } }),
  ]);
  return {
    collections: collections.map(({ collectionId }) => collectionId),
    categories: categories.map(({ category }) => category),
  };
}
