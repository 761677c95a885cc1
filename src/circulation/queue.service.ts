import { Injectable, Optional } from '@nestjs/common';
import type { CopyToLend } from '../domain/checkout.js';
import { refusal } from '../domain/errors.js';
import type { HoldEnd } from '../domain/holds/hold-end.js';
import { type Condition, conditionOf, endByMissedPickup, type Hold, holdAt } from '../domain/holds/hold.js';
import { type PatronKey, requireGoodStanding } from '../domain/patron.js';
import type { Suspension } from '../domain/holds/suspension.js';
import type { Queue } from '../domain/holds/queue.js';
import type { TitleId } from '../domain/titles/title-id.js';
import type { Connection } from '../platform/database/statement.js';
import { writePatronAndTitle, writePatronEvents, writeTitleChanged } from '../events/outbox.store.js';
import { Metrics } from '../platform/observability/metrics.js';
import { giveFreeCopies } from './assignments/assignments.js';
import { dueHoldsFrom, ticketsOf } from './due/due-holds.js';
import { writeHoldEvents } from './event-facts.store.js';
import { holdFrom } from './hold-row.store.js';
import {
  applyTurns,
  changeLicences,
  tellOfEndedLicences,
  type WaitingAgain,
} from './licences/licence-turns.js';
import { countLicensed } from './licences/licences.store.js';
import { endLoan, endOverdueLoans, takeFreeCopy } from './loan.store.js';
import { writeReviewsOfHolds } from './pace/pace-reviews.store.js';
import { extendPickups } from './pickups.store.js';
import * as store from './queue.store.js';

export type { NamedQueue } from './queue.store.js';
export type { Queue };

/** A patron's hold under its queue's lock: no other transaction can change it, or its queue, until this one ends. */
export interface LockedHold {
  readonly queue: store.NamedQueue;
  readonly hold: Hold;
  readonly condition: Condition;
  readonly now: Date;
}

/** Patrons who are blocked or whose last day is over are not in good standing. */
export type Served = 'in-good-standing' | 'everyone';

/** The columns every statement reads that decides about a change of a queue. */
export interface DueFacts {
  /** A suspension, a pickup, a loan or the last day of a hold of the queue is over, and no process has acted on it yet. */
  readonly somethingDue: boolean;
}

/** A connection on which a queue is brought up to date. A transaction that may still be refused keeps what was applied. */
export interface QueueConnection extends Connection {
  keepApplied?(): Promise<void>;
}

export interface OwnHold extends DueFacts {
  readonly now: Date;
  readonly hold: Hold | undefined;
}

/**
 * The queue engine. Every method runs inside the caller's transaction and under the queue's lock. Every method that frees a copy assigns it,
 * so that no copy is idle while an eligible patron waits.
 */
@Injectable()
export class QueueService {
  /** @param metrics the command line has none */
  constructor(@Optional() private readonly metrics?: Metrics) {}

  /**
   * Locks the patron and then the title's queue.
   * @param served who may use the command: every patron may give something up, and staff may act for every patron
   * @returns undefined when the library does not have the title
   * @throws Refusal `PatronBlocked`, `PatronExpired`
   */
  async lock(
    connection: Connection,
    patron: PatronKey,
    title: TitleId,
    served: Served = 'in-good-standing',
  ): Promise<store.NamedQueue | undefined> {
    const locked = await store.lockPatronAndQueue(connection, patron, title);
    if (locked !== undefined && served === 'in-good-standing') requireGoodStanding(locked);
    return locked;
  }

  /**
   * The patron's hold on `title`, locked, after its queue was brought up to date.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`, `PatronBlocked`, `PatronExpired`
   */
  async lockHold(
    transaction: QueueConnection,
    patron: PatronKey,
    title: TitleId,
    served?: Served,
  ): Promise<LockedHold> {
    const queue = await this.lock(transaction, patron, title, served);
    if (queue === undefined) throw refusal('PatronDoesntHaveTitleOnHold');
    return this.holdIn(transaction, patron, queue);
  }

