import { Injectable } from '@nestjs/common';
import { countLicensed, turnLoans } from '../../../circulation/licences/licences.store.js';
import { lockQueues } from '../../../circulation/locks.store.js';
import { forgetLostCopies, markLostCopies } from '../../../circulation/lost-copies.store.js';
import { inEachLibrary } from '../../../platform/database/by-library.js';
import type { Connection } from '../../../platform/database/statement.js';
import { lockLibraries } from '../../engine/libraries.store.js';
import {
  type Effect,
  identifier,
  type Outcome,
  type RecordIdentifiers,
  type Tally,
} from '../../engine/record-kind.js';
import {
  listCounts,
  unknownCollection,
  unknownLibrary,
  unknownTitle,
} from '../../engine/rejection-messages.js';
import { titleIdentifier } from '../../naming/named-title.js';
import { type OfTitle, OfTitleKind } from '../../naming/of-title.kind.js';
import { withCollections } from '../../naming/named-copies.store.js';
import {
  type CopiesKey,
  type CopiesRecord,
  copiesSchemas,
  type NamedCopiesKey,
  type NamedCopiesRecord,
} from './copies.schema.js';
import * as store from './copies.store.js';

interface ChangedCopies extends store.KnownCopies {
  /** Copies for holds. */
  readonly before: number;
  readonly after: number;
  readonly isTurned: boolean;
}

@Injectable()
export class CopiesKind extends OfTitleKind<NamedCopiesRecord, NamedCopiesKey> {
  readonly name = 'copies';
  readonly schemas = copiesSchemas;

  identifiersOf(record: NamedCopiesRecord): RecordIdentifiers {
    const { websiteId, collectionId } = record;
    const title = titleIdentifier(record);
    return {
      own: [identifier('copies', websiteId, title, collectionId)],
      referenced: [
        identifier('library', websiteId),
        identifier('collection', websiteId, collectionId.toLowerCase()),
        title,
      ],
      completes: [title],
    };
  }

  protected override completed<Named extends OfTitle>(records: readonly Named[]): Promise<Named[]> {
    return withCollections(this.database, records);
  }

  /**
   * Added copies go to waiting patrons at once; removed copies leave the stock as they come back. Only imports change the number of owned
   * copies, and the library lock serializes them. Records that change nothing are therefore known before any queue is locked.
   */
  protected async applyTitled(copies: readonly CopiesRecord[], tally: Tally): Promise<Outcome[]> {
    const { outcomes, facts } = await this.database.transaction(async (connection) => {
      const libraries = await lockLibraries(
        connection,
        copies.map(({ websiteId }) => websiteId),
      );
      const facts = await store.readFacts(connection, copies);
      const outcomes = copies.map((record, index) => rejectionOf(record, libraries, facts[index]));
      const changes = copies.flatMap((record, index) =>
        outcomes[index] === undefined && effectOf(facts[index], record) !== 'unchanged'
          ? [{ ...changeOf(record, facts[index]), hasQueue: facts[index]?.hasQueue === true }]
          : [],
      );
      const withQueue = changes.filter(({ hasQueue }) => hasQueue);
      const withoutQueue = changes.filter(({ hasQueue }) => !hasQueue);
      if (withoutQueue.length > 0) await store.createQueues(connection, withoutQueue);
      if (withQueue.length > 0) await lockQueues(connection, withQueue);
      await setPickupHours(
        connection,
        copies.filter((_, index) => outcomes[index] === undefined),
        changes,
      );
      if (withoutQueue.length > 0) await store.upsertCopies(connection, withoutQueue);
      if (withQueue.length > 0) await this.upsertUnderLocks(connection, withQueue);
      for (const change of changes) await tally.log?.copiesSet?.(connection, change);
      return { outcomes, facts };
    });
    for (const [index, record] of copies.entries()) tally.effects.set(record, effectOf(facts[index], record));
    return outcomes;
  }

