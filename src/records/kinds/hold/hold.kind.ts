import { Injectable } from '@nestjs/common';
import { lockPatrons, lockQueues } from '../../../circulation/locks.store.js';
import { type Queue, QueueService } from '../../../circulation/queue.service.js';
import { type ErrorCode, Refusal, refusal } from '../../../domain/errors.js';
import type { HoldEnd } from '../../../domain/holds/hold-end.js';
import { permitPlacement } from '../../../domain/holds/placement.js';
import { requireGoodStanding, type Standing } from '../../../domain/patron.js';
import type { TitleId } from '../../../domain/titles/title-id.js';
import { HoldsService } from '../../../holds/holds.service.js';
import type { PlacementRow } from '../../../holds/holds.store.js';
import { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { patronIdentifiers } from '../../engine/named-patron.js';
import { findPatronNumbers } from '../../engine/named-patron.store.js';
import {
  applyInOrder,
  BatchConflict,
  identifier,
  type Outcome,
  type RecordIdentifiers,
  type RecordKind,
} from '../../engine/record-kind.js';
import { unknownPatron, unknownTitle } from '../../engine/rejection-messages.js';
import {
  type HoldKey,
  type HoldRecord,
  holdSchemas,
  type NamedHoldKey,
  type NamedHoldRecord,
} from './hold.schema.js';
import * as store from './hold.store.js';

/** Few enough for the transaction to finish within the lock timeout of requests that wait for it. */
const HOLDS_PER_TRANSACTION = 250;

/** The library's system does not say why. */
const BY_RECORD: HoldEnd = { reason: 'removed-by-staff', because: 'other' };

/** Places holds in the order of the lines, under the same rules as a patron's own placement. */
@Injectable()
export class HoldKind implements RecordKind<NamedHoldRecord, NamedHoldKey> {
  readonly name = 'hold';
  readonly schemas = holdSchemas;
  readonly affectsQueues = true;

  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
    private readonly holds: HoldsService,
  ) {}

  identifiersOf(record: NamedHoldRecord): RecordIdentifiers {
    const { websiteId, reserveId } = record;
    const patrons = patronIdentifiers(websiteId, record);
    return {
      own: patrons.map((patron) => identifier('hold', patron, reserveId)),
      referenced: [identifier('library', websiteId), ...patrons, identifier('title', reserveId)],
    };
  }

  /** @throws BatchConflict when two records name one patron by different numbers, and one title */
  async apply(named: readonly NamedHoldRecord[]): Promise<Outcome[]> {
    const numbers = await findPatronNumbers(this.database, named);
    const records = named.flatMap((record, index): HoldRecord[] => {
      const patronId = numbers[index];
      return patronId == null ? [] : [{ ...record, patronId }];
    });
    const keys = new Set(records.map(({ patronId, reserveId }) => `${patronId} ${reserveId}`));
    if (keys.size < records.length) throw new BatchConflict();
    const outcomes: Outcome[] = [];
    for (let from = 0; from < records.length; from += HOLDS_PER_TRANSACTION)
      outcomes.push(...(await this.placeOrChange(records.slice(from, from + HOLDS_PER_TRANSACTION))));
    const placed = outcomes.values();
    return named.map((record, index) =>
      numbers[index] == null ? unknownPatron(record) : placed.next().value,
    );
  }

  private async placeOrChange(records: readonly HoldRecord[]): Promise<Outcome[]> {
    const refusals = await this.database.transaction((connection) => this.placeAll(connection, records));
    return applyInOrder([...records.entries()], async ([index, record]) => {
      const refused = refusals[index];
      if (refused?.code === 'NotFound') return this.explainNotFound(record);
      if (refused?.code !== 'AlreadyOnWaitList') return refused?.message;
      return (await refusalFrom(() => this.change(record)))?.message;
    });
  }

  /**
   * Has the same result as `HoldsService.place` for each record in turn. It assigns free copies only after placing
   * all holds. The same patrons get them, because no patron who was already waiting could use those copies.
   * @returns for each record the refusal, or undefined if the hold was placed
   */
  private async placeAll(
    connection: Connection,
    records: readonly HoldRecord[],
  ): Promise<(Refusal | undefined)[]> {
    const standings = await lockPatrons(connection, records);
    await lockQueues(connection, records);
    const facts = await this.readUpToDate(connection, records);
    const placedFor = new Map<number, number>();
    const refusals = records.map(({ patronId }, index) => {
      const before = placedFor.get(patronId) ?? 0;
      const refused = refusalOf(facts[index], standings.get(patronId), before);
      if (refused === undefined) placedFor.set(patronId, before + 1);
      return refused;
    });
    const placed = (index: number): boolean => refusals[index] === undefined;
    await store.placeHolds(
      connection,
      withTickets(records, (index) => placed(index) && facts[index]),
    );
    for (const queue of queuesOf(records, (index) => placed(index) && facts[index]?.copyFree === true))
      await this.queues.assignCopies(connection, queue);
    return refusals;
  }

  /** Reads the facts after bringing the queues in which something is due up to date. */
  private async readUpToDate(
    connection: Connection,
    records: readonly HoldRecord[],
  ): Promise<(PlacementRow | undefined)[]> {
    const facts = await store.readPlacements(connection, records);
    const due = queuesOf(records, (index) => facts[index]?.somethingDue === true);
    if (due.length === 0) return facts;
    for (const queue of due) await this.queues.applyDue(connection, queue);
    return store.readPlacements(connection, records);
  }

  /** @throws Refusal when the hold is ready, or when the change would add or remove the e-mail address */
  private async change(record: HoldRecord): Promise<void> {
    const { emailAddress } = record;
    const title = titleOf(record);
    const { hold } = await this.holds.find(record, title);
    if (hold.emailAddress === emailAddress) return;
    await this.holds.change(record, title, {
      titlesNamed: [],
      emailAddress: emailAddress ?? undefined,
      ignoreHoldEmail: emailAddress === null,
    });
  }

  /** A patron must not learn which titles exist, but the sender of an import should. */
  private async explainNotFound(record: HoldRecord): Promise<string> {
    const { patronId, reserveId } = record;
    const { patronKnown, titleKnown } = await store.readHoldReferences(this.database, record);
    if (!patronKnown) return unknownPatron(record);
    if (!titleKnown) return unknownTitle(reserveId);
    return `title ${reserveId} is in no collection of patron ${patronId}`;
  }

  async remove(named: NamedHoldKey): Promise<Outcome> {
    const [patronId] = await findPatronNumbers(this.database, [named]);
    if (patronId == null) return undefined;
    const key = { ...named, patronId };
    const refused = await refusalFrom(() => this.holds.remove(key, titleOf(key), BY_RECORD));
    const isGone: ErrorCode = 'PatronDoesntHaveTitleOnHold';
    return refused?.code === isGone ? undefined : refused?.message;
  }
}

