import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { QueueService } from '../circulation/queue.service.js';
import type { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import * as store from './categories.store.js';
import { lockLibraries } from './locks.store.js';
import { oneAfterTheOther, type Outcome, type RecordKind } from './record-kind.js';
import { type CategoryKey, type CategoryRecord, categorySchemas } from './schemas/library.schemas.js';
import { amounts, unknownCollection, unknownLibrary } from './rejection-messages.js';
import { nameOf } from './record-names.js';

/** 144 random bits: whoever does not have the token from the profile cannot guess it. */
const COLLECTION_TOKEN_BYTES = 18;

export function categoryKind(
  database: Database,
  queues: QueueService,
): RecordKind<CategoryRecord, CategoryKey> {
  return {
    schemas: categorySchemas,
    movesQueues: true,
    namesOf: ({ websiteId, category, collections }) => ({
      owned: [nameOf.category(websiteId, category)],
      needed: [
        nameOf.library(websiteId),
        ...collections.map((collectionId) => nameOf.collection(websiteId, collectionId)),
      ],
    }),
    apply: (categories) =>
      oneAfterTheOther(categories, (category) =>
        database.transaction((connection) => upsertCategory(connection, queues, category)),
      ),
    remove: (key) => database.transaction((connection) => removeCategory(connection, key)),
  };
}

async function upsertCategory(
  connection: Connection,
  queues: QueueService,
  category: CategoryRecord,
): Promise<Outcome> {
  const { websiteId, collections } = category;
  const libraries = await lockLibraries(connection, [websiteId]);
  if (!libraries.has(websiteId)) return unknownLibrary(websiteId);
  const [unknown] = await store.findUnknownCollections(connection, websiteId, collections);
  if (unknown !== undefined) return unknownCollection(websiteId, unknown);
  const found = await store.findCategory(connection, category);
  if (found === undefined || limitsDiffer(found, category))
    await store.upsertCategory(connection, category, newCollectionToken());
  if (isDeepStrictEqual(found?.collections ?? [], collections)) return undefined;
  await store.changeCollections(connection, category, newCollectionToken());
  if (found !== undefined) await openTo(connection, queues, category, found.collections);
  return undefined;
}

function limitsDiffer(found: store.StoredCategory, wanted: CategoryRecord): boolean {
  return found.holdLimit !== wanted.holdLimit || found.checkoutLimit !== wanted.checkoutLimit;
}

/** Hands free copies to those who may use them only now. What is already set aside for someone stays with them. */
async function openTo(
  connection: Connection,
  queues: QueueService,
  category: CategoryRecord,
  before: readonly string[],
): Promise<void> {
  const added = category.collections.filter((collectionId) => !before.includes(collectionId));
  if (added.length === 0) return;
  await store.lockQueuesOfCollections(connection, category.websiteId, added);
  for (const queue of await store.findQueuesToServe(connection, category, added))
    await queues.settle(connection, queue);
}

function newCollectionToken(): string {
  return randomBytes(COLLECTION_TOKEN_BYTES).toString('base64url');
}

async function removeCategory(connection: Connection, key: CategoryKey): Promise<Outcome> {
  await lockLibraries(connection, [key.websiteId]);
  const patrons = await store.countPatrons(connection, key);
  if (patrons > 0)
    return `category ${JSON.stringify(key.category)} still has ${amounts([patrons, 'patron'])}`;
  await store.removeCategory(connection, key);
  return undefined;
}
