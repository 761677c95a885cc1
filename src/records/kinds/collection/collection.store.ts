import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../platform/database/database.js';
import type { CollectionKey, CollectionRecord } from './collection.schema.js';

/** Collections are few, and plain rows without locks or queues: Prisma reads and writes them. */

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
