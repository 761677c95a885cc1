import type { Connection } from '../../platform/database/statement.js';
import { newCollectionToken } from '../kinds/category/collection-token.js';
import type { CategoryRecord } from '../kinds/category/category.schema.js';
import type { ClientRow } from '../kinds/client/client.store.js';
import type { CollectionRecord } from '../kinds/collection/collection.schema.js';
import type { LibraryRecord } from '../kinds/library/library.schema.js';

/** @returns false if the library exists already */
export async function insertLibrary({ prisma }: Connection, library: LibraryRecord): Promise<boolean> {
  const { count } = await prisma.library.createMany({ data: library, skipDuplicates: true });
  return count > 0;
}

export async function insertCollections(
  { prisma }: Connection,
  collections: readonly CollectionRecord[],
): Promise<void> {
  await prisma.collection.createMany({ data: [...collections] });
}

export async function insertCategories(
  { prisma }: Connection,
  categories: readonly CategoryRecord[],
): Promise<void> {
  await prisma.patronCategory.createMany({
    data: categories.map(({ collections: _, ...category }) => ({
      ...category,
      collectionToken: newCollectionToken(),
    })),
  });
  await prisma.categoryCollection.createMany({
    data: categories.flatMap(({ websiteId, category, collections }) =>
      collections.map((collectionId) => ({ websiteId, category, collectionId })),
    ),
  });
}

/** @returns false if the client exists already, perhaps for another library */
export async function insertClient(
  { prisma }: Connection,
  { websiteIds, ...client }: ClientRow,
): Promise<boolean> {
  const data = { ...client, websiteIds: [...websiteIds] };
  const { count } = await prisma.client.createMany({ data, skipDuplicates: true });
  return count > 0;
}
