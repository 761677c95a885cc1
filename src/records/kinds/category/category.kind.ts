import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { findLostTitles, forgetLostCopies } from '../../../circulation/lost-copies.store.js';
import { QueueService } from '../../../circulation/queue.service.js';
import { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { lockLibraries } from '../../engine/libraries.store.js';
import {
  identifier,
  OneByOneKind,
  type Outcome,
  type RecordIdentifiers,
  type Tally,
} from '../../engine/record-kind.js';
import { listCounts, unknownCollection, unknownLibrary } from '../../engine/rejection-messages.js';
import { type CategoryKey, type CategoryRecord, categorySchemas } from './category.schema.js';
import * as store from './category.store.js';
import { newCollectionToken } from './collection-token.js';

@Injectable()
export class CategoryKind extends OneByOneKind<CategoryRecord, CategoryKey> {
  readonly name = 'category';
  readonly schemas = categorySchemas;
  override readonly affectsQueues = true;

  constructor(
    database: Database,
    private readonly queues: QueueService,
  ) {
    super(database);
  }

  identifiersOf({ websiteId, category, collections }: CategoryRecord): RecordIdentifiers {
    return {
      own: [identifier('category', websiteId, category.toLowerCase())],
      referenced: [
        identifier('library', websiteId),
        ...collections.map((collectionId) => identifier('collection', websiteId, collectionId.toLowerCase())),
      ],
    };
  }

  applyOne(category: CategoryRecord, tally: Tally): Promise<Outcome> {
    return this.database.transaction((connection) => this.upsert(connection, category, tally));
  }

  private async upsert(connection: Connection, category: CategoryRecord, tally: Tally): Promise<Outcome> {
    const { websiteId, collections } = category;
    const libraries = await lockLibraries(connection, [websiteId]);
    if (!libraries.has(websiteId)) return unknownLibrary(websiteId);
    const unknown = await store.findUnknownCollection(connection, websiteId, collections);
    if (unknown !== undefined) return unknownCollection(websiteId, unknown);
    const found = await store.findCategory(connection, category);
    const differs = found === undefined || limitsDiffer(found, category);
    if (differs) await store.upsertCategory(connection, category, newCollectionToken());
    const before = found?.collections ?? [];
    const isSame = isDeepStrictEqual(before, collections);
    tally.effects.set(category, found === undefined ? 'added' : differs || !isSame ? 'changed' : 'unchanged');
    if (isSame) return undefined;
    const added = without(collections, before);
    if (found !== undefined) {
      const changed = [...added, ...without(before, collections)];
      await store.lockQueuesOfCollections(connection, websiteId, changed);
    }
    await renewingLibraryToken(connection, websiteId, () =>
      store.changeCollections(connection, category, newCollectionToken()),
    );
    if (found !== undefined) await this.assignAddedCopies(connection, category, added);
    return undefined;
  }

  /**
   * Hands free copies of added collections to waiting patrons. Copies that are already set aside stay so. Call it while
   * holding the locks of the collections' queues.
   */
  private async assignAddedCopies(
    connection: Connection,
    category: CategoryRecord,
    added: readonly string[],
  ): Promise<void> {
    if (added.length === 0) return;
    await forgetLostCopies(connection, await findLostTitles(connection, category));
    for (const queue of await store.findQueuesToServe(connection, category, added))
      await this.queues.applyDue(connection, queue);
  }

  remove(key: CategoryKey): Promise<Outcome> {
    return this.database.transaction(async (connection) => {
      await lockLibraries(connection, [key.websiteId]);
      const patrons = await store.countPatrons(connection, key);
      if (patrons > 0)
        return `category ${JSON.stringify(key.category)} still has ${listCounts([patrons, 'patron'])}`;
      await renewingLibraryToken(connection, key.websiteId, () => store.removeCategory(connection, key));
      return undefined;
    });
  }
}

function without(collections: readonly string[], others: readonly string[]): string[] {
  return collections.filter((collectionId) => !others.includes(collectionId));
}

function limitsDiffer(found: store.StoredCategory, wanted: CategoryRecord): boolean {
  return found.holdLimit !== wanted.holdLimit || found.checkoutLimit !== wanted.checkoutLimit;
}

/** Changes a category, and the library's own token if the union of its categories' collections changes with it. */
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
