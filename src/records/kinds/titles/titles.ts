import type { Database } from '../../../platform/database/database.js';
import { BatchConflict, type Outcome, type RecordKind } from '../../engine/record-kind.js';
import { type TitleKey, type TitleRecord, titleSchemas } from './title.schemas.js';
import * as store from './titles.store.js';
import { listCounts } from '../../engine/rejection-messages.js';
import { identifier } from '../../engine/record-identifiers.js';

export function titleKind(database: Database): RecordKind<TitleRecord, TitleKey> {
  return {
    schemas: titleSchemas,
    affectsQueues: false,
    identifiersOf: ({ reserveId, crossRefId }) => ({
      own: [identifier.title(reserveId), identifier.crossRef(crossRefId)],
      referenced: [],
    }),
    apply: (titles) => upsertTitles(database, titles),
    remove: ({ reserveId }) => removeTitle(database, reserveId),
  };
}

/** The unique index has the final say about crossRefIds. */
async function upsertTitles(database: Database, titles: readonly TitleRecord[]): Promise<Outcome[]> {
  const references = await store.findByCrossRefs(
    database,
    titles.map(({ crossRefId }) => crossRefId),
  );
  const holders = new Map(references.map(({ crossRefId, reserveId }) => [crossRefId, reserveId]));
  const inBatch = new Set(titles.map(({ reserveId }) => reserveId));
  const outcomes = titles.map((title) => refusalOf(title, holders.get(title.crossRefId), inBatch));
  const accepted = titles.filter((_, index) => outcomes[index] === undefined);
  await database.transaction((connection) => store.upsertTitles(connection, accepted));
  return outcomes;
}

/** @param holder the title that has this crossRefId now, if any */
function refusalOf(title: TitleRecord, holder: string | undefined, inBatch: ReadonlySet<string>): Outcome {
  if (holder === undefined || holder === title.reserveId) return undefined;
  if (inBatch.has(holder)) throw new BatchConflict();
  return `crossRefId ${title.crossRefId} is already the number of title ${holder}`;
}

/** The search through all libraries is no part of the transaction: then Citus lets it change the title. */
async function removeTitle(database: Database, reserveId: string): Promise<Outcome> {
  const libraries = await store.findLibrariesOf(database, reserveId);
  return database.transaction(async (connection) => {
    const { holds, loans } = await store.lockUses(connection, reserveId, libraries);
    const uses = listCounts([holds, 'live hold'], [loans, 'loan']);
    if (uses !== '') return `title ${reserveId} still has ${uses}`;
    await store.removeTitle(connection, reserveId, libraries);
    return undefined;
  });
}
