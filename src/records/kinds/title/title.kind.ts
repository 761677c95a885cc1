import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import {
  BatchConflict,
  identifier,
  type Outcome,
  type RecordIdentifiers,
  type RecordKind,
} from '../../engine/record-kind.js';
import { listCounts } from '../../engine/rejection-messages.js';
import { type TitleKey, type TitleRecord, titleSchemas } from './title.schema.js';
import * as store from './title.store.js';

@Injectable()
export class TitleKind implements RecordKind<TitleRecord, TitleKey> {
  readonly name = 'title';
  readonly schemas = titleSchemas;
  readonly affectsQueues = false;

  constructor(private readonly database: Database) {}

  identifiersOf({ reserveId, crossRefId }: TitleRecord): RecordIdentifiers {
    return { own: [identifier('title', reserveId), identifier('crossRefId', crossRefId)], referenced: [] };
  }

  /** The unique index has the final say about crossRefIds. */
  async apply(titles: readonly TitleRecord[]): Promise<Outcome[]> {
    const references = await store.findByCrossRefs(
      this.database,
      titles.map(({ crossRefId }) => crossRefId),
    );
    const holders = new Map(references.map(({ crossRefId, reserveId }) => [crossRefId, reserveId]));
    const inBatch = new Set(titles.map(({ reserveId }) => reserveId));
    const outcomes = titles.map((title) => rejectionOf(title, holders.get(title.crossRefId), inBatch));
    const accepted = titles.filter((_, index) => outcomes[index] === undefined);
    await this.database.transaction((connection) => store.upsertTitles(connection, accepted));
    return outcomes;
  }

  /** The search through all libraries is no part of the transaction: then Citus lets it change the title. */
  async remove({ reserveId }: TitleKey): Promise<Outcome> {
    const libraries = await store.findLibrariesOf(this.database, reserveId);
    return this.database.transaction(async (connection) => {
      const { holds, loans } = await store.lockUses(connection, reserveId, libraries);
      const uses = listCounts([holds, 'live hold'], [loans, 'loan']);
      if (uses !== '') return `title ${reserveId} still has ${uses}`;
      await store.removeTitle(connection, reserveId, libraries);
      return undefined;
    });
  }
}

/** @param holder the title that has this crossRefId now, if any */
function rejectionOf(title: TitleRecord, holder: string | undefined, inBatch: ReadonlySet<string>): Outcome {
  if (holder === undefined || holder === title.reserveId) return undefined;
  if (inBatch.has(holder)) throw new BatchConflict();
  return `crossRefId ${title.crossRefId} is already the number of title ${holder}`;
}
