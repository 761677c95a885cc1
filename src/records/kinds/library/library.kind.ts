import { Injectable } from '@nestjs/common';
import {
  identifier,
  OneByOneKind,
  type Outcome,
  type RecordIdentifiers,
  type Tally,
} from '../../engine/record-kind.js';
import { listCounts } from '../../engine/rejection-messages.js';
import { type LibraryKey, type LibraryRecord, librarySchemas } from './library.schema.js';
import * as store from './library.store.js';

@Injectable()
export class LibraryKind extends OneByOneKind<LibraryRecord, LibraryKey> {
  readonly name = 'library';
  readonly schemas = librarySchemas;

  identifiersOf({ websiteId }: LibraryRecord): RecordIdentifiers {
    return { own: [identifier('library', websiteId)], referenced: [] };
  }

  async applyOne(library: LibraryRecord, tally: Tally): Promise<Outcome> {
    tally.effects.set(library, await store.upsertLibrary(this.database, library));
    return undefined;
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
