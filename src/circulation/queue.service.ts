import { Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import { type Condition, conditionOf, type Hold, holdAt } from '../domain/hold.js';
import type { PatronKey } from '../domain/patron.js';
import { handOvers } from '../domain/queue.js';
import type { Suspension } from '../domain/suspension.js';
import type { TitleId } from '../domain/title-id.js';
import type { Connection } from '../platform/database/statement.js';
import { holdFrom } from './hold-row.js';
import * as store from './queue.store.js';

export type { NamedQueue, Queue } from './queue.store.js';

/** A patron's hold under its queue's lock: nobody else can change it, or its queue, until the transaction ends. */
export interface LockedHold {
  readonly queue: store.NamedQueue;
  readonly hold: Hold;
  readonly condition: Condition;
  readonly now: Date;
}

/**
 * The queue engine. Every method runs inside the caller's transaction and under the queue's lock; whatever frees a copy
 * must end with `handOn`, so that no copy idles while someone eligible waits.
 */
@Injectable()
export class QueueService {
  /**
   * Locks the patron and then the title's queue.
   * @returns undefined when the library does not have the title
   */
  lock(connection: Connection, patron: PatronKey, title: TitleId): Promise<store.NamedQueue | undefined> {
    return store.lockPatronAndQueue(connection, patron, title);
  }

  /**
   * The patron's hold on `title`, locked, as it is now.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`
   */
  async lockHold(connection: Connection, patron: PatronKey, title: TitleId | undefined): Promise<LockedHold> {
    const queue = title && (await this.lock(connection, patron, title));
    const row = queue && (await this.findSettled(connection, patron, queue));
    if (queue === undefined || row === undefined) throw refusal('PatronDoesntHaveTitleOnHold');
    const hold = holdFrom(row);
    return { queue, hold, condition: conditionOf(hold, row.now), now: row.now };
  }

  private async findSettled(
    connection: Connection,
    patron: PatronKey,
    queue: store.Queue,
  ): Promise<store.OwnHoldRow | undefined> {
    const row = await store.findOwnHold(connection, patron, queue);
    if (row?.somethingDue !== true) return row;
    await this.settle(connection, queue);
    return store.findOwnHold(connection, patron, queue);
  }

  /**
   * Writes down what time alone has done to the queue: suspensions that are over, pickups that were missed. Commands
   * call it before they decide, so that none depends on a timer being punctual.
   */
  async settle(connection: Connection, queue: store.Queue): Promise<void> {
    const due = await store.findDueHolds(connection, queue);
    if (due.length === 0) return this.handOn(connection, queue);
    const over = due.filter((row) => row.suspendedUntil !== null).map((row) => row.ticket);
    if (over.length > 0) await store.endSuspensions(connection, queue, over);
    for (const row of due.filter((row) => row.expiresAt !== null))
      await this.missPickup(connection, queue, row);
    // Once more: the rest that follows a missed pickup may itself be over by now.
    return this.settle(connection, queue);
  }

  private async missPickup(connection: Connection, queue: store.Queue, row: store.DueHoldRow): Promise<void> {
    const after = holdAt(row.now, holdFrom(row), row.missedPickup);
    if (after?.suspension) await this.suspend(connection, queue, after, after.suspension);
    else await store.endHold(connection, queue, row.ticket);
  }

  /** Suspends a hold or changes its suspension. Call `handOn` after it when the hold was ready. */
  async suspend(
    connection: Connection,
    queue: store.Queue,
    hold: Pick<Hold, 'ticket' | 'missedPickups'>,
    suspension: Suspension,
  ): Promise<void> {
    await store.suspend(connection, queue, hold.ticket, {
      suspensionType: suspension.type,
      suspendedUntil: suspension.type === 'limited' ? suspension.until : null,
      missedPickups: hold.missedPickups,
    });
  }

  /** Makes a suspended hold live again; it gets a free copy at once if one is there for it. */
  async release(connection: Connection, queue: store.Queue, ticket: number): Promise<void> {
    await store.endSuspensions(connection, queue, [ticket]);
    await this.handOn(connection, queue);
  }

  /** Ends a hold; a copy that was set aside for it goes to the next in line. */
  async endHold(connection: Connection, queue: store.Queue, hold: Hold): Promise<void> {
    await store.endHold(connection, queue, hold.ticket);
    if (hold.pickup !== null) await this.handOn(connection, queue);
  }

  /** Gives every free copy to the first hold in line that may use it, and makes that hold ready. */
  async handOn(connection: Connection, queue: store.Queue): Promise<void> {
    const { copies, waiting } = await store.findCopiesToHandOn(connection, queue);
    const given = handOvers(copies, waiting);
    if (given.length > 0) await store.handOver(connection, queue, given);
  }
}
