import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { turnLoans } from '../../../circulation/licences/licences.store.js';
import { turnLicences } from '../../../circulation/licences/licence-turns.js';
import { lockQueues } from '../../../circulation/locks.store.js';
import type { Queue } from '../../../circulation/queue.service.js';
import type { Connection } from '../../../platform/database/statement.js';
import { lockLibraries } from '../../engine/libraries.store.js';
import {
  type Effect,
  identifier,
  type Outcome,
  type RecordIdentifiers,
  type Tally,
} from '../../engine/record-kind.js';
import { markTitlesUpdated } from '../../engine/title-changes.store.js';
import { withCollections } from '../../naming/named-copies.store.js';
import { titleIdentifier } from '../../naming/named-title.js';
import { inParts, type OfTitle, OfTitleKind } from '../../naming/of-title.kind.js';
import { rejectionOf } from '../copies/copies.kind.js';
import { createQueues, type KnownCopies, readFacts, upsertCopies } from '../copies/copies.store.js';
import {
  type LicenceKey,
  type LicenceRecord,
  licenceSchemas,
  type NamedLicenceKey,
  type NamedLicenceRecord,
} from './licence.schema.js';
import * as store from './licence.store.js';

/** A licence that is to be stored. */
interface ChangedLicence {
  readonly record: LicenceRecord;
  readonly licence: store.StoredLicence;
  /** The library has no copies record of the title in this collection. */
  readonly isNewTitle: boolean;
  /** Its copies became Lucky Day copies, or are such no more. */
  readonly isTurned: boolean;
}

/** What a library may lend of a title by one licence. */
@Injectable()
export class LicenceKind extends OfTitleKind<NamedLicenceRecord, NamedLicenceKey> {
  readonly name = 'licence';
  readonly schemas = licenceSchemas;

