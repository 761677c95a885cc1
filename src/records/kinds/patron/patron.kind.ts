import { Injectable } from '@nestjs/common';
import { hashPin, verifyPin } from '../../../access/sign-in/pin.js';
import { revokeTokensOf } from '../../../access/tokens/tokens.store.js';
import { QueueService } from '../../../circulation/queue.service.js';
import type { PatronKey } from '../../../domain/patron.js';
import { moveHolds } from '../../../patrons/patron-category.js';
import { deletePatron } from '../../../patrons/patron-deletion.js';
import { inEachLibrary } from '../../../platform/database/by-library.js';
import { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { lockLibraries } from '../../engine/libraries.store.js';
import {
  BatchConflict,
  type ChangeLog,
  identifier,
  type Outcome,
  type RecordIdentifiers,
  type RecordKind,
} from '../../engine/record-kind.js';
import { unknownLibrary } from '../../engine/rejection-messages.js';
import { type PatronRecord, type PatronRecordKey, patronSchemas } from './patron.schema.js';
import * as store from './patron.store.js';

/** One less than the process hashes at the same time, so that a sign-in never waits for a whole import. */
const CONCURRENT_PIN_HASHES = 2;

/** A patron to write, and what that changes. */
interface ChangedPatron extends store.PatronRow {
  readonly isNew: boolean;
  readonly hasOtherPin: boolean;
  readonly takesCard: boolean;
}

@Injectable()
export class PatronKind implements RecordKind<PatronRecord, PatronRecordKey> {
  readonly name = 'patron';
  readonly schemas = patronSchemas;
  readonly affectsQueues = true;

  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {}

  identifiersOf({ websiteId, patronId, cardNumber, category }: PatronRecord): RecordIdentifiers {
    const card = cardNumber === null ? [] : [identifier('card', websiteId, cardNumber.toLowerCase())];
    return {
      own: [identifier('patron', patronId), ...card],
      referenced: [identifier('library', websiteId), identifier('category', websiteId, category)],
    };
  }

  /** A card that another patron was given meanwhile: of one record, the facts are read again; several are applied one by one. */
  async apply(patrons: readonly PatronRecord[], log?: ChangeLog): Promise<Outcome[]> {
    for (;;)
      try {
        return await this.upsert(patrons, log);
      } catch (error) {
        if (!(error instanceof BatchConflict) || patrons.length > 1) throw error;
      }
  }

  async remove(key: PatronRecordKey): Promise<Outcome> {
    const isDeleted = await deletePatron(this.database, this.queues, key);
    return isDeleted ? undefined : ofAnotherLibrary(key.patronId, key.websiteId);
  }

  /** Hashes PINs before the transaction begins: hashing is slow, and must not happen while locks are held. */
  private async upsert(patrons: readonly PatronRecord[], log?: ChangeLog): Promise<Outcome[]> {
    const facts = await store.readFacts(this.database, patrons);
    const inBatch = new Set(patrons.map(({ patronId }) => patronId));
    const outcomes = patrons.map((patron, index) => rejectionOf(patron, facts[index], inBatch));
    const accepted = patrons.flatMap((patron, index) => {
      const known = facts[index];
      return known === undefined || outcomes[index] !== undefined ? [] : [{ patron, known }];
    });
    const changed = (await mapInChunks(accepted, CONCURRENT_PIN_HASHES, changeOf)).flat();
    if (changed.length > 0)
      await this.database.transaction((connection) => this.write(connection, changed, log));
    return outcomes;
  }

  /**
   * The holds of patrons who change category move into the new one, and free copies of its collections may go to them at once.
   * Who signed in with an earlier PIN is signed out, after the PINs were written: a sign-in that is under way sees them, or its
   * token is seen here.
   */
  private async write(
    connection: Connection,
    patrons: readonly ChangedPatron[],
    log: ChangeLog | undefined,
  ): Promise<void> {
    await requireFreeCards(
      connection,
      patrons.filter(({ takesCard }) => takesCard),
    );
    await store.upsertPatrons(connection, patrons);
    const known = patrons.filter(({ isNew }) => !isNew);
    if (known.length > 0) await moveHolds(connection, this.queues, known);
    const withOtherPin: readonly PatronKey[] = patrons.filter(({ hasOtherPin }) => hasOtherPin);
    await inEachLibrary(withOtherPin, async (websiteId, own) => {
      const patronIds = own.map(({ patronId }) => patronId);
      await revokeTokensOf(connection, websiteId, patronIds);
      await log?.pinsChanged(connection, websiteId, patronIds);
    });
  }
}

/** The row to write, unless it is stored like this already. */
async function changeOf({
  patron: { pin, ...patron },
  known,
}: {
  readonly patron: PatronRecord;
  readonly known: store.PatronFacts;
}): Promise<ChangedPatron[]> {
  const pinHash = await pinHashFor(pin, known.pinHash);
  const isNew = known.homeLibrary === null;
  const takesCard = patron.cardNumber !== null && known.cardHolder === null;
  const hasOtherPin = !isNew && pinHash !== known.pinHash;
  return known.changed || hasOtherPin ? [{ ...patron, pinHash, isNew, hasOtherPin, takesCard }] : [];
}

function rejectionOf(
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

/** Does not say which: the sender must not learn it. */
function ofAnotherLibrary(patronId: number, websiteId: number): string {
  return `patronId ${patronId} cannot be used in library ${websiteId}`;
}

/**
 * Another import may have given the cards to a patron since the facts were read. Under the lock of the libraries no import does, so
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