/** The records that have facts, each with the ticket that follows those of its queue's earlier ones. */
function withTickets(
  records: readonly HoldRecord[],
  factsOf: (index: number) => PlacementRow | undefined | false,
): store.TicketedHold[] {
  const taken = new Map<string, number>();
  return records.flatMap((record, index) => {
    const facts = factsOf(index);
    if (!facts || facts.nextTicket === null) return [];
    const queue = `${record.websiteId} ${record.reserveId}`;
    const before = taken.get(queue) ?? 0;
    taken.set(queue, before + 1);
    return [{ ...record, ticket: facts.nextTicket + before, category: facts.category }];
  });
}

/** @param placedBefore how many holds earlier records of this batch place for the same patron */
function refusalOf(
  facts: PlacementRow | undefined,
  standing: Standing | undefined,
  placedBefore: number,
): Refusal | undefined {
  try {
    if (facts === undefined || standing === undefined) throw refusal('NotFound');
    permitPlacement({ ...facts, liveHolds: facts.liveHolds + placedBefore });
    requireGoodStanding(standing);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The queues of the chosen records, without duplicates. */
function queuesOf(records: readonly HoldRecord[], isChosen: (index: number) => boolean): Queue[] {
  const chosen = records.filter((_, index) => isChosen(index));
  return [
    ...new Map(
      chosen.map(({ websiteId, reserveId }) => [`${websiteId} ${reserveId}`, { websiteId, reserveId }]),
    ).values(),
  ];
}

function titleOf({ reserveId }: HoldKey): TitleId {
  return { kind: 'reserveId', reserveId };
}

async function refusalFrom(command: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await command();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