  /**
   * The patron's hold in a locked queue, after that was brought up to date.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`
   */
  async holdIn(
    transaction: QueueConnection,
    patron: PatronKey,
    queue: store.NamedQueue,
  ): Promise<LockedHold> {
    const { hold, now } = await this.readUpToDate(transaction, queue, () =>
      this.ownHold(transaction, patron, queue),
    );
    if (hold === undefined) throw refusal('PatronDoesntHaveTitleOnHold');
    return { queue, hold, condition: conditionOf(hold, now), now };
  }

  /**
   * Reads the facts that decide about a change. If something in the queue is due, it is applied first and `read` runs again. In a
   * `QueueTransaction` it survives a refusal.
   */
  async readUpToDate<Facts extends DueFacts | undefined>(
    connection: QueueConnection,
    queue: Queue,
    read: () => Promise<Facts>,
  ): Promise<Facts> {
    const facts = await read();
    if (facts?.somethingDue !== true) return facts;
    await this.applyDue(connection, queue);
    await connection.keepApplied?.();
    return read();
  }

  /** Brings the queue up to date if anything in it is due. */
  async applyIfDue(connection: QueueConnection, queue: Queue): Promise<void> {
    if (!(await store.isSomethingDue(connection, queue))) return;
    await this.applyDue(connection, queue);
    await connection.keepApplied?.();
  }

  /** Locks a queue, for a command without a patron, and brings it up to date. */
  async lockAndApplyDue(connection: Connection, queue: Queue): Promise<void> {
    if (await store.lockQueue(connection, queue)) await this.applyDue(connection, queue);
  }

  /** The patron's hold in a locked queue, if any, as it is stored. */
  async ownHold(connection: Connection, patron: PatronKey, queue: Queue): Promise<OwnHold> {
    const { now, somethingDue, row } = await store.findOwnHold(connection, patron, queue);
    return { now, somethingDue, hold: row && holdFrom(row) };
  }

  /**
   * Brings the queue up to date: lets licences begin and end, ends the loans, suspensions, pickups and last days of holds whose time is over, and assigns
   * the copies that this frees.
   */
  async applyDue(connection: Connection, queue: Queue): Promise<void> {
    await this.applyDueToAll(connection, queue.websiteId, [queue]);
  }

  /** The same for locked queues of one library: ten thousand licences may end at one midnight, most of titles that nobody waits for. */
  async applyDueToAll(connection: Connection, websiteId: number, queues: readonly Queue[]): Promise<void> {
    // First: a pickup that a licence has cut short is not missed.
    await this.settle(connection, websiteId, queues, await applyTurns(connection, websiteId, queues));
  }

  /** Changes licences of locked queues of one library, which are brought up to date first, and assigns the copies that become free. */
  async changeLicences(
    connection: Connection,
    websiteId: number,
    queues: readonly Queue[],
    change: () => Promise<void>,
  ): Promise<void> {
    await this.applyDueToAll(connection, websiteId, queues);
    const waitingAgain = await changeLicences(connection, websiteId, queues, change);
    await this.settle(connection, websiteId, queues, waitingAgain);
  }

  private async settle(
    connection: Connection,
    websiteId: number,
    queues: readonly Queue[],
    waitingAgain: readonly WaitingAgain[],
  ): Promise<void> {
    for (const queue of await store.findUnsettled(connection, websiteId, queues)) {
      const loans = await this.endOverdueLoans(connection, queue);
      const holds = await this.applyDueToHolds(connection, queue);
      await this.assignCopies(connection, queue, Math.max(loans, holds));
    }
    await tellOfEndedLicences(connection, waitingAgain);
  }

  /** @returns for how many seconds the longest overdue loan was over; 0 if none was */
  private async endOverdueLoans(connection: Connection, queue: Queue): Promise<number> {
    const { seconds, patronIds, details, areLicensed } = await endOverdueLoans(connection, queue);
    if (areLicensed) await countLicensed(connection, queue.websiteId, [queue]);
    if (patronIds.length > 0)
      await Promise.all([
        writePatronEvents(connection, 'loan.ended', queue.websiteId, patronIds, details),
        writeTitleChanged(connection, queue),
      ]);
    return seconds;
  }