  private async upsertUnderLocks(connection: Connection, copies: readonly ChangedCopies[]): Promise<void> {
    await store.notePurchases(connection, copies);
    await store.upsertCopies(connection, copies);
    // A title that was withdrawn may have loans of its former licences.
    await inEachLibrary(copies, (websiteId, own) => countLicensed(connection, websiteId, own));
    for (const copy of copies.filter(({ isTurned }) => isTurned)) await turnLoans(connection, copy);
    await markLostCopies(
      connection,
      copies.filter(({ before, after }) => after === 0 && before > 0),
    );
    await forgetLostCopies(
      connection,
      copies.filter(({ before, after }) => after > 0 && before === 0),
    );
    for (const queue of await store.findQueuesWithHolds(connection, copies))
      await this.queues.applyDue(connection, queue);
  }

  protected removeTitled(key: CopiesKey): Promise<Outcome> {
    if (key.collectionId === '') return Promise.resolve(unknownCollection(key.websiteId, ''));
    return this.database.transaction(async (connection) => {
      await lockLibraries(connection, [key.websiteId]);
      await lockQueues(connection, [key]);
      const inUse = await store.findInUse(connection, key);
      if (inUse === undefined) return undefined;
      const uses = listCounts(
        [inUse.onLoan, 'copy on loan', 'copies on loan'],
        [inUse.setAside, 'copy set aside', 'copies set aside'],
        [inUse.licences, 'licence'],
      );
      if (uses !== '')
        return `collection ${JSON.stringify(key.collectionId)} still has ${uses} of title ${key.reserveId}`;
      await store.removeCopies(connection, key);
      if (inUse.owned > 0) await markLostCopies(connection, [key]);
      return undefined;
    });
  }
}

/**
 * Call it before the copies go to waiting patrons: their pickups end accordingly.
 * @param records all that are accepted: the last one about a title counts, also where it says what the title has had
 */
async function setPickupHours(
  connection: Connection,
  records: readonly CopiesRecord[],
  changes: readonly CopiesRecord[],
): Promise<void> {
  const changed = changes.filter(({ pickupHours }) => pickupHours !== undefined).map(queueKeyOf);
  if (changed.length === 0) return;
  const titles = new Set(changed);
  const meant = (each: CopiesRecord): boolean =>
    each.pickupHours !== undefined && titles.has(queueKeyOf(each));
  await store.setPickupHours(connection, records.filter(meant));
}

const queueKeyOf = ({ websiteId, reserveId }: CopiesRecord): string => `${websiteId} ${reserveId}`;

function effectOf(
  known: store.CopiesFacts | undefined,
  { copiesOwned, holdable, pickupHours }: CopiesRecord,
): Effect {
  if (known?.owned == null) return 'added';
  const isTurned = holdable !== undefined && (holdable ?? true) !== known.holdable;
  const hasOtherHours = pickupHours !== undefined && pickupHours !== known.pickupHours;
  return known.owned === copiesOwned && !isTurned && !hasOtherHours ? 'unchanged' : 'changed';
}

function changeOf(record: CopiesRecord, known: store.CopiesFacts | undefined): ChangedCopies {
  const isHoldable = known?.holdable ?? true;
  const holdable = record.holdable === undefined ? isHoldable : (record.holdable ?? true);
  const before = isHoldable ? (known?.owned ?? 0) : 0;
  const after = holdable ? record.copiesOwned : 0;
  return { ...record, holdable, before, after, isTurned: holdable !== isHoldable };
}

/** Why the library can have nothing of this title in this collection. */
export function rejectionOf(
  record: CopiesRecord,
  libraries: ReadonlySet<number>,
  facts: store.CopiesFacts | undefined,
): Outcome {
  const { websiteId, collectionId } = record;
  if (!libraries.has(websiteId)) return unknownLibrary(websiteId);
  if (facts?.collectionKnown !== true) return unknownCollection(websiteId, collectionId);
  return facts.titleKnown ? undefined : unknownTitle(record);
}
