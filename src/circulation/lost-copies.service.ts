import { Injectable } from '@nestjs/common';
import { writeHoldNotices } from '../notifications/sending/notice-outbox.store.js';
import { Attempts } from '../platform/attempts.js';
import { Database } from '../platform/database/database.js';
import { LibraryGroups } from '../platform/database/library-groups.js';
import type { Connection } from '../platform/database/statement.js';
import { PeriodicTask } from '../platform/jobs/task.decorators.js';
import {
  findHoldsWithoutCopies,
  findOver,
  findUnannounced,
  forgetLostCopies,
  keepHolds,
  announceLosses,
} from './lost-copies.store.js';
import { QueueService } from './queue.service.js';
import type { Queue } from './queue.store.js';
import { claimQueues } from './timers/timers.store.js';

/** The limit of queues of a library, and of holds in them, in one transaction: a request waits only briefly for a queue. */
const QUEUES_AT_ONCE = 20;
const HOLDS_AT_ONCE = 1_000;

/** Changes locked queues of one library, and returns how many holds were changed. */
type QueueWork = (connection: Connection, websiteId: number, queues: readonly Queue[]) => Promise<number>;

/**
 * Tells patrons when the library no longer owns a copy of a title that they wait for. It ends their holds if the library wants that and no
 * copy arrives. A hold ends only after its end was announced, so a late worker makes holds live longer, never shorter.
 */
@Injectable()
export class LostCopiesService {
  private readonly groups: LibraryGroups;

  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {
    this.groups = new LibraryGroups(database);
  }

  /**
   * A failure in one library does not delay the others.
   * @returns how many holds were announced or ended
   */
  @PeriodicTask('lost-copies')
  async work(): Promise<number> {
    const attempts = new Attempts();
    let done = 0;
    const inLibraries = async (found: readonly Queue[], work: QueueWork): Promise<void> => {
      for (const [websiteId, queues] of Map.groupBy(found, (queue) => queue.websiteId))
        await attempts.make(async () => {
          done += await this.underLocks(websiteId, queues, work);
        });
    };
    for (const group of await this.groups.list())
      await attempts.make(async () => {
        await inLibraries(await findUnannounced(this.database, group, QUEUES_AT_ONCE), tell);
        const over = await findOver(this.database, group, QUEUES_AT_ONCE);
        await inLibraries(over, (...locked) => this.end(...locked));
      });
    attempts.throwFirstFailure();
    return done;
  }

  /** Skips queues that others have locked until the next time. */
  private underLocks(websiteId: number, queues: readonly Queue[], work: QueueWork): Promise<number> {
    return this.database.transaction(async (connection) => {
      const claimed = await claimQueues(connection, websiteId, queues);
      if (claimed.length === 0) return 0;
      await forgetLostCopies(connection, claimed);
      return work(connection, websiteId, claimed);
    });
  }

  /** Keeps the holds if the library no longer wants to end them. */
  private async end(connection: Connection, websiteId: number, queues: readonly Queue[]): Promise<number> {
    const over = await findHoldsWithoutCopies(connection, websiteId, queues, HOLDS_AT_ONCE);
    for (const [reserveId, own] of Map.groupBy(over, (hold) => hold.reserveId)) {
      const queue = { websiteId, reserveId };
      for (const [reason, holds] of Map.groupBy(own, (hold) => hold.reason)) {
        const tickets = holds.map(({ ticket }) => ticket);
        if (reason === null) await keepHolds(connection, queue, tickets);
        else await this.queues.endHolds(connection, queue, tickets, { reason });
      }
    }
    return over.length;
  }
}

async function tell(connection: Connection, websiteId: number, queues: readonly Queue[]): Promise<number> {
  const told = await announceLosses(connection, websiteId, queues, HOLDS_AT_ONCE);
  const notices = told.map(({ lostAt, ...hold }) => ({ ...hold, moment: lostAt }));
  await writeHoldNotices(connection, 'no-copies', notices);
  return told.length;
}
