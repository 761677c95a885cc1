import { isDeepStrictEqual } from 'node:util';
import type { QueueService } from '../../../circulation/queue.service.js';
import type { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import * as store from './categories.store.js';
import { newCollectionToken } from './collection-token.js';
import { lockLibraries } from '../../../circulation/locks.store.js';
import { applyInOrder, type Outcome, type RecordKind } from '../../engine/record-kind.js';
import { type CategoryKey, type CategoryRecord, categorySchemas } from '../libraries/library.schemas.js';
import { listCounts, unknownCollection, unknownLibrary } from '../../engine/rejection-messages.js';
import { identifier } from '../../engine/record-identifiers.js';

export function categoryKind(
  database: Database,
  queues: QueueService,
): RecordKind<CategoryRecord, CategoryKey> {
  return {
    schemas: categorySchemas,
    affectsQueues: true,
    identifiersOf: ({ websiteId, category, collections }) => ({
      own: [identifier.category(websiteId, category)],
      referenced: [
        identifier.library(websiteId),
        ...collections.map((collectionId) => identifier.collection(websiteId, collectionId)),
      ],
    }),
    apply: (categories) =>
      applyInOrder(categories, (category) =>
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
  const before = found?.collections ?? [];
  if (isDeepStrictEqual(before, collections)) return undefined;
  const added = without(collections, before);
  if (found !== undefined) {
    const changed = [...added, ...without(before, collections)];
    await store.lockQueuesOfCollections(connection, websiteId, changed);
  }
  await renewingLibraryToken(connection, websiteId, () =>
    store.changeCollections(connection, category, newCollectionToken()),
  );
  if (found !== undefined) await handOutAddedCopies(connection, queues, category, added);
  return undefined;
}

function without(collections: readonly string[], others: readonly string[]): string[] {
  return collections.filter((collectionId) => !others.includes(collectionId));
}

function limitsDiffer(found: store.StoredCategory, wanted: CategoryRecord): boolean {
  return found.holdLimit !== wanted.holdLimit || found.checkoutLimit !== wanted.checkoutLimit;
}

/**
 * Hands free copies of added collections to waiting patrons. Copies that are already set aside stay so. Call it while
 * holding the locks of the collections' queues.
 */
async function handOutAddedCopies(
  connection: Connection,
  queues: QueueService,
  category: CategoryRecord,
  added: readonly string[],
): Promise<void> {
  if (added.length === 0) return;
  for (const queue of await store.findQueuesToServe(connection, category, added))
    await queues.settle(connection, queue);
}

async function removeCategory(connection: Connection, key: CategoryKey): Promise<Outcome> {
  await lockLibraries(connection, [key.websiteId]);
  const patrons = await store.countPatrons(connection, key);
  if (patrons > 0)
    return `category ${JSON.stringify(key.category)} still has ${listCounts([patrons, 'patron'])}`;
  await renewingLibraryToken(connection, key.websiteId, () => store.removeCategory(connection, key));
  return undefined;
}

/** Changes a category, and the library's own token when the union of its categories' collections changes with it. */
async function renewingLibraryToken(
  connection: Connection,
  websiteId: number,
  change: () => Promise<void>,
): Promise<void> {
  const before = await store.findUsedCollections(connection, websiteId);
  await change();
  const after = await store.findUsedCollections(connection, websiteId);
  if (!isDeepStrictEqual(before, after))
    await store.changeLibraryToken(connection, websiteId, newCollectionToken());
}
