import { Injectable } from '@nestjs/common';
import {
  join,
  type LockedQueues,
  lockSeveral,
  readAlternative,
} from '../circulation/alternatives/alternatives.js';
import { hasAlternatives, leaveAlternatives } from '../circulation/alternatives/alternatives.store.js';
import { changeQueue, type QueueTransaction } from '../circulation/queue-transaction.js';
import { readLastDay } from '../circulation/due/last-day.js';
import { type NamedQueue, type Queue, QueueService } from '../circulation/queue.service.js';
import { changeLastDay } from '../circulation/queue.store.js';
import { UpToDateReads } from '../circulation/up-to-date-reads.js';
import { refusal } from '../domain/errors.js';
import type { HoldEnd } from '../domain/holds/hold-end.js';
import { type Hold, permit } from '../domain/holds/hold.js';
import type { PatronKey } from '../domain/patron.js';
import { noticeAddress, permitOneMore, permitPlacement } from '../domain/holds/placement.js';
import type { WantedSuspension } from '../domain/holds/suspension.js';
import { requireOneTitle, type TitleId } from '../domain/titles/title-id.js';
import { Database } from '../platform/database/database.js';
import { type Connection, readAfterWrite, type Transactions } from '../platform/database/statement.js';
import { NO_ESTIMATE, estimateAtPlacementFrom } from '../domain/waits/stored-offer.js';
import * as store from './holds.store.js';

export interface WantedHold {
  /** The title, by each name that the request gives. */
  readonly titles: readonly [TitleId, ...TitleId[]];
  readonly emailAddress: string | undefined;
  readonly ignoreHoldEmail: boolean | undefined;
  /** The hold is placed suspended. */
  readonly suspension?: WantedSuspension | undefined;
  /** The last day on which the patron wants the title. */
  readonly notNeededAfter?: string | undefined;
  /** The reserveId of another hold of the patron, who wants only one of the titles. */
  readonly alternativeTo?: string | undefined;
}

/** How a change is made for somebody else. */
export interface ChangeOptions {
  /** Absent: the service's own. */
  readonly database?: Transactions;
  /** Stores who did it, in the same transaction. */
  readonly record?: (transaction: Connection) => Promise<void>;
  /** The address is the hold's alone: that of the patron's last hold stays. */
  readonly keepsLastAddress?: boolean;
}

export interface WantedHoldChange {
  /** The titles in the body; each must be the hold's own. */
  readonly titlesNamed: readonly TitleId[];
  readonly emailAddress: string | undefined;
  readonly ignoreHoldEmail: boolean | undefined;
  /** Null: the hold gets no last day. Undefined: it keeps what it has. */
  readonly notNeededAfter?: string | null | undefined;
  /** The reserveId of another hold of the patron, who wants only one of the titles. Null: this one is wanted in any case. Undefined: as it is. */
  readonly alternativeTo?: string | null | undefined;
}

