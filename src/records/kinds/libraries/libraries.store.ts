import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../platform/database/database.js';
import type { CollectionKey, CollectionRecord, LibraryRecord } from './library.schemas.js';

/** Libraries and collections are few, and plain rows without locks or queues: Prisma reads and writes them. */

export async function upsertLibrary({ prisma }: Database, library: LibraryRecord): Promise<void> {
  const { websiteId, ...update } = library;
  const where = { websiteId };
  const found = await prisma.library.findUnique({ where, omit: { collectionToken: true } });
  if (isDeepStrictEqual(found, library)) return;
  // Citus refuses an update that names the column by which rows are distributed, even if it does not change.
  await prisma.library.upsert({ where, create: library, update });
}

/** Those of `websiteIds` that exist. */
export async function findLibraries(
  { prisma }: Database,
  websiteIds: readonly number[],
): Promise<Set<number>> {
  const rows = await prisma.library.findMany({
    where: { websiteId: { in: [...new Set(websiteIds)] } },
    select: { websiteId: true },
  });
  return new Set(rows.map(({ websiteId }) => websiteId));
}

export interface LibraryContents {
  readonly collections: number;
  readonly categories: number;
  readonly patrons: number;
  readonly clients: number;
}

export async function countContents({ prisma }: Database, websiteId: number): Promise<LibraryContents> {
  const [collections, categories, patrons, clients] = await prisma.$transaction([
    prisma.collection.count({ where: { websiteId } }),
    prisma.patronCategory.count({ where: { websiteId } }),
    prisma.patronDirectory.count({ where: { websiteId } }),
    prisma.client.count({ where: { websiteIds: { has: websiteId } } }),
  ]);
  return { collections, categories, patrons, clients };
}

/** Also removes the library's title queues, which are empty when it has no collections. */
export async function removeLibrary({ prisma }: Database, websiteId: number): Promise<void> {
  await prisma.$transaction([
    prisma.titleQueue.deleteMany({ where: { websiteId } }),
    prisma.library.deleteMany({ where: { websiteId } }),
  ]);
}

export async function upsertCollection({ prisma }: Database, collection: CollectionRecord): Promise<void> {
  const { websiteId, collectionId } = collection;
  const where = { websiteId_collectionId: { websiteId, collectionId } };
  const found = await prisma.collection.findUnique({ where, omit: { collectionToken: true } });
  if (isDeepStrictEqual(found, collection)) return;
  const { name, accountNumber } = collection;
  await prisma.collection.upsert({ where, create: collection, update: { name, accountNumber } });
}

/** The other collection of the library that has this account number, if any. */
export async function findAccount(
  { prisma }: Database,
  { websiteId, collectionId, accountNumber }: CollectionRecord,
): Promise<string | undefined> {
  if (accountNumber === null) return undefined;
  const found = await prisma.collection.findFirst({
    where: { websiteId, accountNumber, collectionId: { not: collectionId } },
    select: { collectionId: true },
  });
  return found?.collectionId;
}

export interface CollectionUses {
  readonly titles: number;
  readonly categories: number;
}

/** Undefined if there is no such collection. */
export async function countUses(
  { prisma }: Database,
  key: CollectionKey,
): Promise<CollectionUses | undefined> {
  const found = await prisma.collection.findUnique({
    where: { websiteId_collectionId: key },
    select: { _count: { select: { copies: true, categories: true } } },
  });
  return found === null ? undefined : { titles: found._count.copies, categories: found._count.categories };
}

export async function removeCollection({ prisma }: Database, key: CollectionKey): Promise<void> {
  await prisma.collection.deleteMany({ where: key });
}
