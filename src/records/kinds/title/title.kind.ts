import { Injectable } from '@nestjs/common';
import { isbn13In } from '../../../domain/normalized-identifier.js';
import { takeNumbers } from '../../naming/new-numbers.store.js';
import {
  BatchConflict,
  type Effect,
  identifier,
  type Outcome,
  type RecordIdentifiers,
  RecordKind,
  type Tally,
} from '../../engine/record-kind.js';
import { listCounts } from '../../engine/rejection-messages.js';
import { type NamedTitleRecord, type TitleKey, type TitleRecord, titleSchemas } from './title.schema.js';
import * as store from './title.store.js';

@Injectable()
export class TitleKind extends RecordKind<NamedTitleRecord, TitleKey> {
  readonly name = 'title';
  readonly schemas = titleSchemas;

  identifiersOf({ reserveId, crossRefId, identifiers }: NamedTitleRecord): RecordIdentifiers {
    const number = crossRefId == null ? [] : [identifier('crossRefId', crossRefId)];
    const isbns = identifiers.flatMap((each) => isbn13In(each) ?? []);
    return {
      own: [identifier('title', reserveId), ...number],
      referenced: [],
      alsoNamed: isbns.map((isbn) => identifier('isbn', isbn)),
    };
  }

  /** The unique index has the final say about crossRefIds. */
  async apply(records: readonly NamedTitleRecord[], tally: Tally): Promise<Outcome[]> {
    const found = await store.findCrossRefs(
      this.database,
      records.map(({ reserveId }) => reserveId),
    );
    const numbers = new Map(found.map(({ reserveId, crossRefId }) => [reserveId, crossRefId]));
    const titles = await this.withNumbers(records, numbers);
    const references = await store.findByCrossRefs(
      this.database,
      titles.map(({ crossRefId }) => crossRefId),
    );
    const holders = new Map(references.map(({ crossRefId, reserveId }) => [crossRefId, reserveId]));
    const inBatch = new Set(titles.map(({ reserveId }) => reserveId));
    const outcomes = titles.map((title) => rejectionOf(title, holders.get(title.crossRefId), inBatch));
    const accepted = titles.filter((_, index) => outcomes[index] === undefined);
    const written = await this.database.transaction((connection) => store.upsertTitles(connection, accepted));
    for (const record of records) tally.effects.set(record, effectOf(record, numbers, written));
    return outcomes;
  }

  /** Titles whose records give no crossRefId keep theirs; new titles get an unused one. */
  private async withNumbers(
    records: readonly NamedTitleRecord[],
    numbers: ReadonlyMap<string, number>,
  ): Promise<TitleRecord[]> {
    const toNumber = records.filter(
      ({ reserveId, crossRefId }) => crossRefId == null && !numbers.has(reserveId),
    );
    const taken = await takeNumbers(this.database, 'title', toNumber.length);
    return records.map((record) => {
      const crossRefId = record.crossRefId ?? numbers.get(record.reserveId) ?? taken.pop();
      if (crossRefId === undefined) throw new Error('Too few numbers were taken.');
      return { ...record, crossRefId };
    });
  }

  /** The search through all libraries runs outside the transaction (cluster.store.ts). */
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

/** @param known the titles that existed before */
function effectOf(
  { reserveId }: NamedTitleRecord,
  known: ReadonlyMap<string, number>,
  written: ReadonlySet<string>,
): Effect {
  if (!known.has(reserveId)) return 'added';
  return written.has(reserveId) ? 'changed' : 'unchanged';
}

/** @param holder the title that has this crossRefId now, if any */
function rejectionOf(title: TitleRecord, holder: string | undefined, inBatch: ReadonlySet<string>): Outcome {
  if (holder === undefined || holder === title.reserveId) return undefined;
  if (inBatch.has(holder)) throw new BatchConflict();
  return `crossRefId ${title.crossRefId} is already the number of title ${holder}`;
}
