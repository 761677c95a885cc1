import { hashPin, verifyPin } from '../../../access/sign-in/pin.js';
import { revokeTokensOf } from '../../../access/tokens/tokens.store.js';
import type { QueueService } from '../../../circulation/queue.service.js';
import type { PatronKey } from '../../../domain/patron.js';
import type { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { moveHolds } from '../../../patrons/patron-category.js';
import { deletePatron } from '../../../patrons/patron-deletion.js';
import { inEachLibrary } from '../../../platform/database/by-library.js';
import type { ChangeLog } from '../../engine/change-log.js';
import { lockLibraries } from '../../../circulation/locks.store.js';
import * as store from './patrons.store.js';
import { BatchConflict, type Outcome, type RecordKind } from '../../engine/record-kind.js';
import { type PatronRecord, type PatronRecordKey, patronSchemas } from './patron.schemas.js';
import { unknownLibrary } from '../../engine/rejection-messages.js';
import { identifier } from '../../engine/record-identifiers.js';

/** One less than the process hashes at the same time, so that a sign-in never waits for a whole import. */
const CONCURRENT_PIN_HASHES = 2;

export function patronKind(
  database: Database,
  queues: QueueService,
  log?: ChangeLog,
): RecordKind<PatronRecord, PatronRecordKey> {
  return {
    schemas: patronSchemas,
    affectsQueues: true,
    identifiersOf: ({ websiteId, patronId, cardNumber, category }) => ({
      own: [
        identifier.patron(patronId),
        ...(cardNumber === null ? [] : [identifier.card(websiteId, cardNumber)]),
      ],
      referenced: [identifier.library(websiteId), identifier.category(websiteId, category)],
    }),
    apply: (patrons) => upsertWhileCardsAreFree(database, queues, patrons, log),
    remove: async (key) =>
      (await deletePatron(database, queues, key)) ? undefined : ofAnotherLibrary(key.patronId, key.websiteId),
  };
}

/** A card that somebody else was given meanwhile: of one record, the facts are read again; several are applied one by one. */
async function upsertWhileCardsAreFree(
  ...[database, queues, patrons, log]: Parameters<typeof upsertPatrons>
): Promise<Outcome[]> {
  for (;;)
    try {
      return await upsertPatrons(database, queues, patrons, log);
    } catch (error) {
      if (!(error instanceof BatchConflict) || patrons.length > 1) throw error;
    }
}

/** Hashes PINs before the transaction begins: hashing is slow, and must not happen while locks are held. */
async function upsertPatrons(
  database: Database,
  queues: QueueService,
  patrons: readonly PatronRecord[],
  log?: ChangeLog,
): Promise<Outcome[]> {
  const facts = await store.readFacts(database, patrons);
  const inBatch = new Set(patrons.map(({ patronId }) => patronId));
  const outcomes = patrons.map((patron, index) => refusalOf(patron, facts[index], inBatch));
  const accepted = patrons.flatMap((patron, index) => {
    const known = facts[index];
    return known === undefined || outcomes[index] !== undefined ? [] : [{ patron, known }];
  });
  const rows = await mapInChunks(
    accepted,
    CONCURRENT_PIN_HASHES,
    async ({ patron: { pin, ...patron }, known }) => {
      const pinHash = await pinHashFor(pin, known.pinHash);
      const isNew = known.homeLibrary === null;
      const takesCard = patron.cardNumber !== null && known.cardHolder === null;
      const hasOtherPin = !isNew && pinHash !== known.pinHash;
      return { ...patron, pinHash, changed: known.changed || hasOtherPin, isNew, hasOtherPin, takesCard };
    },
  );
  const changed = rows.filter((row) => row.changed);
  if (changed.length > 0)
    await database.transaction(async (connection) => {
      await requireFreeCards(
        connection,
        changed.filter(({ takesCard }) => takesCard),
      );
      await upsertChanged(connection, queues, changed);
      await endTokens(
        connection,
        changed.filter(({ hasOtherPin }) => hasOtherPin),
        log,
      );
    });
  return outcomes;
}

function refusalOf(
  { websiteId, patronId, category, cardNumber }: PatronRecord,
  facts: store.PatronFacts | undefined,
  inBatch: ReadonlySet<number>,
): Outcome {
  if (facts?.libraryKnown !== true) return unknownLibrary(websiteId);
  if (!facts.categoryKnown) return `category ${JSON.stringify(category)} is unknown in library ${websiteId}`;
  if (facts.homeLibrary !== null && facts.homeLibrary !== websiteId)
    return ofAnotherLibrary(patronId, websiteId);
  const { cardHolder } = facts;
  if (cardHolder === null || cardHolder === patronId) return undefined;
  if (inBatch.has(cardHolder)) throw new BatchConflict();
  return `cardNumber ${JSON.stringify(cardNumber)} is already the card of patron ${cardHolder}`;
}

/** Does not say which: that is none of the sender's business. */
function ofAnotherLibrary(patronId: number, websiteId: number): string {
  return `patronId ${patronId} cannot be used in library ${websiteId}`;
}

/**
 * Another import may have given the cards to somebody since the facts were read. Under the lock of the libraries no import does, so
 * PostgreSQL refuses no card: its log would have the number.
 * @throws BatchConflict
 */
async function requireFreeCards(connection: Connection, patrons: readonly store.PatronRow[]): Promise<void> {
  if (patrons.length === 0) return;
  await lockLibraries(
    connection,
    patrons.map(({ websiteId }) => websiteId),
  );
  const facts = await store.readFacts(connection, patrons);
  const isTaken = facts.some(
    ({ cardHolder }, index) => cardHolder !== null && cardHolder !== patrons[index]?.patronId,
  );
  if (isTaken) throw new BatchConflict();
}

/** An unchanged PIN keeps its hash, so that the row does not change. */
async function pinHashFor(pin: string | null, stored: string | null): Promise<string | null> {
  if (pin === null) return null;
  return stored !== null && (await verifyPin(pin, stored)) ? stored : hashPin(pin);
}

async function mapInChunks<Item, Result>(
  items: readonly Item[],
  chunkSize: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += chunkSize)
    results.push(...(await Promise.all(items.slice(from, from + chunkSize).map(work))));
  return results;
}

/**
 * Writes the patrons. The holds of patrons who change category move into the new one, and free copies of its collections
 * may go to them at once.
 */
async function upsertChanged(
  connection: Connection,
  queues: QueueService,
  patrons: readonly (store.PatronRow & { readonly isNew: boolean })[],
): Promise<void> {
  await store.upsertPatrons(connection, patrons);
  const known = patrons.filter(({ isNew }) => !isNew);
  if (known.length === 0) return;
  await moveHolds(connection, queues, known);
}

/**
 * Whoever signed in with the earlier PIN is signed out. After the PINs were written: a sign-in that is under way sees them, or its
 * token is seen here.
 */
async function endTokens(
  connection: Connection,
  patrons: readonly PatronKey[],
  log?: ChangeLog,
): Promise<void> {
  await inEachLibrary(patrons, async (websiteId, own) => {
    const patronIds = own.map(({ patronId }) => patronId);
    await revokeTokensOf(connection, websiteId, patronIds);
    await log?.pinsChanged(connection, websiteId, patronIds);
  });
}
