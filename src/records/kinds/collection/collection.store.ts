import type { Database } from '../../../platform/database/database.js';
import { type Connection, statement } from '../../../platform/database/statement.js';
import { upsertOf } from '../../../platform/database/upsert.js';
import type { CollectionKey, CollectionRecord } from './collection.schema.js';

export const upsertCollection = upsertOf<CollectionRecord>(
  'records-collection-upsert',
  'collection',
  ['websiteId', 'collectionId'],
  ['name', 'accountNumber'],
);

const FIND_ACCOUNT = statement<{ collectionId: string }>(
  'records-collection-account',
  `SELECT collection_id AS "collectionId" FROM collection
   WHERE website_id = $1 AND account_number = $3 AND collection_id <> $2`,
).value('collectionId', ({ websiteId, collectionId, accountNumber }: CollectionRecord) => [
  websiteId,
  collectionId,
  accountNumber,
]);

/** The other collection of the library that has this account number, if any. */
export async function findAccount(
  connection: Connection,
  collection: CollectionRecord,
): Promise<string | undefined> {
  return collection.accountNumber === null ? undefined : FIND_ACCOUNT(connection, collection);
}

// What is seldom done, and without locks, is Prisma's.

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
