import { Injectable } from '@nestjs/common';
import { lockPatrons, lockQueues } from '../../../circulation/locks.store.js';
import { MovedHolds } from '../../../circulation/moved-holds.service.js';
import { QueueService } from '../../../circulation/queue.service.js';
import { type ErrorCode, Refusal, refusal } from '../../../domain/errors.js';
import type { HoldEnd } from '../../../domain/holds/hold-end.js';
import { permitPlacement } from '../../../domain/holds/placement.js';
import { requireGoodStanding, type Standing } from '../../../domain/patron.js';
import { daysAfter, MAX_SUSPENSION_DAYS } from '../../../domain/holds/suspension.js';
import { HoldsService } from '../../../holds/holds.service.js';
import type { PlacementRow } from '../../../holds/holds.store.js';
import { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { OfTitleKind, type Titled } from '../../naming/of-title.kind.js';
import { applyInOrder, type Outcome, type RecordIdentifiers } from '../../engine/record-kind.js';
import {
  applyInParts,
  explainNotFound,
  identifiersOf,
  queuesOf,
  removeNamed,
  titleOf,
} from '../../naming/patron-and-title.js';
import { refusalFrom } from '../../engine/refusals.js';
import { type HoldRecord, holdSchemas, type NamedHoldKey, type NamedHoldRecord } from './hold.schema.js';
import * as store from './hold.store.js';

/** The library's system does not say why. */
const BY_RECORD: HoldEnd = { reason: 'removed-by-staff', because: 'other' };

/**
 * Places holds under the same rules as a patron's own placement: in the order of the lines, or where the date of another system's placement
 * belongs.
 */
@Injectable()
export class HoldKind extends OfTitleKind<NamedHoldRecord, NamedHoldKey> {
  readonly name = 'hold';
  readonly schemas = holdSchemas;
  override readonly affectsQueues = true;

  constructor(
    database: Database,
    private readonly queues: QueueService,
    private readonly movedHolds: MovedHolds,
    private readonly holds: HoldsService,
  ) {
    super(database);
  }

  identifiersOf(record: NamedHoldRecord): RecordIdentifiers {
    return identifiersOf(this.name, record);
  }

  protected applyTitled(records: readonly Titled<NamedHoldRecord>[]): Promise<Outcome[]> {
    return applyInParts(this.database, records, (part) => this.placeOrChange(part));
  }

  private async placeOrChange(records: readonly HoldRecord[]): Promise<Outcome[]> {
    const refusals = await this.database.transaction((connection) => this.placeAll(connection, records));
    return applyInOrder([...records.entries()], async ([index, record]) => {
      const refused = refusals[index];
      if (refused?.code === 'NotFound') return explainNotFound(this.database, record);
      if (refused?.code !== 'AlreadyOnWaitList') return refused?.message;
      return (await refusalFrom(() => this.change(record)))?.message;
    });
  }

  /**
   * Has the same result as `HoldsService.place` for each record in turn. It assigns free copies only after placing
   * all holds and putting them in order. No patron who was already waiting could use those copies; of the new ones, the first in line gets them.
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
    const refusals = records.map((record, index) => {
      const { patronId } = record;
      const before = placedFor.get(patronId) ?? 0;
      const refused = refusalOf(record, facts[index], standings.get(patronId), before);
      if (refused === undefined) placedFor.set(patronId, before + 1);
      return refused;
    });
    const placed = (index: number): boolean => refusals[index] === undefined;
    const holds = withTickets(records, (index) => placed(index) && facts[index]);
    await store.placeHolds(connection, holds);
    for (const queue of await store.findQueuesOutOfOrder(connection, holds))
      await this.movedHolds.putInOrder(connection, queue);
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

  protected removeTitled(named: Titled<NamedHoldKey>): Promise<Outcome> {
    return removeNamed(this.database, named, async (key) => {
      const refused = await refusalFrom(() => this.holds.remove(key, titleOf(key), BY_RECORD));
      const isGone: ErrorCode = 'PatronDoesntHaveTitleOnHold';
      return refused?.code === isGone ? undefined : refused?.message;
    });
  }
}

/**
 * The records that have facts, each with a ticket that its queue has not issued yet: in the order of their dates, then of the lines.
 * @returns them in the order of the lines
 */
function withTickets(
  records: readonly HoldRecord[],
  factsOf: (index: number) => PlacementRow | undefined | false,
): store.TicketedHold[] {
  const accepted = records.flatMap((record, index) => {
    const facts = factsOf(index);
    return facts && facts.nextTicket !== null
      ? [{ record, facts, next: facts.nextTicket, date: record.placedDate ?? facts.now }]
      : [];
  });
  const inOrder = accepted.toSorted((a, b) => a.date.getTime() - b.date.getTime());
  const ofQueues = Map.groupBy(inOrder, ({ record }) => `${record.websiteId} ${record.reserveId}`);
  const tickets = new Map(
    [...ofQueues.values()].flatMap((holds) =>
      holds.map(({ record, next }, place) => [record, next + place] as const),
    ),
  );
  return accepted.map(({ record, facts, next }) => newHold(record, facts, tickets.get(record) ?? next));
}

/** A suspension that is over by now is none. */
function newHold(
  { suspension, placedDate, ...record }: HoldRecord,
  { category, now }: PlacementRow,
  ticket: number,
): store.TicketedHold {
  const isOver = suspension?.until != null && suspension.until <= now;
  const lasting = isOver ? null : suspension;
  return {
    ...record,
    ticket,
    category,
    placedAt: placedDate,
    suspensionType: lasting?.type ?? null,
    suspendedUntil: lasting?.until ?? null,
  };
}

/** @param placedBefore how many holds earlier records of this batch place for the same patron */
function refusalOf(
  record: HoldRecord,
  facts: PlacementRow | undefined,
  standing: Standing | undefined,
  placedBefore: number,
): Refusal | undefined {
  try {
    if (facts === undefined || standing === undefined) throw refusal('NotFound');
    permitPlacement({ ...facts, liveHolds: facts.liveHolds + placedBefore });
    permitTimes(record, facts.now);
    requireGoodStanding(standing);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** @throws Refusal `InvalidFieldValue` */
function permitTimes({ placedDate, suspension }: HoldRecord, now: Date): void {
  if (placedDate !== null && placedDate > now)
    throw new Refusal('InvalidFieldValue', 'placedDate must not be in the future');
  const until = suspension?.until ?? now;
  if (until > daysAfter(now, MAX_SUSPENSION_DAYS))
    throw new Refusal(
      'InvalidFieldValue',
      `suspension.until must be at most ${MAX_SUSPENSION_DAYS} days from now`,
    );
}
