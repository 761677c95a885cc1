import { Injectable } from '@nestjs/common';
import { join } from '../../../circulation/alternatives/alternatives.js';
import { lockPatrons, lockQueues } from '../../../circulation/locks.store.js';
import { MovedHolds, NoRoom, withRoom } from '../../../circulation/moved-holds.service.js';
import { type Queue, QueueService } from '../../../circulation/queue.service.js';
import { type ErrorCode, Refusal } from '../../../domain/errors.js';
import type { HoldEnd } from '../../../domain/holds/hold-end.js';
import { HoldsService } from '../../../holds/holds.service.js';
import type { PlacementRow } from '../../../holds/holds.store.js';
import { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { applyInOrder, type Outcome, type Tally } from '../../engine/record-kind.js';
import { explainNotFound, PatronAndTitleKind, queuesOf, titleOf } from '../../naming/patron-and-title.js';
import { refusalFrom } from '../../engine/refusals.js';
import {
  type HoldKey,
  type HoldRecord,
  holdSchemas,
  type NamedHoldKey,
  type NamedHoldRecord,
} from './hold.schema.js';
import { alternativeOf, alternativesApart } from './hold-alternatives.js';
import { type Decision, decisionOn, type NewHold, newHold, readLastDays } from './hold-decisions.js';
import * as store from './hold.store.js';

/** The library's system does not give a reason. */
const BY_RECORD: HoldEnd = { reason: 'removed-by-staff', because: 'other' };

/**
 * Places holds under the same rules as patrons do: in the order of the lines, or at the place of the date on which another system placed
 * the hold.
 */
@Injectable()
export class HoldKind extends PatronAndTitleKind<NamedHoldRecord, NamedHoldKey> {
  readonly name = 'hold';
  readonly schemas = holdSchemas;

  constructor(
    database: Database,
    queues: QueueService,
    private readonly movedHolds: MovedHolds,
    private readonly holds: HoldsService,
  ) {
    super(database, queues);
  }

  /**
   * A record that changes what is an alternative to what comes by itself: those after it count on it.
   * @param rest these records and all after them: if one needs room in a queue, room is made for all at once
   */
  protected async applyPart(
    records: readonly HoldRecord[],
    rest: readonly HoldRecord[],
    tally: Tally,
  ): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const together of alternativesApart(records))
      outcomes.push(...(await this.applyTogether(together, rest.slice(outcomes.length), tally)));
    return outcomes;
  }

  private async applyTogether(
    records: readonly HoldRecord[],
    rest: readonly HoldRecord[],
    tally: Tally,
  ): Promise<Outcome[]> {
    const decisions = await this.placeWithRoom(records, rest);
    tally.holdsBeyondRules += decisions.filter(({ isBeyondRules }) => isBeyondRules).length;
    return applyInOrder([...records.entries()], async ([index, record]) => {
      const refused = decisions[index]?.refused;
      if (refused?.code === 'NotFound') return explainNotFound(this.database, record);
      if (refused?.code !== 'AlreadyOnWaitList') return refused?.message;
      return (await refusalFrom(() => this.change(record)))?.message;
    });
  }

  private placeWithRoom(records: readonly HoldRecord[], rest: readonly HoldRecord[]): Promise<Decision[]> {
    return withRoom(
      () => this.database.transaction((connection) => this.placeAll(connection, records, rest)),
      (queue) => refusalFrom(() => this.movedHolds.makeRoom(queue, datesIn(queue, rest))),
    );
  }

  /**
   * Has the same result as `HoldsService.place` for each record in turn. It assigns free copies only after placing all holds. No patron who
   * was already waiting could use those copies; of the new ones, the first in line gets them.
   * @throws NoRoom
   */
  private async placeAll(
    connection: Connection,
    records: readonly HoldRecord[],
    rest: readonly HoldRecord[],
  ): Promise<Decision[]> {
    const standings = await lockPatrons(connection, records);
    const others = records.flatMap(({ websiteId, alternativeTo }) =>
      alternativeTo == null ? [] : [{ websiteId, reserveId: alternativeTo }],
    );
    await lockQueues(connection, [...records, ...others]);
    const alternative = await alternativeOf(connection, this.queues, records);
    const facts = await this.readUpToDate(connection, records);
    const lastDays = await readLastDays(connection, records);
    const placedFor = new Map<number, number>();
    const decisions = records.map((record, index) => {
      const { patronId } = record;
      const before = placedFor.get(patronId) ?? 0;
      const decision = decisionOn(
        record,
        facts[index],
        standings.get(patronId),
        before,
        lastDays.get(record),
      );
      if (decision.refused === undefined) placedFor.set(patronId, before + 1);
      return alternative instanceof Refusal
        ? { ...decision, refused: decision.refused ?? alternative }
        : decision;
    });
    const placed = (index: number): boolean => decisions[index]?.refused === undefined;
    const accepted = records.flatMap((record, index) => {
      const known = placed(index) && facts[index];
      return known && known.nextTicket !== null
        ? [newHold(record, known, known.nextTicket, lastDays.get(record))]
        : [];
    });
    await store.placeHolds(connection, await this.withTickets(connection, accepted, rest));
    const [only] = accepted;
    if (only !== undefined && alternative !== undefined && !(alternative instanceof Refusal))
      await join(connection, only, only, alternative);
    for (const queue of queuesOf(records, (index) => placed(index) && facts[index]?.copyFree === true))
      await this.queues.assignCopies(connection, queue);
    return decisions;
  }

  /**
   * Holds of the same date stand in the order of their lines; holds without a date stand at the end. In a queue whose last hold was placed
   * later, each takes the ticket of its own date: the others stay free for later records.
   * @throws NoRoom
   */
  private async withTickets(
    connection: Connection,
    holds: readonly NewHold[],
    rest: readonly HoldRecord[],
  ): Promise<readonly store.TicketedHold[]> {
    const toJoin = new Set((await store.findQueuesToJoin(connection, holds)).map(nameOf));
    const tickets = new Map<NewHold, number>();
    const full: Queue[] = [];
    for (const own of Map.groupBy(holds, nameOf).values()) {
      const [first] = own;
      if (first === undefined) continue;
      const inLine = toJoin.has(nameOf(first)) ? await this.ticketsByDate(connection, first, rest) : [];
      if (inLine === undefined) full.push(first);
      let next = first.nextTicket;
      for (const hold of own.toSorted((a, b) => timeOf(a.placedAt) - timeOf(b.placedAt))) {
        const ticket = takenFrom(inLine, hold) ?? next;
        tickets.set(hold, ticket);
        next = Math.max(next, ticket + 1);
      }
    }
    if (full.length > 0) throw new NoRoom(full);
    return holds.map((hold) => ({ ...hold, ticket: tickets.get(hold) ?? hold.nextTicket }));
  }

  /** Undefined if there is not room for all. */
  private async ticketsByDate(
    connection: Connection,
    queue: NewHold,
    rest: readonly HoldRecord[],
  ): Promise<DatedTicket[] | undefined> {
    const dates = datesIn(queue, rest);
    const tickets = await this.movedHolds.ticketsInLine(connection, queue, dates, queue.nextTicket);
    return tickets?.map((ticket, index) => ({ ticket, time: timeOf(dates[index] ?? null) }));
  }

  /** Reads the facts after updating the queues in which something is due. */
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

  /**
   * @throws Refusal when the hold is ready, when the change would add or remove the e-mail address, for a day that is over, or for an alternative
   *   that it cannot have
   */
  private async change(record: HoldRecord): Promise<void> {
    const { emailAddress, notNeededAfter, alternativeTo } = record;
    const title = titleOf(record);
    const { hold, alternatives } = await this.holds.find(record, title);
    const hasSameDay = notNeededAfter === undefined || notNeededAfter === (hold.notNeeded?.after ?? null);
    const hasSame =
      alternativeTo === undefined ||
      (alternativeTo === null ? !alternatives?.length : alternatives?.includes(alternativeTo) === true);
    if (hold.emailAddress === emailAddress && hasSameDay && hasSame) return;
    await this.holds.change(record, title, {
      titlesNamed: [],
      emailAddress: emailAddress ?? undefined,
      ignoreHoldEmail: emailAddress === null,
      ...(!hasSameDay && { notNeededAfter }),
      ...(!hasSame && { alternativeTo }),
    });
  }

  protected async removeNumbered(key: HoldKey): Promise<Outcome> {
    const refused = await refusalFrom(() => this.holds.remove(key, titleOf(key), BY_RECORD));
    const isGone: ErrorCode = 'PatronDoesntHaveTitleOnHold';
    return refused?.code === isGone ? undefined : refused?.message;
  }
}

interface DatedTicket {
  readonly ticket: number;
  readonly time: number;
}

/** Takes the first ticket of the hold's date from the list. */
function takenFrom(tickets: DatedTicket[] = [], { placedAt }: NewHold): number | undefined {
  const at = tickets.findIndex(({ time }) => time === timeOf(placedAt));
  return at === -1 ? undefined : tickets.splice(at, 1)[0]?.ticket;
}

/** The sorted dates of this queue's dated records. */
function datesIn(queue: Queue, records: readonly HoldRecord[]): Date[] {
  const dates = records.flatMap((record) =>
    nameOf(record) === nameOf(queue) ? (record.placedDate ?? []) : [],
  );
  return dates.sort((a, b) => timeOf(a) - timeOf(b));
}

/** Null means now, which is later than every date that a record may have. */
function timeOf(placedAt: Date | null): number {
  return placedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

function nameOf({ websiteId, reserveId }: Queue): string {
  return `${websiteId} ${reserveId}`;
}
