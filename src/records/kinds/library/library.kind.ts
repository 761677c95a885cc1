import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import {
  applyInOrder,
  type ChangeLog,
  identifier,
  type Outcome,
  type RecordIdentifiers,
  type RecordKind,
  type Tally,
} from '../../engine/record-kind.js';
import { listCounts } from '../../engine/rejection-messages.js';
import { type LibraryKey, type LibraryRecord, librarySchemas } from './library.schema.js';
import * as store from './library.store.js';

@Injectable()
export class LibraryKind implements RecordKind<LibraryRecord, LibraryKey> {
  readonly name = 'library';
  readonly schemas = librarySchemas;
  readonly affectsQueues = false;

  constructor(private readonly database: Database) {}

  identifiersOf({ websiteId }: LibraryRecord): RecordIdentifiers {
    return { own: [identifier('library', websiteId)], referenced: [] };
  }

  apply(libraries: readonly LibraryRecord[], _log?: ChangeLog, tally?: Tally): Promise<Outcome[]> {
    return applyInOrder(libraries, async (library) => {
      tally?.effects.set(library, await store.upsertLibrary(this.database, library));
      return undefined;
    });
  }

  /** Removes only an empty library, so that a mistake cannot end a library's holds. */
  async remove({ websiteId }: LibraryKey): Promise<Outcome> {
    const { collections, categories, patrons, clients } = await store.countContents(this.database, websiteId);
    const left = listCounts(
      [collections, 'collection'],
      [categories, 'category', 'categories'],
      [patrons, 'patron'],
      [clients, 'client'],
    );
    if (left !== '') return `library ${websiteId} still has ${left}`;
    await store.removeLibrary(this.database, websiteId);
    return undefined;
  }
}
