import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { writeHoldEvents } from './event-facts.store.js';
import { findWaiting, postponePickups } from './pickups.store.js';
import { QueueService } from './queue.service.js';
import { type Queue, suspend } from './queue.store.js';

/** A queue may have a hundred thousand holds. In steps of this size, no request waits for long. */
const HOLDS_AT_ONCE = 500;

/** How many holds one transaction has changed, and whether it has finished the queue. */
interface Step {
  readonly changed: number;
  readonly isDone: boolean;
}

/** Changes of a whole queue by a library's staff, step by step. A repeated step changes nothing. */
@Injectable()
export class Closures {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {}

  /** Lets no running pickup end before `until`. */
  async postponePickups(queue: Queue, until: Date): Promise<Step> {
    const changed = await this.database.transaction(async (connection) => {
      await this.queues.lockAndApplyDue(connection, queue);
      const tickets = await postponePickups(connection, queue, until);
      if (tickets.length > 0) await writeHoldEvents(connection, 'hold.ready', queue, tickets);
      return tickets.length;
    });
    return { changed, isDone: true };
  }

  /** Suspends the first waiting holds until this time. */
  async suspendSome(queue: Queue, until: Date): Promise<Step> {
    const changed = await this.database.transaction(async (connection) => {
      await this.queues.lockAndApplyDue(connection, queue);
      const waiting = await findWaiting(connection, queue, HOLDS_AT_ONCE);
      const tickets = waiting.map(({ ticket }) => ticket);
      if (tickets.length === 0) return 0;
      await writeHoldEvents(connection, 'hold.suspended', queue, tickets);
      const suspension = { type: 'limited', until } as const;
      await suspend(
        connection,
        queue,
        waiting.map((hold) => ({ ...hold, suspension })),
      );
      return tickets.length;
    });
    return { changed, isDone: changed < HOLDS_AT_ONCE };
  }
}