  /** @returns for how many seconds the longest overdue hold was due */
  private async applyDueToHolds(connection: Connection, queue: Queue): Promise<number> {
    const due = await store.findDueHolds(connection, queue);
    if (due.length === 0) return 0;
    const { unneeded, over, untold, missed, announced, secondsOverdue } = dueHoldsFrom(due);
    if (unneeded.length > 0) await this.endHolds(connection, queue, unneeded, { reason: 'not-needed' });
    if (over.length > 0) await this.endSuspensions(connection, queue, over);
    if (untold.length > 0) await this.extendPickups(connection, queue, untold);
    if (missed.length > 0) await this.missPickups(connection, queue, missed);
    if (announced.length > 0) await this.endLongSuspensions(connection, queue, announced);
    // Repeated because an extended pickup, or the suspension that follows a missed one, may itself be over by now.
    await this.applyDueToHolds(connection, queue);
    return secondsOverdue;
  }

  private async extendPickups(
    connection: Connection,
    queue: Queue,
    tickets: readonly number[],
  ): Promise<void> {
    await Promise.all([
      writeHoldEvents(connection, 'hold.ready', queue, tickets),
      extendPickups(connection, queue, tickets),
    ]);
  }

  private async missPickups(
    connection: Connection,
    queue: Queue,
    missed: readonly store.DueHoldRow[],
  ): Promise<void> {
    const suspended = missed.flatMap((row) => {
      const hold = holdAt(row.now, holdFrom(row), row);
      return hold?.suspension ? [{ ...hold, suspension: hold.suspension }] : [];
    });
    const byEnd = Map.groupBy(missed, (row) => endByMissedPickup(row.now, holdFrom(row), row));
    const tickets = ticketsOf(missed);
    await Promise.all([
      writeHoldEvents(connection, 'hold.missed', queue, tickets),
      writeTitleChanged(connection, queue),
      writeReviewsOfHolds(connection, queue, tickets),
    ]);
    if (suspended.length > 0) {
      await store.suspendAfterMissedPickups(connection, queue, suspended);
      await writeHoldEvents(connection, 'hold.suspended', queue, ticketsOf(suspended));
    }
    for (const [reason, ended] of byEnd)
      if (reason !== undefined) await this.endHolds(connection, queue, ticketsOf(ended), { reason });
  }

  /** Ends the holds as announced, unless they are no longer suspended or the library has changed its rule. */
  private async endLongSuspensions(
    connection: Connection,
    queue: Queue,
    announced: readonly store.DueHoldRow[],
  ): Promise<void> {
    const isEnded = (row: store.DueHoldRow): boolean => holdAt(row.now, holdFrom(row), row) === undefined;
    const ended = ticketsOf(announced.filter(isEnded));
    const kept = ticketsOf(announced.filter((row) => !isEnded(row)));
    if (ended.length > 0) await this.endHolds(connection, queue, ended, { reason: 'suspension-expired' });
    if (kept.length > 0) await store.takeBackAnnouncedEnds(connection, queue, kept);
  }

  /** Suspends a hold or changes its suspension; a copy that was set aside for it goes to the next in line. */
  async suspend(connection: Connection, queue: Queue, hold: Hold, suspension: Suspension): Promise<void> {
    await Promise.all([
      writeHoldEvents(connection, 'hold.suspended', queue, [hold.ticket]),
      makeRoom(connection, queue, hold),
      store.suspend(connection, queue, [{ ...hold, suspension }]),
    ]);
    if (hold.pickup === null) return;
    await Promise.all([writeTitleChanged(connection, queue), this.assignCopies(connection, queue)]);
  }

  /** Makes suspended holds live again; they get free copies at once if there are some for them. */
  async release(connection: Connection, queue: Queue, tickets: readonly number[]): Promise<void> {
    await this.endSuspensions(connection, queue, tickets);
    await this.assignCopies(connection, queue);
  }

  private async endSuspensions(
    connection: Connection,
    queue: Queue,
    tickets: readonly number[],
  ): Promise<void> {
    await Promise.all([
      store.endSuspensions(connection, queue, tickets),
      writeHoldEvents(connection, 'hold.resumed', queue, tickets),
    ]);
  }

