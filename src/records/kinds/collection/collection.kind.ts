import { Injectable } from '@nestjs/common';
import { findLibraries } from '../../engine/libraries.store.js';
import {
  identifier,
  OneByOneKind,
  type Outcome,
  type RecordIdentifiers,
  type Tally,
} from '../../engine/record-kind.js';
import { listCounts, unknownLibrary } from '../../engine/rejection-messages.js';
import { type CollectionKey, type CollectionRecord, collectionSchemas } from './collection.schema.js';
import * as store from './collection.store.js';

@Injectable()
export class CollectionKind extends OneByOneKind<CollectionRecord, CollectionKey> {
  readonly name = 'collection';
  readonly schemas = collectionSchemas;

  identifiersOf({ websiteId, collectionId }: CollectionRecord): RecordIdentifiers {
    return {
      own: [identifier('collection', websiteId, collectionId.toLowerCase())],
      referenced: [identifier('library', websiteId)],
      // Copies that name no collection depend on the number of collections.
      alsoNamed: [identifier('collection', websiteId, '')],
    };
  }

  async applyOne(collection: CollectionRecord, tally: Tally): Promise<Outcome> {
    const { websiteId, accountNumber } = collection;
    const libraries = await findLibraries(this.database, [websiteId]);
    if (!libraries.has(websiteId)) return unknownLibrary(websiteId);
    const holder = await store.findAccount(this.database, collection);
    if (holder !== undefined)
      return `accountNumber ${accountNumber} is already that of collection ${JSON.stringify(holder)}`;
    tally.effects.set(collection, await store.upsertCollection(this.database, collection));
    return undefined;
  }

  async remove({ websiteId, collectionId }: CollectionKey): Promise<Outcome> {
    const key = { websiteId, collectionId };
    const uses = await store.countUses(this.database, key);
    const inUse = listCounts([uses.titles, 'title'], [uses.categories, 'category', 'categories']);
    if (inUse !== '') return `collection ${JSON.stringify(collectionId)} is still used by ${inUse}`;
    await store.removeCollection(this.database, key);
    return undefined;
  }
}
