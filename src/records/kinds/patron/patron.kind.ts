import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { isMd5 } from '../../../access/sign-in/taken-over-hashes.js';
import { revokeTokensOf } from '../../../access/tokens/tokens.store.js';
import { lockPatrons } from '../../../circulation/locks.store.js';
import type { PatronKey } from '../../../domain/patron.js';
import { moveHolds } from '../../../patrons/patron-category.js';
import { deletePatron } from '../../../patrons/patron-deletion.js';
import { inEachLibrary } from '../../../platform/database/by-library.js';
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
  QueueKind,
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
import { pinHashFor } from './pin-hash.js';

/**
 * The process hashes this many at the same time. Sign-ins wait in the same line, and an import never has more than these in it, so a
 * sign-in is next as soon as one of them is done.
 */
const PINS_AT_ONCE = 3;

/** A patron to write, and the effects of that. */
type ChangedPatron = store.PatronMembers & {
  readonly record: PatronRecord;
  /** Null: the patron needs a number. */
  readonly patronId: number | null;
  readonly isNew: boolean;
  readonly hasOtherPin: boolean;
  readonly losesPin: boolean;
  readonly hasOtherCards: boolean;
  /** Gets cards or an external number that the patron did not have. */
  readonly takesNumbers: boolean;
  /** Some of them are another patron's now, who is given others in the same batch. */
  readonly takesFromOthers: boolean;
};

@Injectable()
export class PatronKind extends QueueKind<PatronRecord, PatronRecordKey> {
  readonly name = 'patron';
  readonly schemas = patronSchemas;

  /** Hashing a PIN takes as long as some hundred other records, even if only to compare it with the stored one. */
  override isSlow({ pin, pinHash = '' }: PatronRecord): boolean {
    return pin != null || isMd5(pinHash);
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

  /** If another patron was given a number meanwhile, a single record reads the facts again; several records are applied one by one. */
  async apply(patrons: readonly PatronRecord[], tally: Tally): Promise<Outcome[]> {
    for (;;)
      try {
        return await this.upsert(patrons, tally);
      } catch (error) {
        if (!(error instanceof BatchConflict) || patrons.length > 1) throw error;
      }
  }

  async remove(key: PatronRecordKey): Promise<Outcome> {
    const { websiteId } = key;
    // A merged patron's number, not that of the patron who is left.
    const patronId = key.patronId ?? (await findPatronNumber(this.database, key));
    if (patronId == null) return undefined;
    const isDeleted = await deletePatron(this.database, this.queues, { websiteId, patronId });
    return isDeleted ? undefined : ofAnotherLibrary(patronId, websiteId);
  }

  /** Hashes PINs before the transaction begins: hashing is slow and must not happen while locks are held. */
  private async upsert(patrons: readonly PatronRecord[], tally: Tally): Promise<Outcome[]> {
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
      await this.database.transaction((connection) => this.write(connection, changed, tally.log));
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
    return outcomes;
  }

  /**
   * Holds of patrons who change category move into the new one, and free copies of its collections may go to them at once. Patrons whose
   * PIN has changed are signed out after the PINs were written: a concurrent sign-in either reads the new PIN, or its token is revoked
   * here.
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

/** Refuses two records that name one patron by different numbers. @throws BatchConflict */
function requireDifferent(facts: readonly store.PatronFacts[]): void {
  const named = facts.flatMap(({ patronId }) => patronId ?? []);
  if (new Set(named).size < named.length) throw new BatchConflict();
}

/** Gives service numbers to patrons whom the library names only by its own numbers. */
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

/** The row to write; undefined if the same is stored. */
async function changeOf({
  patron: record,
  known,
}: {
  readonly patron: PatronRecord;
  readonly known: store.PatronFacts;
}): Promise<ChangedPatron[]> {
  const { pin, pinHash: given, ...patron } = record;
  const { cards, externalId } = patron;
  const pinHash = await pinHashFor({ pin, pinHash: given }, known);
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

/** If a record has the service's number, the library's own number is a value rather than a name. */
function namesOf({ websiteId, ...named }: PatronRecord, patronId: number | null): string[] {
  return patronIdentifiers(websiteId, named.patronId == null ? { ...named, patronId } : { patronId });
}

/**
 * Another import may have given the cards or external numbers to a patron since the facts were read. Under the lock of the libraries no
 * import does so. PostgreSQL therefore refuses none, which would write the number to its log.
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
