import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { findLibraries } from '../../engine/libraries.store.js';
import {
  applyInOrder,
  type ChangeLog,
  identifier,
  type Outcome,
  type RecordIdentifiers,
  type RecordKind,
  type Tally,
} from '../../engine/record-kind.js';
import { listCounts, unknownLibrary } from '../../engine/rejection-messages.js';
import { type CollectionKey, type CollectionRecord, collectionSchemas } from './collection.schema.js';
import * as store from './collection.store.js';

@Injectable()
export class CollectionKind implements RecordKind<CollectionRecord, CollectionKey> {
  readonly name = 'collection';
  readonly schemas = collectionSchemas;
  readonly affectsQueues = false;

  constructor(private readonly database: Database) {}

  identifiersOf({ websiteId, collectionId }: CollectionRecord): RecordIdentifiers {
    return {
      own: [identifier('collection', websiteId, collectionId)],
      referenced: [identifier('library', websiteId)],
    };
  }

  async apply(collections: readonly CollectionRecord[], _log?: ChangeLog, tally?: Tally): Promise<Outcome[]> {
    const known = await findLibraries(
      this.database,
      collections.map(({ websiteId }) => websiteId),
    );
    return applyInOrder(collections, async (collection) => {
      if (!known.has(collection.websiteId)) return unknownLibrary(collection.websiteId);
      const holder = await store.findAccount(this.database, collection);
      if (holder !== undefined)
        return `accountNumber ${collection.accountNumber} is already that of collection ${JSON.stringify(holder)}`;
      tally?.effects.set(collection, await store.upsertCollection(this.database, collection));
      return undefined;
    });
  }

  async remove({ websiteId, collectionId }: CollectionKey): Promise<Outcome> {
    const key = { websiteId, collectionId };
    const uses = await store.countUses(this.database, key);
    if (uses === undefined) return undefined;
    const inUse = listCounts([uses.titles, 'title'], [uses.categories, 'category', 'categories']);
    if (inUse !== '') return `collection ${JSON.stringify(collectionId)} is still used by ${inUse}`;
    await store.removeCollection(this.database, key);
    return undefined;
  }
}
