import type { Database } from '../../../platform/database/database.js';
import * as store from './libraries.store.js';
import { applyInOrder, type Outcome, type RecordKind } from '../../engine/record-kind.js';
import {
  type CollectionKey,
  type CollectionRecord,
  collectionSchemas,
  type LibraryKey,
  type LibraryRecord,
  librarySchemas,
} from './library.schemas.js';
import { listCounts, unknownLibrary } from '../../engine/rejection-messages.js';
import { identifier } from '../../engine/record-identifiers.js';

export function libraryKind(database: Database): RecordKind<LibraryRecord, LibraryKey> {
  return {
    schemas: librarySchemas,
    affectsQueues: false,
    identifiersOf: ({ websiteId }) => ({ own: [identifier.library(websiteId)], referenced: [] }),
    apply: (libraries) =>
      applyInOrder(libraries, async (library) => {
        await store.upsertLibrary(database, library);
        return undefined;
      }),
    remove: ({ websiteId }) => removeLibrary(database, websiteId),
  };
}

/** Removes only an empty library, so that a mistake cannot end a library's holds. */
async function removeLibrary(database: Database, websiteId: number): Promise<Outcome> {
  const { collections, categories, patrons, clients } = await store.countContents(database, websiteId);
  const left = listCounts(
    [collections, 'collection'],
    [categories, 'category', 'categories'],
    [patrons, 'patron'],
    [clients, 'client'],
  );
  if (left !== '') return `library ${websiteId} still has ${left}`;
  await store.removeLibrary(database, websiteId);
  return undefined;
}

export function collectionKind(database: Database): RecordKind<CollectionRecord, CollectionKey> {
  return {
    schemas: collectionSchemas,
    affectsQueues: false,
    identifiersOf: ({ websiteId, collectionId }) => ({
      own: [identifier.collection(websiteId, collectionId)],
      referenced: [identifier.library(websiteId)],
    }),
    apply: async (collections) => {
      const known = await store.findLibraries(
        database,
        collections.map(({ websiteId }) => websiteId),
      );
      return applyInOrder(collections, async (collection) => {
        if (!known.has(collection.websiteId)) return unknownLibrary(collection.websiteId);
        const holder = await store.findAccount(database, collection);
        if (holder !== undefined)
          return `accountNumber ${collection.accountNumber} is already that of collection ${JSON.stringify(holder)}`;
        await store.upsertCollection(database, collection);
        return undefined;
      });
    },
    remove: (key) => removeCollection(database, key),
  };
}

async function removeCollection(
  database: Database,
  { websiteId, collectionId }: CollectionKey,
): Promise<Outcome> {
  const key = { websiteId, collectionId };
  const uses = await store.countUses(database, key);
  if (uses === undefined) return undefined;
  const inUse = listCounts([uses.titles, 'title'], [uses.categories, 'category', 'categories']);
  if (inUse !== '') return `collection ${JSON.stringify(collectionId)} is still used by ${inUse}`;
  await store.removeCollection(database, key);
  return undefined;
}
