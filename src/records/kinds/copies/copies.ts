import type { QueueService } from '../../../circulation/queue.service.js';
import type { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import type { ChangeLog } from '../../engine/change-log.js';
import * as store from './copies.store.js';
import { lockLibraries, lockQueues } from '../../../circulation/locks.store.js';
import type { Outcome, RecordKind } from '../../engine/record-kind.js';
import { type CopiesKey, type CopiesRecord, copiesSchemas } from '../titles/title.schemas.js';
import {
  listCounts,
  unknownCollection,
  unknownLibrary,
  unknownTitle,
} from '../../engine/rejection-messages.js';
import { identifier } from '../../engine/record-identifiers.js';

export function copiesKind(
  database: Database,
  queues: QueueService,
  log?: ChangeLog,
): RecordKind<CopiesRecord, CopiesKey> {
  return {
    schemas: copiesSchemas,
    affectsQueues: true,
    identifiersOf: ({ websiteId, collectionId, reserveId }) => ({
      own: [identifier.copies(websiteId, reserveId, collectionId)],
      referenced: [
        identifier.library(websiteId),
        identifier.collection(websiteId, collectionId),
        identifier.title(reserveId),
      ],
    }),
    apply: (copies) => database.transaction((connection) => upsertCopies(connection, queues, copies, log)),
    remove: (key) => database.transaction((connection) => removeCopies(connection, key)),
  };
}

/**
 * Added copies go to waiting patrons at once; removed copies leave the stock as they come back. Only imports change the
 * number of owned copies, and the library lock serializes them. The records that change nothing are therefore known
 * before any queue is locked.
 */
async function upsertCopies(
  connection: Connection,
  queues: QueueService,
  copies: readonly CopiesRecord[],
  log?: ChangeLog,
): Promise<Outcome[]> {
  const libraries = await lockLibraries(
    connection,
    copies.map(({ websiteId }) => websiteId),
  );
  const facts = await store.readFacts(connection, copies);
  const outcomes = copies.map((record, index) => refusalOf(record, libraries, facts[index]));
  const changes = copies.flatMap((record, index) => {
    const known = facts[index];
    const isChange = outcomes[index] === undefined && known?.owned !== record.copiesOwned;
    return isChange ? [{ record, hasQueue: known?.hasQueue === true }] : [];
  });
  const withQueue = changes.filter(({ hasQueue }) => hasQueue).map(({ record }) => record);
  const withoutQueue = changes.filter(({ hasQueue }) => !hasQueue).map(({ record }) => record);
  if (withoutQueue.length > 0) {
    await store.createQueues(connection, withoutQueue);
    await store.upsertCopies(connection, withoutQueue);
  }
  if (withQueue.length > 0) await upsertUnderLocks(connection, queues, withQueue);
  for (const { record } of changes) await log?.copiesSet?.(connection, record);
  return outcomes;
}

async function upsertUnderLocks(
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
  const inUse = await store.findInUse(connection, key);
  if (inUse === undefined) return undefined;
  const uses = listCounts(
    [inUse.onLoan, 'copy on loan', 'copies on loan'],
    [inUse.setAside, 'copy set aside', 'copies set aside'],
  );
  if (uses !== '')
    return `collection ${JSON.stringify(key.collectionId)} still has ${uses} of title ${key.reserveId}`;
  await store.removeCopies(connection, key);
  return undefined;
}
