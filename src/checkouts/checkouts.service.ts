import { Injectable } from '@nestjs/common';
import { lendOneOf, type LockedQueues, lockSeveral } from '../circulation/alternatives/alternatives.js';
import { changeQueue, type QueueTransaction } from '../circulation/queue-transaction.js';
import { type NamedQueue, QueueService } from '../circulation/queue.service.js';
import { copyToLend, formatToLockIn } from '../domain/checkout.js';
import { refusal } from '../domain/errors.js';
import { daysOfLoan, type WantedPeriod } from '../domain/lending-period.js';
import type { PatronKey } from '../domain/patron.js';
import { requireOneTitle, type TitleId } from '../domain/titles/title-id.js';
import { Database } from '../platform/database/database.js';
import type { Connection, Transactions } from '../platform/database/statement.js';
import * as store from './checkouts.store.js';

export interface WantedCheckout {
  /** The title, by each name that the request gives. */
  readonly titles: readonly [TitleId, ...TitleId[]];
  /** The loan begins without a format that cannot be locked in. */
  readonly formatType: string | undefined;
  /** Undefined: the period in effect. */
  readonly period: WantedPeriod | undefined;
}

/** A patron's loans: borrow, list, find, return. */
@Injectable()
export class CheckoutsService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {}

  /**
   * Lends the copy that is set aside for the patron, or a free one; the patron's hold on the title ends, and so do the alternatives to it. A loan of the title that is still
   * running ends too, and its copy goes to the next in line. For a title that the library does not have the answer is no 404: clients take
   * any status but 400 for a fault of the service.
   * @throws Refusal `TitleAlreadyCheckedOut`, `TitleNotInCollection`, `PatronHasExceededCheckoutLimit`, `NoCopiesAvailable`,
   *   `InvalidLendingPeriod`, `InvalidFieldValue`
   */
  borrow(
    patron: PatronKey,
    wanted: WantedCheckout,
    database: Transactions = this.database,
  ): Promise<store.BorrowedTitle> {
    const [title] = wanted.titles;
    return changeQueue(
      database,
      async (transaction) => {
        const locked = await lockSeveral(transaction, patron, title);
        if (locked === undefined) throw refusal('TitleNotInCollection');
        requireOneTitle(wanted.titles, locked.queue);
        await this.lend(transaction, patron, locked, wanted);
        return this.readBack(transaction, patron, title);
      },
      { refusal: 'TitleAlreadyCheckedOut', answer: () => this.find(patron, title) },
    );
  }

  private async lend(
    transaction: QueueTransaction,
    patron: PatronKey,
    locked: LockedQueues<NamedQueue>,
    wanted: WantedCheckout,
  ): Promise<void> {
    const { queue, others } = locked;
    const own = await this.queues.readUpToDate(transaction, queue, () =>
      this.queues.ownHold(transaction, patron, queue),
    );
    for (const other of others) await this.queues.applyIfDue(transaction, other);
    const facts = await store.readLoan(transaction, patron, queue);
    if (facts === undefined) throw refusal('TitleNotInCollection');
    const copy = copyToLend({ ...facts, hold: own.hold });
    const daysWanted = daysOfLoan(facts.formatClass, facts, wanted.period);
    const days = copy.isLucky ? Math.min(daysWanted, facts.luckyDays ?? daysWanted) : daysWanted;
    await lendOneOf(transaction, this.queues, patron, locked, { hold: own.hold, copy });
    // A renewal ends the old loan only now: the last copy of a withdrawn title would take the title with it.
    if (facts.alreadyCheckedOut) await this.queues.takeBack(transaction, patron, queue);
    const formatType = formatToLockIn(wanted.formatType, facts);
    await store.openCheckout(transaction, patron, queue, {
      copy,
      hasTerms: facts.hasTerms,
      days,
      formatType,
    });
  }

  /** Reads a loan that this transaction has just written. If it is missing, that is a fault, not a refusal. */
  private async readBack(
    connection: Connection,
    patron: PatronKey,
    title: TitleId,
  ): Promise<store.BorrowedTitle> {
    const borrowed = await store.findCheckout(connection, patron, title);
    if (borrowed === undefined) throw new Error('A loan that was just written is missing.');
    return borrowed;
  }

  list(patron: PatronKey): Promise<store.BorrowedTitle[]> {
    return store.listCheckouts(this.database, patron);
  }

  /** @throws Refusal `TitleNotCheckedOut` */
  async find(
    patron: PatronKey,
    title: TitleId,
    connection: Connection = this.database,
  ): Promise<store.BorrowedTitle> {
    const borrowed = await store.findCheckout(connection, patron, title);
    if (borrowed === undefined) throw refusal('TitleNotCheckedOut');
    return borrowed;
  }

  /**
   * Takes the copy back and gives it to the next in line.
   * @param record stores who did it, in the same transaction
   * @throws Refusal `PatronDoesntHaveTitleCheckedOut`
   */
  return(
    patron: PatronKey,
    title: TitleId,
    record?: (transaction: Connection) => Promise<void>,
  ): Promise<void> {
    return changeQueue(
      this.database,
      async (transaction) => {
        const queue = await this.queues.lock(transaction, patron, title, 'everyone');
        if (queue === undefined) throw refusal('PatronDoesntHaveTitleCheckedOut');
        await this.queues.applyIfDue(transaction, queue);
        const ended = await this.queues.takeBack(transaction, patron, queue);
        if (!ended) throw refusal('PatronDoesntHaveTitleCheckedOut');
        await record?.(transaction);
      },
      { refusal: 'PatronDoesntHaveTitleCheckedOut', answer: () => Promise.resolve() },
    );
  }
}
