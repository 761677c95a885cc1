import type { Database } from '../../../platform/database/database.js';
import type { Effect } from '../../engine/record-kind.js';
import type { CollectionKey, CollectionRecord } from './collection.schema.js';

/** Writes nothing if the collection is there as it is. */
export async function upsertCollection({ prisma }: Database, collection: CollectionRecord): Promise<Effect> {
  if ((await prisma.collection.count({ where: collection })) > 0) return 'unchanged';
  const { websiteId, collectionId, ...members } = collection;
  const isKnown = (await prisma.collection.count({ where: { websiteId, collectionId } })) > 0;
  await prisma.collection.upsert({
    where: { websiteId_collectionId: { websiteId, collectionId } },
    create: collection,
    update: members,
    select: { collectionId: true },
  });
  return isKnown ? 'changed' : 'added';
}

/** The other collection of the library that has this account number, if any. */
export async function findAccount(
  { prisma }: Database,
  { websiteId, collectionId, accountNumber }: CollectionRecord,
): Promise<string | undefined> {
  if (accountNumber === null) return undefined;
  const other = await prisma.collection.findFirst({
    where: { websiteId, accountNumber, collectionId: { not: collectionId } },
    select: { collectionId: true },
  });
  return other?.collectionId;
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
  const found = await prisma.collection.findFirst({
    where: key,
    select: { _count: { select: { copies: true, categories: true } } },
  });
  return found === null ? undefined : { titles: found._count.copies, categories: found._count.categories };
}

export async function removeCollection({ prisma }: Database, key: CollectionKey): Promise<void> {
  await prisma.collection.deleteMany({ where: key });
}