  identifiersOf(record: NamedLicenceRecord): RecordIdentifiers {
    const { websiteId, collectionId, licenceId } = record;
    const title = titleIdentifier(record);
    return {
      own: [identifier('licence', websiteId, collectionId.toLowerCase(), licenceId)],
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

  protected applyTitled(records: readonly LicenceRecord[], tally: Tally): Promise<Outcome[]> {
    return inParts(records, (part) => this.applyPart(part, tally));
  }

  /** The licences of one title are stored together, and its copies counted once. */
  private applyPart(records: readonly LicenceRecord[], tally: Tally): Promise<Outcome[]> {
    return this.database.transaction(async (connection) => {
      const libraries = await lockLibraries(
        connection,
        records.map(({ websiteId }) => websiteId),
      );
      await lockQueues(connection, records);
      const copies = records.map(withoutCopies);
      const facts = await readFacts(connection, copies);
      const times = await store.readTimes(connection, records);
      const storedLicences = await store.findLicences(connection, records);
      const changes: ChangedLicence[] = [];
      const outcomes = records.map((record, index) => {
        const stored = storedLicences[index];
        const licence = licenceOf(record, times[index]!, stored);
        const outcome =
          rejectionOf(copies[index]!, libraries, facts[index]) ?? problemOf(record, licence, stored);
        const effect = effectOf(stored, licence);
        tally.effects.set(record, effect);
        if (outcome === undefined && effect !== 'unchanged')
          changes.push({
            record,
            licence,
            isNewTitle: facts[index]?.owned == null,
            isTurned: stored !== undefined && stored.holdable !== licence.holdable,
          });
        return outcome;
      });
      const added = titlesOf(changes.filter(({ isNewTitle }) => isNewTitle));
      if (added.length > 0) {
        await createQueues(connection, added);
        await upsertCopies(connection, added);
      }
      await this.storeAll(connection, changes);
      for (const title of titlesOf(changes)) await tally.log?.copiesSet?.(connection, title);
      return outcomes;
    });
  }

  private async storeAll(connection: Connection, changes: readonly ChangedLicence[]): Promise<void> {
    for (const [websiteId, own] of Map.groupBy(changes, ({ record }) => record.websiteId)) {
      const queues = queuesOf(own);
      await this.queues.changeLicences(connection, websiteId, queues, async () => {
        for (const { record, licence } of own) await store.storeLicence(connection, record, licence);
        const changed = own.map(({ record }) => record);
        await turnLicences(connection, websiteId, queues, changed);
        for (const queue of queuesOf(own.filter(({ isTurned }) => isTurned)))
          await turnLoans(connection, queue);
      });
      await markTitlesUpdated(connection, websiteId, queues);
    }
  }

  /** Its loans run on, and their copies leave the stock as they come back. */
  protected removeTitled(key: LicenceKey): Promise<Outcome> {
    return this.database.transaction(async (connection) => {
      await lockLibraries(connection, [key.websiteId]);
      await lockQueues(connection, [key]);
      const [stored] = await store.findLicences(connection, [key]);
      if (stored === undefined) return undefined;
      if (stored.reserveId !== key.reserveId) return ofAnotherTitle(key, stored);
      await this.queues.changeLicences(connection, key.websiteId, [key], () =>
        store.removeLicence(connection, key),
      );
      await markTitlesUpdated(connection, key.websiteId, [key]);
      return undefined;
    });
  }
}

/** A title's record of copies, where the library owns none but those of licences. */
const withoutCopies = (record: LicenceRecord): KnownCopies => ({
  ...record,
  copiesOwned: 0,
  holdable: true,
  pickupHours: undefined,
});

/** A title may have several licences in a collection. */
function titlesOf(changes: readonly ChangedLicence[]): KnownCopies[] {
  const copies = changes.map(({ record }) => withoutCopies(record));
  return [
    ...new Map(
      copies.map((each) => [`${each.websiteId} ${each.reserveId} ${each.collectionId}`, each]),
    ).values(),
  ];
}

function queuesOf(changes: readonly ChangedLicence[]): Queue[] {
  const queues = changes.map(({ record: { websiteId, reserveId } }) => ({ websiteId, reserveId }));
  return [...new Map(queues.map((queue) => [queue.reserveId, queue])).values()];
}

/** Members that the record leaves out stay; null removes one. */
function licenceOf(
  record: LicenceRecord,
  { startsAt, endsAt }: store.LicenceTimes,
  stored: store.StoredLicence | undefined,
): store.StoredLicence {
  const kept = <Value>(given: Value | null | undefined, before: Value | null | undefined): Value | null =>
    given === undefined ? (before ?? null) : given;
  return {
    reserveId: record.reserveId,
    concurrency: kept(record.concurrency, stored?.concurrency),
    loans: kept(record.loans, stored?.loans),
    startsAt: kept(record.startsOn == null ? record.startsOn : startsAt, stored?.startsAt),
    endsAt: kept(record.endsOn == null ? record.endsOn : endsAt, stored?.endsAt),
    model: kept(record.model, stored?.model),
    price: kept(record.price, stored?.price),
    currency: kept(record.currency, stored?.currency),
    name: kept(record.name, stored?.name),
    holdable: kept(record.holdable, stored?.holdable) ?? true,
  };
}

function effectOf(stored: store.StoredLicence | undefined, licence: store.StoredLicence): Effect {
  if (stored === undefined) return 'added';
  return isDeepStrictEqual({ ...stored }, licence) ? 'unchanged' : 'changed';
}

function problemOf(
  record: LicenceRecord,
  { startsAt, endsAt }: store.StoredLicence,
  stored: store.StoredLicence | undefined,
): Outcome {
  if (stored !== undefined && stored.reserveId !== record.reserveId) return ofAnotherTitle(record, stored);
  const isBackwards = startsAt !== null && endsAt !== null && endsAt <= startsAt;
  return isBackwards ? 'endsOn must be after startsOn' : undefined;
}

function ofAnotherTitle({ collectionId, licenceId }: LicenceKey, { reserveId }: store.StoredLicence): string {
  return `licence ${JSON.stringify(licenceId)} of collection ${JSON.stringify(collectionId)} is of title ${reserveId}: remove it there first`;
}
