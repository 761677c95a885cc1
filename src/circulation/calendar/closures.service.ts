import { Injectable } from '@nestjs/common';
import { pickupEnds } from '../../domain/library-calendar.js';
import { Attempts } from '../../platform/attempts.js';
import { Database } from '../../platform/database/database.js';
import { LibraryGroups } from '../../platform/database/library-groups.js';
import type { Connection } from '../../platform/database/statement.js';
import { JobTask, PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { writeHoldEvents } from '../event-facts.store.js';
import { type LaterPickup, postponePickups } from '../pickups.store.js';
import { QueueService } from '../queue.service.js';
import { type Queue, suspend } from '../queue.store.js';
import { suspendedUntil } from './calendar.js';
import {
  type ChangedClosedDays,
  CLOSED_DAYS_CHANGED,
  findCalendar,
  findClosedDays,
  findToday,
} from './calendar.store.js';
import * as store from './closures.store.js';

/** A queue may have a hundred thousand holds. In steps of this size, no request waits for long. */
const HOLDS_AT_ONCE = 500;
const QUEUES_AT_ONCE = 200;
const PICKUPS_AT_ONCE = 1_000;
const BEFORE_ALL = { reserveId: '00000000-0000-0000-0000-000000000000', ticket: 0 };

/** What the closed days of a library do to its holds. What was done already changes nothing the second time. */
@Injectable()
export class Closures {
  private readonly groups: LibraryGroups;

  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {
    this.groups = new LibraryGroups(database);
  }

  /** Extends what would end on a closed day, and resumes holds that a closed day has suspended which is one no longer. */
  @JobTask(CLOSED_DAYS_CHANGED, { sendsMail: false })
  async followChanges(changes: readonly ChangedClosedDays[]): Promise<void> {
    for (const websiteId of new Set(changes.map((change) => change.websiteId)))
      await this.extendPickups(websiteId);
    for (const change of changes)
      if (change.suspendedUntil !== null)
        await this.changeSuspensions(change.websiteId, new Date(change.suspendedUntil));
  }

  private async extendPickups(websiteId: number): Promise<void> {
    const closed = await findClosedDays(this.database, websiteId);
    if (closed === null) return;
    const endOf = pickupEnds(closed);
    let after: Pick<store.RunningPickup, 'reserveId' | 'ticket'> | undefined = BEFORE_ALL;
    while (after !== undefined) {
      const pickups: store.RunningPickup[] = await store.findPickups(
        this.database,
        websiteId,
        after,
        PICKUPS_AT_ONCE,
      );
      const later = pickups.filter((pickup) => laterPickup(pickup, endOf).length > 0);
      for (const reserveId of new Set(later.map((pickup) => pickup.reserveId))) {
        await store.keepNoticesWaiting(this.database, websiteId);
        await this.extendPickupsOf({ websiteId, reserveId }, endOf);
      }
      after = pickups.at(-1);
    }
  }

  private async extendPickupsOf(queue: Queue, endOf: EndOf): Promise<void> {
    await this.database.transaction(async (connection) => {
      await this.queues.lockAndApplyDue(connection, queue);
      const pickups = await store.findPickupsOfQueue(connection, queue);
      const later = pickups.flatMap((pickup) => laterPickup(pickup, endOf));
      const tickets = await postponePickups(connection, queue, later);
      if (tickets.length > 0) await writeHoldEvents(connection, 'hold.ready', queue, tickets);
    });
  }

  /**
   * Suspends holds that wait in a library which is closed, those also that were placed or resumed by time since it closed.
   * @returns how many
   */
  @PeriodicTask('closures')
  async suspendWaiting(): Promise<number> {
    const attempts = new Attempts();
    let suspended = 0;
    for (const group of await this.groups.list())
      await attempts.make(async () => {
        for (const { websiteId } of await store.findSuspendingLibraries.run(this.database, group))
          suspended += await this.suspendWaitingIn(websiteId);
      });
    attempts.throwFirstFailure();
    return suspended;
  }

  private async suspendWaitingIn(websiteId: number): Promise<number> {
    const until = await this.suspendedUntil(websiteId);
    if (until === undefined) return 0;
    let suspended = 0;
    for (const queue of await store.findQueuesWithWaitingHolds(this.database, websiteId, QUEUES_AT_ONCE))
      suspended += await this.suspendSome(queue, until);
    return suspended;
  }

  private async suspendedUntil(websiteId: number): Promise<Date | undefined> {
    const today = await findToday(this.database, websiteId);
    return suspendedUntil(await findCalendar(this.database, websiteId), today);
  }

  private suspendSome(queue: Queue, until: Date): Promise<number> {
    return this.database.transaction(async (connection) => {
      await this.queues.lockAndApplyDue(connection, queue);
      const waiting = await store.findWaiting(connection, queue, HOLDS_AT_ONCE);
      await suspendUntil(connection, queue, waiting, until);
      return waiting.length;
    });
  }

  /** Holds that are suspended until `former` by the calendar are suspended as long as it says now, or resumed. */
  private async changeSuspensions(websiteId: number, former: Date): Promise<void> {
    const until = await this.suspendedUntil(websiteId);
    if (until?.getTime() === former.getTime()) return;
    for (;;) {
      const queues = await store.findQueuesSuspendedUntil(this.database, websiteId, former, QUEUES_AT_ONCE);
      if (queues.length === 0) return;
      for (const queue of queues) await this.changeSome(queue, former, until);
    }
  }

  private async changeSome(queue: Queue, former: Date, until: Date | undefined): Promise<void> {
    await this.database.transaction(async (connection) => {
      await this.queues.lockAndApplyDue(connection, queue);
      const holds = await store.findSuspendedUntil(connection, queue, former, HOLDS_AT_ONCE);
      if (until !== undefined) await suspendUntil(connection, queue, holds, until);
      else if (holds.length > 0) await this.queues.release(connection, queue, ticketsOf(holds));
    });
  }
}

const ticketsOf = (holds: readonly store.WaitingHold[]): number[] => holds.map(({ ticket }) => ticket);

async function suspendUntil(
  connection: Connection,
  queue: Queue,
  holds: readonly store.WaitingHold[],
  until: Date,
): Promise<void> {
  if (holds.length === 0) return;
  const suspension = { type: 'limited', until } as const;
  await writeHoldEvents(connection, 'hold.suspended', queue, ticketsOf(holds));
  await suspend(
    connection,
    queue,
    holds.map((hold) => ({ ...hold, suspension })),
  );
}

type EndOf = ReturnType<typeof pickupEnds>;

/** The pickup with its new end, if that is another one. */
function laterPickup({ ticket, endsAt, extendableTo }: store.RunningPickup, endOf: EndOf): LaterPickup[] {
  const end = endOf(endsAt);
  if (end <= endsAt) return [];
  return [{ ticket, endsAt: end, extendableTo: extendableTo && endOf(extendableTo) }];
}
