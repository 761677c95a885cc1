import type { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { NotTogether, type Outcome, type RecordKind } from './record-kind.js';
import { type TitleKey, type TitleRecord, titleSchemas } from './schemas/title.schemas.js';
import * as store from './titles.store.js';
import { amounts } from './rejection-messages.js';
import { nameOf } from './record-names.js';

export function titleKind(database: Database): RecordKind<TitleRecord, TitleKey> {
  return {
    schemas: titleSchemas,
    movesQueues: false,
    namesOf: ({ reserveId, crossRefId }) => ({
      owned: [nameOf.title(reserveId), nameOf.crossRef(crossRefId)],
      needed: [],
    }),
    apply: (titles) => upsertTitles(database, titles),
    remove: ({ reserveId }) => database.transaction((connection) => removeTitle(connection, reserveId)),
  };
}

/** One statement writes them, so no transaction is needed around it; the unique index has the last word. */
async function upsertTitles(database: Database, titles: readonly TitleRecord[]): Promise<Outcome[]> {
  const numbered = await store.findByCrossRefs(
    database,
    titles.map(({ crossRefId }) => crossRefId),
  );
  const holders = new Map(numbered.map(({ crossRefId, reserveId }) => [crossRefId, reserveId]));
  const together = new Set(titles.map(({ reserveId }) => reserveId));
  const outcomes = titles.map((title) => refusalOf(title, holders.get(title.crossRefId), together));
  await store.upsertTitles(
    database,
    titles.filter((_, index) => outcomes[index] === undefined),
  );
  return outcomes;
}

function refusalOf(title: TitleRecord, holder: string | undefined, together: ReadonlySet<string>): Outcome {
  if (holder === undefined || holder === title.reserveId) return undefined;
  if (together.has(holder)) throw new NotTogether();
  return `crossRefId ${title.crossRefId} is already the number of title ${holder}`;
}

async function removeTitle(connection: Connection, reserveId: string): Promise<Outcome> {
  await store.lockQueuesOfTitle(connection, reserveId);
  const { holds, loans } = await store.countUses(connection, reserveId);
  const uses = amounts([holds, 'live hold'], [loans, 'loan']);
  if (uses !== '') return `title ${reserveId} still has ${uses}`;
  await store.removeTitle(connection, reserveId);
  return undefined;
}
