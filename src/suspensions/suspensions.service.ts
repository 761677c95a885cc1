import { Injectable } from '@nestjs/common';
import { changeQueue, type QueueTransaction } from '../circulation/queue-transaction.js';
import { type LockedHold, QueueService } from '../circulation/queue.service.js';
import { refusal } from '../domain/errors.js';
import { type HoldAction, permit } from '../domain/holds/hold.js';
import type { PatronKey } from '../domain/patron.js';
import { changedAddress, type SentAddress, suspensionFrom } from '../domain/holds/suspension.js';
import { requireOneTitle, type TitleId } from '../domain/titles/title-id.js';
import { type ChangeOptions, HoldsService } from '../holds/holds.service.js';
import { changeEmailAddress, type HeldTitle } from '../holds/holds.store.js';
import { Database } from '../platform/database/database.js';

export interface RequestedSuspension {
  /** The titles in the body; each must be the hold's own. */
  readonly titlesNamed: readonly TitleId[];
  readonly suspension: Parameters<typeof suspensionFrom>[1];
  /** The patron's current address, from clients that send it. */
  readonly emailAddress: SentAddress | undefined;
  /** A ready hold is refused: its copy does not go to the next in line. */
  readonly keepsCopies?: boolean;
}

/** Suspensions of holds (contract: #suspensions). A suspended hold keeps its ticket, and so its place (decision 6). */
@Injectable()
export class SuspensionsService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
    private readonly holds: HoldsService,
  ) {}

  /**
   * Suspends a hold. A ready one gives its copy to the next in line ("deliver later").
   * @throws Refusal `PatronDoesntHaveTitleOnHold`, `InvalidFieldValue`, `InvalidEmailAddress`, `HoldAlreadySuspended`; `HoldReadyForCheckout`
   *   if it must keep its copy
   */
  suspend(
    patron: PatronKey,
    title: TitleId,
    requested: RequestedSuspension,
    { database = this.database, record }: ChangeOptions = {},
  ): Promise<HeldTitle> {
    return changeQueue(
      database,
      async (transaction) => {
        const locked = await this.lockFor('addSuspension', transaction, patron, title, requested.titlesNamed);
        if (requested.keepsCopies === true && locked.condition === 'ready')
          throw refusal('HoldReadyForCheckout');
        await this.apply(transaction, patron, locked, requested);
        await record?.(transaction);
        return this.holds.readBack(transaction, patron, title);
      },
      { refusal: 'HoldAlreadySuspended', answer: () => this.holds.find(patron, title) },
    );
  }

  /** @throws Refusal `PatronDoesntHaveTitleOnHold`, `InvalidFieldValue`, `InvalidEmailAddress`, `HoldNotSuspended` */
  change(patron: PatronKey, title: TitleId, requested: RequestedSuspension): Promise<void> {
    return changeQueue(this.database, async (transaction) => {
      const locked = await this.lockFor('editSuspension', transaction, patron, title, requested.titlesNamed);
      await this.apply(transaction, patron, locked, requested);
    });
  }

  /**
   * Ends only the suspension: the hold is live again, in its old place.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`, `HoldNotSuspended`
   */
  release(
    patron: PatronKey,
    title: TitleId,
    { database = this.database, record }: ChangeOptions = {},
  ): Promise<void> {
    return changeQueue(
      database,
      async (transaction) => {
        const { queue, hold } = await this.lockFor('releaseSuspension', transaction, patron, title);
        await this.queues.release(transaction, queue, [hold.ticket]);
        await record?.(transaction);
      },
      { refusal: 'HoldNotSuspended', answer: () => Promise.resolve() },
    );
  }

  private async lockFor(
    action: Extract<HoldAction, 'addSuspension' | 'editSuspension' | 'releaseSuspension'>,
    transaction: QueueTransaction,
    patron: PatronKey,
    title: TitleId,
    titlesNamed: readonly TitleId[] = [],
  ): Promise<LockedHold> {
    const locked = await this.queues.lockHold(transaction, patron, title);
    requireOneTitle(titlesNamed, locked.queue);
    permit(action, locked.condition);
    return locked;
  }

  private async apply(
    transaction: QueueTransaction,
    patron: PatronKey,
    { queue, hold, now }: LockedHold,
    requested: RequestedSuspension,
  ): Promise<void> {
    const emailAddress = changedAddress(hold.emailAddress, requested.emailAddress);
    if (emailAddress !== undefined) await changeEmailAddress(transaction, patron, queue, emailAddress);
    await this.queues.suspend(transaction, queue, hold, suspensionFrom(now, requested.suspension));
  }
}