/** Places, lists, finds, changes and removes a patron's holds (contract: #holds, decision 6). */
@Injectable()
export class HoldsService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
    private readonly upToDate: UpToDateReads,
  ) {}

  /**
   * @throws Refusal `NotFound`, `InvalidFieldValue`, `AlreadyOnWaitList`, `TitleAlreadyCheckedOut`,
   * `NotWithinRenewalWindow`, `PatronExceededHoldLimit`, `PatronBlocked`, `PatronExpired`
   */
  place(
    patron: PatronKey,
    wanted: WantedHold,
    { database = this.database, record, keepsLastAddress = false }: ChangeOptions = {},
  ): Promise<store.HeldTitle> {
    return changeQueue(
      database,
      async (transaction) => {
        const held = await this.placeWithin(transaction, patron, wanted, keepsLastAddress);
        await record?.(transaction);
        return held;
      },
      { refusal: 'AlreadyOnWaitList', answer: () => this.find(patron, wanted.titles[0]) },
    );
  }

  private async placeWithin(
    transaction: QueueTransaction,
    patron: PatronKey,
    wanted: WantedHold,
    keepsLastAddress: boolean,
  ): Promise<store.HeldTitle> {
    const [title] = wanted.titles;
    const locked = await this.lock(transaction, patron, title, wanted.alternativeTo);
    if (locked === undefined) throw refusal('NotFound');
    const { queue } = locked;
    requireOneTitle(wanted.titles, queue);
    const facts = await this.queues.readUpToDate(transaction, queue, () =>
      store.readPlacement(transaction, patron, queue),
    );
    if (facts?.nextTicket == null) throw refusal('NotFound');
    const { notNeededAfter: day, alternativeTo } = wanted;
    permitPlacement(facts, alternativeTo !== undefined);
    const alternative =
      alternativeTo === undefined
        ? undefined
        : await readAlternative(transaction, this.queues, patron, locked, { alternativeTo });
    const notNeeded = day === undefined ? null : await readLastDay(transaction, patron.websiteId, day);
    const isReadyAtOnce = facts.copyFree && wanted.suspension === undefined;
    const placed = store.placeHold(transaction, patron, queue, {
      ticket: facts.nextTicket,
      newUpdatedAt: facts.newUpdatedAt,
      hasCounters: facts.hasCounters,
      category: facts.category,
      estimate: isReadyAtOnce ? NO_ESTIMATE : estimateAtPlacementFrom(facts),
      emailAddress: noticeAddress(wanted),
      keepsLastAddress,
      suspension: wanted.suspension,
      notNeeded,
    });
    if (!isReadyAtOnce && alternative === undefined)
      return readAfterWrite(placed, this.readBack(transaction, patron, title));
    await placed;
    if (alternative !== undefined) await join(transaction, patron, queue, alternative);
    if (isReadyAtOnce) await this.queues.assignCopies(transaction, queue);
    return this.readBack(transaction, patron, title);
  }

  /** The queue of the title, and that of the hold to which the one on the title becomes an alternative. */
  private async lock(
    transaction: QueueTransaction,
    patron: PatronKey,
    title: TitleId,
    alternativeTo: string | null | undefined,
  ): Promise<LockedQueues<NamedQueue> | undefined> {
    if (alternativeTo != null) return lockSeveral(transaction, patron, title, [alternativeTo]);
    const queue = await this.queues.lock(transaction, patron, title);
    return queue && { queue, others: [] };
  }

  /** Newest placed first. A copy that time has freed for one of them is assigned before. */
  async list(patron: PatronKey): Promise<store.HeldTitle[]> {
    const rows = await this.upToDate.read(patron.websiteId, () => store.listHeldRows(this.database, patron));
    return store.heldTitlesFrom(this.database, patron, rows);
  }

  /** @throws Refusal `PatronDoesntHaveTitleOnHold` */
  async find(patron: PatronKey, title: TitleId): Promise<store.HeldTitle> {
    const rows = await this.upToDate.read(patron.websiteId, () =>
      store.findHeldRows(this.database, patron, title),
    );
    const [held] = await store.heldTitlesFrom(this.database, patron, rows);
    if (held === undefined) throw refusal('PatronDoesntHaveTitleOnHold');
    return held;
  }

  /**
   * A hold that this transaction has just written.
   * @throws Error when it is missing: a fault of the service, and not of the client's request
   */
  async readBack(connection: Connection, patron: PatronKey, title: TitleId): Promise<store.HeldTitle> {
    const held = await store.findHold(connection, patron, title);
    if (held === undefined) throw new Error('A hold that was just written is missing.');
    return held;
  }

  /**
   * Changes the e-mail address, the last day and the alternatives; what is not given stays.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`, `HoldReadyForCheckout`, `IgnoreHoldEmailCannotBeChanged`,
   * `InvalidFieldValue`, `PatronExceededHoldLimit`
   */
  change(
    patron: PatronKey,
    title: TitleId,
    wanted: WantedHoldChange,
    { database = this.database, record }: ChangeOptions = {},
  ): Promise<void> {
    return changeQueue(database, async (transaction) => {
      const locked = await this.lock(transaction, patron, title, wanted.alternativeTo);
      if (locked === undefined) throw refusal('PatronDoesntHaveTitleOnHold');
      const { queue, hold, condition } = await this.queues.holdIn(transaction, patron, locked.queue);
      requireOneTitle(wanted.titlesNamed, queue);
      permit('editHold', condition);
      const hasNoEmail = hold.emailAddress === null;
      const changesIgnore = wanted.ignoreHoldEmail !== undefined && wanted.ignoreHoldEmail !== hasNoEmail;
      if (changesIgnore || (hasNoEmail && wanted.emailAddress !== undefined))
        throw refusal('IgnoreHoldEmailCannotBeChanged');
      const { alternativeTo } = wanted;
      const alternative =
        alternativeTo == null
          ? alternativeTo
          : await readAlternative(transaction, this.queues, patron, locked, { ...hold, alternativeTo });
      if (wanted.emailAddress !== undefined)
        await store.changeEmailAddress(transaction, patron, queue, wanted.emailAddress);
      const { notNeededAfter: day } = wanted;
      if (day !== undefined) {
        const last = day === null ? null : await readLastDay(transaction, patron.websiteId, day);
        await changeLastDay(transaction, queue, hold, last);
      }
      if (alternative === null) await this.leaveAlternatives(transaction, patron, queue, hold);
      else if (alternative !== undefined) await join(transaction, patron, queue, alternative);
      // A hold with other alternatives, or none, may no longer be held back.
      if (alternative !== undefined) await this.queues.assignCopies(transaction, queue);
      await record?.(transaction);
    });
  }

  private async leaveAlternatives(
    connection: Connection,
    patron: PatronKey,
    queue: Queue,
    hold: Hold,
  ): Promise<void> {
    if (hold.alternativesId === undefined) return;
    const facts = await store.readPlacement(connection, patron, queue);
    if (facts !== undefined && (await hasAlternatives(connection, queue, hold))) permitOneMore(facts);
    await leaveAlternatives(connection, queue, hold);
  }

  /**
   * Ends the hold, whatever its condition; a copy set aside for it goes to the next in line.
   * @param end who removes it: the patron or staff
   * @param record stores who did it, in the same transaction
   * @throws Refusal `PatronDoesntHaveTitleOnHold`
   */
  remove(
    patron: PatronKey,
    title: TitleId,
    end: HoldEnd,
    record?: (transaction: Connection) => Promise<void>,
  ): Promise<void> {
    return changeQueue(
      this.database,
      async (transaction) => {
        const { queue, hold } = await this.queues.lockHold(transaction, patron, title, 'everyone');
        await this.queues.endHold(transaction, queue, hold, end);
        await record?.(transaction);
      },
      { refusal: 'PatronDoesntHaveTitleOnHold', answer: () => Promise.resolve() },
    );
  }
}
