import { forgetAttempts } from '../access/cards.store.js';
import { hashPin, verifyPin } from '../access/pin.js';
import type { QueueService } from '../circulation/queue.service.js';
import type { PatronKey } from '../domain/patron.js';
import type { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { lockQueues } from './locks.store.js';
import * as store from './patrons.store.js';
import { NotTogether, type Outcome, type RecordKind } from './record-kind.js';
import { type PatronRecord, type PatronRecordKey, patronSchemas } from './schemas/patron.schemas.js';
import { unknownLibrary } from './rejection-messages.js';
import { nameOf } from './record-names.js';

/** One fewer than are hashed at the same time in all: who signs in meanwhile does not wait for a whole file. */
const PINS_AT_ONCE = 2;

export function patronKind(
  database: Database,
  queues: QueueService,
): RecordKind<PatronRecord, PatronRecordKey> {
  return {
    schemas: patronSchemas,
    movesQueues: true,
    namesOf: ({ websiteId, patronId, cardNumber, category }) => ({
      owned: [nameOf.patron(patronId), ...(cardNumber === null ? [] : [nameOf.card(websiteId, cardNumber)])],
      needed: [nameOf.library(websiteId), nameOf.category(websiteId, category)],
    }),
    apply: (patrons) => upsertPatrons(database, queues, patrons),
    remove: (key) => deletePatron(database, queues, key),
  };
}

/** PINs are hashed before the transaction begins: they take so long that nobody must wait for locks meanwhile. */
async function upsertPatrons(
  database: Database,
  queues: QueueService,
  patrons: readonly PatronRecord[],
): Promise<Outcome[]> {
  const facts = await store.readFacts(database, patrons);
  const together = new Set(patrons.map(({ patronId }) => patronId));
  const outcomes = patrons.map((patron, index) => refusalOf(patron, facts[index], together));
  const accepted = patrons.flatMap((patron, index) => {
    const known = facts[index];
    return known === undefined || outcomes[index] !== undefined ? [] : [{ patron, known }];
  });
  const rows = await inTurns(accepted, PINS_AT_ONCE, async ({ patron: { pin, ...patron }, known }) => {
    const pinHash = await pinHashFor(pin, known.pinHash);
    const changed = known.changed || pinHash !== known.pinHash;
    return { ...patron, pinHash, changed, isNew: known.homeLibrary === null };
  });
  const changed = rows.filter((row) => row.changed);
  if (changed.length > 0)
    await database.transaction((connection) => upsertChanged(connection, queues, changed));
  return outcomes;
}

function refusalOf(
  { websiteId, patronId, category, cardNumber }: PatronRecord,
  facts: store.PatronFacts | undefined,
  together: ReadonlySet<number>,
): Outcome {
  if (facts?.libraryKnown !== true) return unknownLibrary(websiteId);
  if (!facts.categoryKnown) return `category ${JSON.stringify(category)} is unknown in library ${websiteId}`;
  if (facts.homeLibrary !== null && facts.homeLibrary !== websiteId)
    return ofAnotherLibrary(patronId, facts.homeLibrary);
  const { cardHolder } = facts;
  if (cardHolder === null || cardHolder === patronId) return undefined;
  if (together.has(cardHolder)) throw new NotTogether();
  return `cardNumber ${JSON.stringify(cardNumber)} is already the card of patron ${cardHolder}`;
}

function ofAnotherLibrary(patronId: number, websiteId: number): string {
  return `patronId ${patronId} is a patron of library ${websiteId}`;
}

/** An unchanged PIN keeps its hash, and so the row stays as it is. */
async function pinHashFor(pin: string | null, stored: string | null): Promise<string | null> {
  if (pin === null) return null;
  return stored !== null && (await verifyPin(pin, stored)) ? stored : hashPin(pin);
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(work))));
  return results;
}

/** A patron's holds go with the patron into another category: what only that one may use can be theirs at once. */
async function upsertChanged(
  connection: Connection,
  queues: QueueService,
  patrons: readonly (store.PatronRow & { readonly isNew: boolean })[],
): Promise<void> {
  await store.upsertPatrons(connection, patrons);
  const known = patrons.filter(({ isNew }) => !isNew);
  if (known.length === 0) return;
  const followed = await store.findQueuesToFollow(connection, known);
  if (followed.length === 0) return;
  await lockQueues(connection, followed);
  await store.followCategories(connection, known);
  for (const queue of followed) await queues.settle(connection, queue);
}

/**
 * Deletes a patron with all that is theirs.
 * @returns why not, when the number is a patron's of another library
 */
export function deletePatron(database: Database, queues: QueueService, key: PatronKey): Promise<Outcome> {
  return database.transaction((connection) => removePatron(connection, queues, key));
}

/**
 * Ends all that is theirs: holds, whose copies go to the next in line; loans, whose copies too; tokens; and what is
 * remembered of attempts at their PIN.
 */
async function removePatron(
  connection: Connection,
  queues: QueueService,
  { websiteId, patronId }: PatronKey,
): Promise<Outcome> {
  const home = await store.findHomeLibrary(connection, patronId);
  if (home === undefined) return undefined;
  if (home !== websiteId) return ofAnotherLibrary(patronId, home);
  const patron = { websiteId, patronId };
  const cardNumber = await store.lockPatron(connection, patron);
  const own = await store.findQueuesOf(connection, patron);
  await lockQueues(connection, own);
  for (const queue of own) {
    await queues.endHoldOf(connection, patron, queue);
    await queues.takeBack(connection, patron, queue);
  }
  if (cardNumber !== null) await forgetAttempts(connection, { websiteId, cardNumber });
  await store.removePatron(connection, patron);
  return undefined;
}
