import { Injectable } from '@nestjs/common';
import { command } from '../circulation/command.js';
import { QueueService } from '../circulation/queue.service.js';
import { refusal } from '../domain/errors.js';
import { permit } from '../domain/hold.js';
import type { PatronKey } from '../domain/patron.js';
import { permitPlacement } from '../domain/placement.js';
import { requireOneTitle, type TitleId } from '../domain/title-id.js';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import * as store from './holds.store.js';

export interface WantedHold {
  /** The title, by every name the request gives it. */
  readonly titles: readonly [TitleId, ...TitleId[]];
  /** Null: placed with ignoreHoldEmail. */
  readonly emailAddress: string | null;
}

export interface WantedHoldChange {
  /** Titles that the body names; each must be the hold's own. */
  readonly titlesNamed: readonly TitleId[];
  readonly emailAddress: string | undefined;
  readonly ignoreHoldEmail: boolean | undefined;
}

/** A patron's holds: place, list, find, change, remove (contract, endpoints 1, 2, 3 and 7; decisions on holds). */
@Injectable()
export class HoldsService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {}

  /**
   * @throws Refusal `NotFound`, `InvalidFieldValue`, `AlreadyOnWaitList`, `TitleAlreadyCheckedOut`,
   * `PatronExceededHoldLimit`
   */
  place(patron: PatronKey, wanted: WantedHold): Promise<store.HeldTitle> {
    return command(this.database, (connection) => this.placeWithin(connection, patron, wanted));
  }

  /** As `place`, inside a transaction that the caller has opened. */
  async placeWithin(connection: Connection, patron: PatronKey, wanted: WantedHold): Promise<store.HeldTitle> {
    const [title] = wanted.titles;
    const queue = await this.queues.lock(connection, patron, title);
    if (queue === undefined) throw refusal('NotFound');
    requireOneTitle(wanted.titles, queue);
    let facts = await store.readPlacement(connection, patron, queue);
    if (facts?.somethingDue === true) {
      await this.queues.settle(connection, queue);
      facts = await store.readPlacement(connection, patron, queue);
    }
    if (facts === undefined) throw refusal('NotFound');
    permitPlacement(facts);
    await store.placeHold(connection, patron, queue, wanted.emailAddress);
    if (facts.copyFree) await this.queues.handOn(connection, queue);
    return this.findWithin(connection, patron, title);
  }

  list(patron: PatronKey): Promise<store.HeldTitle[]> {
    return store.listHolds(this.database, patron);
  }

  /** @throws Refusal `PatronDoesntHaveTitleOnHold` */
  find(patron: PatronKey, title: TitleId | undefined): Promise<store.HeldTitle> {
    return this.findWithin(this.database, patron, title);
  }

  /** As `find`, within a transaction. */
  async findWithin(
    connection: Connection,
    patron: PatronKey,
    title: TitleId | undefined,
  ): Promise<store.HeldTitle> {
    const held = title && (await store.findHold(connection, patron, title));
    if (held === undefined) throw refusal('PatronDoesntHaveTitleOnHold');
    return held;
  }

  /**
   * Changes the e-mail address; nothing changes when none is given.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`, `HoldReadyForCheckout`, `IgnoreHoldEmailCannotBeChanged`,
   * `InvalidFieldValue`
   */
  change(patron: PatronKey, title: TitleId | undefined, wanted: WantedHoldChange): Promise<void> {
    return command(this.database, async (connection) => {
      const { queue, hold, condition } = await this.queues.lockHold(connection, patron, title);
      requireOneTitle(wanted.titlesNamed, queue);
      permit('editHold', condition);
      const hasNoEmail = hold.emailAddress === null;
      const changesIgnore = wanted.ignoreHoldEmail !== undefined && wanted.ignoreHoldEmail !== hasNoEmail;
      if (changesIgnore || (hasNoEmail && wanted.emailAddress !== undefined))
        throw refusal('IgnoreHoldEmailCannotBeChanged');
      if (wanted.emailAddress !== undefined)
        await store.changeEmailAddress(connection, patron, queue, wanted.emailAddress);
    });
  }

  /**
   * Ends the hold, whatever its condition; a copy set aside for it goes to the next in line.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`
   */
  remove(patron: PatronKey, title: TitleId | undefined): Promise<void> {
    return command(this.database, async (connection) => {
      const { queue, hold } = await this.queues.lockHold(connection, patron, title);
      await this.queues.endHold(connection, queue, hold);
    });
  }
}
