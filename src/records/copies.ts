import type { QueueService } from '../circulation/queue.service.js';
import type { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import * as store from './copies.store.js';
import { lockLibraries, lockQueues } from './locks.store.js';
import type { Outcome, RecordKind } from './record-kind.js';
import { type CopiesKey, type CopiesRecord, copiesSchemas } from './schemas/title.schemas.js';
import { amounts, unknownCollection, unknownLibrary, unknownTitle } from './rejection-messages.js';
import { nameOf } from './record-names.js';

export function copiesKind(database: Database, queues: QueueService): RecordKind<CopiesRecord, CopiesKey> {
  return {
    schemas: copiesSchemas,
    movesQueues: true,
    namesOf: ({ websiteId, collectionId, reserveId }) => ({
      owned: [nameOf.copies(websiteId, reserveId, collectionId)],
      needed: [
        nameOf.library(websiteId),
        nameOf.collection(websiteId, collectionId),
        nameOf.title(reserveId),
      ],
    }),
    apply: (copies) => database.transaction((connection) => upsertCopies(connection, queues, copies)),
    remove: (key) => database.transaction((connection) => removeCopies(connection, key)),
  };
}

/**
 * More copies go to those who wait, at once; fewer take effect as copies come back. Only imports change what is owned,
 * and they take turns, so that the records that change nothing are known before any queue is locked.
 */
async function upsertCopies(
  connection: Connection,
  queues: QueueService,
  copies: readonly CopiesRecord[],
): Promise<Outcome[]> {
  const libraries = await lockLibraries(
    connection,
    copies.map(({ websiteId }) => websiteId),
  );
  const facts = await store.readFacts(connection, copies);
  const outcomes = copies.map((record, index) => refusalOf(record, libraries, facts[index]));
  const changes = copies.flatMap((record, index) => {
    const known = facts[index];
    const changes = outcomes[index] === undefined && known?.owned !== record.copiesOwned;
    return changes ? [{ record, hasQueue: known?.hasQueue === true }] : [];
  });
  const inQueues = changes.filter(({ hasQueue }) => hasQueue).map(({ record }) => record);
  const inNone = changes.filter(({ hasQueue }) => !hasQueue).map(({ record }) => record);
  if (inNone.length > 0) {
    await store.makeQueues(connection, inNone);
    await store.upsertCopies(connection, inNone);
  }
  if (inQueues.length > 0) await upsertInQueues(connection, queues, inQueues);
  return outcomes;
}

async function upsertInQueues(
  connection: Connection,
  queues: QueueService,
  copies: readonly CopiesRecord[],
): Promise<void> {
  await lockQueues(connection, copies);
  await store.upsertCopies(connection, copies);
  for (const queue of await store.findQueuesWithHolds(connection, copies))
    await queues.settle(connection, queue);
}

function refusalOf(
  { websiteId, collectionId, reserveId }: CopiesRecord,
  libraries: ReadonlySet<number>,
  facts: store.CopiesFacts | undefined,
): Outcome {
  if (!libraries.has(websiteId)) return unknownLibrary(websiteId);
  if (facts?.collectionKnown !== true) return unknownCollection(websiteId, collectionId);
  return facts.titleKnown ? undefined : unknownTitle(reserveId);
}

async function removeCopies(connection: Connection, key: CopiesKey): Promise<Outcome> {
  await lockLibraries(connection, [key.websiteId]);
  await lockQueues(connection, [key]);
  const out = await store.findOut(connection, key);
  if (out === undefined) return undefined;
  const inUse = amounts(
    [out.onLoan, 'copy on loan', 'copies on loan'],
    [out.setAside, 'copy set aside', 'copies set aside'],
  );
  if (inUse !== '')
    return `collection ${JSON.stringify(key.collectionId)} still has ${inUse} of title ${key.reserveId}`;
  await store.removeCopies(connection, key);
  return undefined;
}
