import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { hashPin, verifyPin } from '../../../access/sign-in/pin.js';
import { revokeTokensOf } from '../../../access/tokens/tokens.store.js';
import { lockPatrons } from '../../../circulation/locks.store.js';
import { QueueService } from '../../../circulation/queue.service.js';
import type { PatronKey } from '../../../domain/patron.js';
import { moveHolds } from '../../../patrons/patron-category.js';
import { deletePatron } from '../../../patrons/patron-deletion.js';
import { inEachLibrary } from '../../../platform/database/by-library.js';
import { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { lockLibraries } from '../../engine/libraries.store.js';
import { patronIdentifiers } from '../../naming/named-patron.js';
import { findPatronNumber } from '../../naming/named-patron.store.js';
import { takeNumbers } from '../../naming/new-numbers.store.js';
import {
  BatchConflict,
  type ChangeLog,
  identifier,
  type Outcome,
  type RecordIdentifiers,
  RecordKind,
  type Tally,
} from '../../engine/record-kind.js';
import { type PatronRecord, type PatronRecordKey, patronSchemas } from './patron.schema.js';
import {
  holdersIn,
  keepsCard,
  keepsExternalId,
  ofAnotherLibrary,
  refusalOf,
  rejectionsOf,
} from './patron-rejections.js';
import * as store from './patron.store.js';

/**
 * As many as the process hashes at the same time. A sign-in stands in the same line, and an import has no more than these in it: the sign-in
 * is next when one of them is done.
 */
const PINS_AT_ONCE = 3;

/** A patron to write, and what that changes. */
type ChangedPatron = store.PatronMembers & {
  readonly record: PatronRecord;
  /** Null: to be given one. */
  readonly patronId: number | null;
  readonly isNew: boolean;
  readonly hasOtherPin: boolean;
  readonly losesPin: boolean;
  readonly hasOtherCards: boolean;
  /** The cards or the external number are to be another's, or nobody's, until now. */
  readonly takesNumbers: boolean;
  /** Another patron's, who is given others in the same batch. */
  readonly takesFromOthers: boolean;
};

@Injectable()
export class PatronKind extends RecordKind<PatronRecord, PatronRecordKey> {
  readonly name = 'patron';
  readonly schemas = patronSchemas;
  override readonly affectsQueues = true;

  constructor(
    database: Database,
    private readonly queues: QueueService,
  ) {
    super(database);
  }

  /** A PIN takes as long as some hundred other records, also one that is stored already: to compare it is to hash it. */
  override isSlow({ pin }: PatronRecord): boolean {
    return pin != null;
  }

  identifiersOf(patron: PatronRecord): RecordIdentifiers {
    const { websiteId, category, cards = [] } = patron;
    const ofCategory =
      category === undefined ? [] : [identifier('category', websiteId, category.toLowerCase())];
    return {
      own: [
        ...patronIdentifiers(websiteId, patron),
        ...cards.map((card) => identifier('card', websiteId, card.toLowerCase())),
      ],
      referenced: [identifier('library', websiteId), ...ofCategory],
    };
  }

  /** A number that another patron was given meanwhile: of one record, the facts are read again; several are applied one by one. */
  async apply(patrons: readonly PatronRecord[], log?: ChangeLog, tally?: Tally): Promise<Outcome[]> {
    for (;;)
      try {
        return await this.upsert(patrons, log, tally);
      } catch (error) {
        if (!(error instanceof BatchConflict) || patrons.length > 1) throw error;
      }
  }

  async remove(key: PatronRecordKey): Promise<Outcome> {
    const { websiteId } = key;
    // Not the one into whom this one was merged.
    const patronId = key.patronId ?? (await findPatronNumber(this.database, key));
    if (patronId == null) return undefined;
    const isDeleted = await deletePatron(this.database, this.queues, { websiteId, patronId });
    return isDeleted ? undefined : ofAnotherLibrary(patronId, websiteId);
  }

  /** Hashes PINs before the transaction begins: hashing is slow, and must not happen while locks are held. */
  private async upsert(patrons: readonly PatronRecord[], log?: ChangeLog, tally?: Tally): Promise<Outcome[]> {
    const facts = await store.readFacts(this.database, patrons);
    requireDifferent(facts);
    const holders = patrons.flatMap(({ websiteId }, index) =>
      holdersIn(facts[index]!).map((patronId) => ({ websiteId, patronId })),
    );
    const outcomes = rejectionsOf(patrons, facts, await store.findExternalIds(this.database, holders));
    const accepted = patrons.flatMap((patron, index) => {
      const known = facts[index];
      const isApplied = known?.mergedInto === null && outcomes[index] === undefined;
      return isApplied ? [{ patron, known }] : [];
    });
    const changed = (await pLimit(PINS_AT_ONCE).map(accepted, changeOf)).flat();
    if (changed.length > 0)
      await this.database.transaction((connection) => this.write(connection, changed, log));
    if (tally !== undefined) {
      for (const [index, patron] of patrons.entries()) {
        const known = facts[index];
        if (known === undefined) continue;
        tally.knownAs.set(patron, namesOf(patron, known.patronId));
        if (known.mergedInto !== null) {
          tally.effects.set(patron, 'merged');
          tally.mergedInto.set(patron, known.mergedInto);
        }
        if (outcomes[index] !== undefined && refusalOf(patron, known) === undefined)
          tally.heldBy.set(
            patron,
            holdersIn(known).map((holder) => identifier('patron', holder)),
          );
      }
      tally.pinsRemoved += changed.filter(({ losesPin }) => losesPin).length;
      tally.blocksKept += accepted.filter(({ known }) => known.staysBlocked).length;
      for (const { patron } of accepted) tally.effects.set(patron, 'unchanged');
      for (const { record, isNew } of changed) tally.effects.set(record, isNew ? 'added' : 'changed');
    }
    return outcomes;
  }

  /**
   * The holds of patrons who change category move into the new one, and free copies of its collections may go to them at once.
   * Who signed in with an earlier PIN is signed out, after the PINs were written: a sign-in that is under way sees them, or its
   * token is seen here.
   */
  private async write(
    connection: Connection,
    changed: readonly ChangedPatron[],
    log: ChangeLog | undefined,
  ): Promise<void> {
    await requireFreeNumbers(
      connection,
      changed.filter(({ takesNumbers }) => takesNumbers),
      changed,
    );
    const patrons = await withNumbers(connection, changed);
    const added = patrons.filter(({ isNew }) => isNew);
    const known = patrons.filter(({ isNew }) => !isNew);
    if (known.length > 0) {
      await lockPatrons(connection, known);
      if (known.some(({ takesFromOthers }) => takesFromOthers)) await store.releaseNumbers(connection, known);
      await store.updatePatrons(connection, known);
    }
    if (added.length > 0) await store.insertPatrons(connection, added);
    const named = patrons.filter(({ takesNumbers }) => takesNumbers);
    if (named.length > 0) await store.forgetMergedNames(connection, named);
    const withOtherCards = patrons.filter(({ hasOtherCards }) => hasOtherCards);
    if (withOtherCards.length > 0) await store.replaceFurtherCards(connection, withOtherCards);
    if (known.length > 0) await moveHolds(connection, this.queues, known);
    const withOtherPin: readonly PatronKey[] = patrons.filter(({ hasOtherPin }) => hasOtherPin);
    await inEachLibrary(withOtherPin, async (websiteId, own) => {
      const patronIds = own.map(({ patronId }) => patronId);
      await revokeTokensOf(connection, websiteId, patronIds);
      await log?.pinsChanged(connection, websiteId, patronIds);
    });
  }
}

/** Two records may name one patron by different numbers. @throws BatchConflict */
function requireDifferent(facts: readonly store.PatronFacts[]): void {
  const named = facts.flatMap(({ patronId }) => patronId ?? []);
  if (new Set(named).size < named.length) throw new BatchConflict();
}

/** Patrons whom the library names by its own numbers alone get numbers of the service. */
async function withNumbers(
  connection: Connection,
  patrons: readonly ChangedPatron[],
): Promise<(ChangedPatron & store.PatronRow)[]> {
  const unnumbered = patrons.filter(({ patronId }) => patronId === null);
  const taken = await takeNumbers(connection, 'patron', unnumbered.length);
  return patrons.map((patron) => {
    const patronId = patron.patronId ?? taken.pop();
    if (patronId === undefined) throw new Error('Too few numbers were taken.');
    return { ...patron, patronId };
  });
}

/** The row to write, unless it is stored like this already. */
async function changeOf({
  patron: record,
  known,
}: {
  readonly patron: PatronRecord;
  readonly known: store.PatronFacts;
}): Promise<ChangedPatron[]> {
  const { pin, ...patron } = record;
  const { cards, externalId } = patron;
  const pinHash = pin === undefined ? undefined : await pinHashFor(pin, known.pinHash);
  const isNew = known.homeLibrary === null;
  const isTaken = (holder: number | null): boolean => holder === null || holder !== known.patronId;
  const hasOtherPin = !isNew && pinHash !== undefined && pinHash !== known.pinHash;
  if (!known.changed && !hasOtherPin) return [];
  return [
    {
      ...patron,
      category: known.category ?? undefined,
      record,
      patronId: known.patronId,
      pinHash,
      isNew,
      hasOtherPin,
      losesPin: hasOtherPin && pinHash === null,
      hasOtherCards: known.hasFurtherCards || (cards !== undefined && cards.length > 1),
      takesNumbers:
        known.cardHolders.some(isTaken) || (externalId != null && isTaken(known.externalIdHolder)),
      takesFromOthers: holdersIn(known).length > 0,
    },
  ];
}

/** With a number of the service, the library's own does not name the patron, but is a value that is given. */
function namesOf({ websiteId, ...named }: PatronRecord, patronId: number | null): string[] {
  return patronIdentifiers(websiteId, named.patronId == null ? { ...named, patronId } : { patronId });
}

/**
 * Another import may have given the cards or the external numbers to a patron since the facts were read. Under the lock of the
 * libraries no import does, so PostgreSQL refuses none: its log would have the number.
 * @throws BatchConflict
 */
async function requireFreeNumbers(
  connection: Connection,
  patrons: readonly ChangedPatron[],
  changed: readonly ChangedPatron[],
): Promise<void> {
  if (patrons.length === 0) return;
  await lockLibraries(
    connection,
    patrons.map(({ websiteId }) => websiteId),
  );
  const facts = await store.readFacts(connection, patrons);
  const accepted = new Map(
    changed.flatMap((patron) => (patron.patronId === null ? [] : [[patron.patronId, patron] as const])),
  );
  const isTaken = patrons.some(({ patronId, cards, externalId }, index) => {
    const { cardHolders, externalIdHolder } = facts[index]!;
    if (externalId != null && keepsExternalId(externalIdHolder, externalId, patronId, accepted)) return true;
    return (
      cards?.some((card, place) => keepsCard(cardHolders[place] ?? null, card, patronId, accepted)) === true
    );
  });
  if (isTaken) throw new BatchConflict();
}

/** An unchanged PIN keeps its hash, so that the row does not change. */
async function pinHashFor(pin: string | null, stored: string | null): Promise<string | null> {
  if (pin === null) return null;
  return stored !== null && (await verifyPin(pin, stored)) ? stored : hashPin(pin);
}
