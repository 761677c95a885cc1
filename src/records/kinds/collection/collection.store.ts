import type { Connection } from '../../../platform/database/statement.js';
import type { Effect } from '../../engine/record-kind.js';
import type { CollectionKey, CollectionRecord } from './collection.schema.js';

/** Writes nothing if the collection is stored unchanged. */
export async function upsertCollection(
  { prisma }: Connection,
  collection: CollectionRecord,
): Promise<Effect> {
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

/** The library's other collection with this account number, if any. */
export async function findAccount(
  { prisma }: Connection,
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

/** Counted one by one: Prisma would count those of all libraries together with the collection. */
export async function countUses({ prisma }: Connection, key: CollectionKey): Promise<CollectionUses> {
  const titles = await prisma.copies.count({ where: key });
  return { titles, categories: await prisma.categoryCollection.count({ where: key }) };
}

export async function removeCollection({ prisma }: Connection, key: CollectionKey): Promise<void> {
  await prisma.collection.deleteMany({ where: key });
}
