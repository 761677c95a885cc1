import { Injectable } from '@nestjs/common';
import { command } from '../circulation/command.js';
import { type LockedHold, QueueService } from '../circulation/queue.service.js';
import { refusal } from '../domain/errors.js';
import { type HoldAction, permit } from '../domain/hold.js';
import type { PatronKey } from '../domain/patron.js';
import { suspensionFrom, type WantedSuspension } from '../domain/suspension.js';
import type { TitleId } from '../domain/title-id.js';
import { readField } from '../http/fields/field.decorator.js';
import { emailAddress } from '../http/fields/field-rules.js';
import { HoldsService } from '../holds/holds.service.js';
import type { HeldTitle } from '../holds/holds.store.js';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';

export interface SuspensionOrder {
  readonly suspension: WantedSuspension;
  /** The address the hold was placed with, for those who send it. */
  readonly emailAddress: string | undefined;
}

/** Suspensions of a patron's holds (contract, endpoints 4, 5 and 6). A suspended hold keeps its ticket, and so its place. */
@Injectable()
export class SuspensionsService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
    private readonly holds: HoldsService,
  ) {}

  /**
   * Suspends a hold. A ready one gives its copy to the next in line ("deliver later").
   * @throws Refusal `PatronDoesntHaveTitleOnHold`, `InvalidEmailAddress`, `EmailAddressMismatch`,
   * `HoldAlreadySuspended`
   */
  suspend(patron: PatronKey, title: TitleId | undefined, order: SuspensionOrder): Promise<HeldTitle> {
    return command(this.database, async (connection) => {
      const locked = await this.lockFor('addSuspension', connection, patron, title);
      await this.apply(connection, locked, order);
      if (locked.condition === 'ready') await this.queues.handOn(connection, locked.queue);
      return this.holds.findWithin(connection, patron, title);
    });
  }

  /** @throws Refusal `PatronDoesntHaveTitleOnHold`, `InvalidEmailAddress`, `EmailAddressMismatch`, `HoldNotSuspended` */
  change(patron: PatronKey, title: TitleId | undefined, order: SuspensionOrder): Promise<void> {
    return command(this.database, async (connection) => {
      const locked = await this.lockFor('editSuspension', connection, patron, title);
      await this.apply(connection, locked, order);
    });
  }

  /**
   * Ends the suspension alone: the hold is live again, in its old place.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`, `HoldNotSuspended`
   */
  release(patron: PatronKey, title: TitleId | undefined): Promise<void> {
    return command(this.database, async (connection) => {
      const { queue, hold } = await this.lockFor('releaseSuspension', connection, patron, title);
      await this.queues.release(connection, queue, hold.ticket);
    });
  }

  private async lockFor(
    action: Extract<HoldAction, 'addSuspension' | 'editSuspension' | 'releaseSuspension'>,
    connection: Connection,
    patron: PatronKey,
    title: TitleId | undefined,
  ): Promise<LockedHold> {
    const locked = await this.queues.lockHold(connection, patron, title);
    permit(action, locked.condition);
    return locked;
  }

  private async apply(connection: Connection, locked: LockedHold, order: SuspensionOrder): Promise<void> {
    const { queue, hold, now } = locked;
    requireOwnAddress(hold.emailAddress, order.emailAddress);
    await this.queues.suspend(connection, queue, hold, suspensionFrom(now, order.suspension));
  }
}

/** A hold without an address has nothing to compare: what is sent for it need not even be an address. */
function requireOwnAddress(own: string | null, given: string | undefined): void {
  if (own === null || given === undefined) return;
  readField('emailAddress', emailAddress, given);
  if (own.toLowerCase() !== given.toLowerCase()) throw refusal('EmailAddressMismatch');
}