  /** Ends a hold; a copy that was set aside for it goes to the next in line. */
  async endHold(connection: Connection, queue: Queue, hold: Hold, end: HoldEnd): Promise<void> {
    await this.endOne(connection, queue, hold, end);
    if (hold.pickup !== null) await this.assignCopies(connection, queue);
  }

  private async endOne(connection: Connection, queue: Queue, hold: Hold, end: HoldEnd): Promise<void> {
    await Promise.all([
      makeRoom(connection, queue, hold),
      this.endHolds(connection, queue, [hold.ticket], end),
    ]);
  }

  /** Ends all holds of a locked queue, after those that time alone has ended. Their copies are not assigned to others. */
  async endAllHolds(connection: Connection, queue: Queue, end: HoldEnd): Promise<void> {
    await this.endOverdueLoans(connection, queue);
    await this.applyDueToHolds(connection, queue);
    const tickets = await store.findTickets(connection, queue);
    if (tickets.length === 0) return;
    await Promise.all([
      writeReviewsOfHolds(connection, queue, tickets),
      this.endHolds(connection, queue, tickets, end),
    ]);
  }

  /** Every hold ends here, for one reason. Copies set aside for these holds are not assigned to others. */
  async endHolds(
    connection: Connection,
    queue: Queue,
    tickets: readonly number[],
    end: HoldEnd,
  ): Promise<void> {
    await Promise.all([
      // First, while the holds still exist.
      writeHoldEvents(connection, 'hold.ended', queue, tickets, { reason: end.reason }),
      writeTitleChanged(connection, queue),
      store.endHolds(connection, queue, tickets, end),
    ]);
    this.metrics?.holdsEnded.inc({ reason: end.reason }, tickets.length);
  }

  /**
   * Puts a copy on loan: the one set aside for `hold` when it is ready, else a free one of the collection. The hold, if there is one, ends;
   * `lendOneOf` also ends the alternatives to it.
   */
  async lend(
    connection: Connection,
    queue: Queue,
    hold: Hold | undefined,
    { collectionId, isLucky }: CopyToLend,
  ): Promise<void> {
    if (hold !== undefined) await this.endOne(connection, queue, hold, { reason: 'borrowed' });
    if (hold?.pickup == null)
      await Promise.all([
        takeFreeCopy(connection, queue, collectionId, isLucky),
        writeTitleChanged(connection, queue),
      ]);
  }

  /**
   * Ends a patron's loan; the copy goes to the next in line.
   * @returns false when the patron has no such loan
   */
  async takeBack(connection: Connection, patron: PatronKey, queue: Queue): Promise<boolean> {
    const ended = await endLoan(connection, patron, queue);
    if (ended === undefined) return false;
    if (ended.isLicensed) await countLicensed(connection, queue.websiteId, [queue]);
    await Promise.all([
      writePatronAndTitle(connection, 'loan.ended', patron, queue, ended.detail),
      this.assignCopies(connection, queue),
    ]);
    return true;
  }

  /** Ends the patron's hold in a locked queue, if there is one. */
  async endHoldOf(connection: Connection, patron: PatronKey, queue: Queue, end: HoldEnd): Promise<void> {
    const { hold } = await this.readUpToDate(connection, queue, () =>
      this.ownHold(connection, patron, queue),
    );
    if (hold !== undefined) await this.endHold(connection, queue, hold, end);
  }

  /**
   * Gives every free copy to the first hold in line that may use it, and makes that hold ready.
   * @param lagSeconds for how long a copy has been free at most
   */
  async assignCopies(connection: Connection, queue: Queue, lagSeconds = 0): Promise<void> {
    const given = await giveFreeCopies(connection, queue);
    for (let each = 0; each < given; each += 1) this.metrics?.assignmentLag.observe(lagSeconds);
  }
}

/** When a hold is no longer ready, its patron may want another one. Call it before the hold changes. */
async function makeRoom(connection: Connection, queue: Queue, { ticket, pickup }: Hold): Promise<void> {
  if (pickup !== null) await writeReviewsOfHolds(connection, queue, [ticket]);
}
