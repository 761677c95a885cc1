import type { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { BatchConflict, type Outcome, type RecordKind } from './record-kind.js';
import { type TitleKey, type TitleRecord, titleSchemas } from './schemas/title.schemas.js';
import * as store from './titles.store.js';
import { listCounts } from './rejection-messages.js';
import { identifier } from './record-identifiers.js';

export function titleKind(database: Database): RecordKind<TitleRecord, TitleKey> {
  return {
    schemas: titleSchemas,
    affectsQueues: false,
    identifiersOf: ({ reserveId, crossRefId }) => ({
      own: [identifier.title(reserveId), identifier.crossRef(crossRefId)],
      referenced: [],
    }),
    apply: (titles) => upsertTitles(database, titles),
    remove: ({ reserveId }) => database.transaction((connection) => removeTitle(connection, reserveId)),
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

async function removeTitle(connection: Connection, reserveId: string): Promise<Outcome> {
  const libraries = await store.lockQueuesOfTitle(connection, reserveId);
  const { holds, loans } = await store.countUses(connection, reserveId);
  const uses = listCounts([holds, 'live hold'], [loans, 'loan']);
  if (uses !== '') return `title ${reserveId} still has ${uses}`;
  await store.removeTitle(connection, reserveId, libraries);
  return undefined;
}
