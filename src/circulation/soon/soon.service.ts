import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../domain/durations.js';
import type { Queue } from '../../domain/holds/queue.js';
import { writePatronEvents } from '../../events/outbox.store.js';
import { writeHoldNotices } from '../../notifications/sending/notice-outbox.store.js';
import { Attempts } from '../../platform/attempts.js';
import { Database } from '../../platform/database/database.js';
import { LibraryGroups } from '../../platform/database/library-groups.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { claimQueues } from '../timers/timers.store.js';
import { findSoonReady, findSoonReadyHolds, markSoonTold } from './soon.store.js';

/** The notice is about days, and each look reads the waits of all queues. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** The limit of queues, and of holds in them, in one transaction: a request waits only briefly for a queue. */
const QUEUES_AT_ONCE = 20;
const HOLDS_AT_ONCE = 1_000;

/** Tells patrons, once for each hold, that it is likely to be ready soon, if their library wants that (decision 12). */
@Injectable()
export class SoonReady {
  private readonly groups: LibraryGroups;
  private nextLook = -Infinity;

  constructor(private readonly database: Database) {
    this.groups = new LibraryGroups(database);
  }

  /**
   * A failure in one library does not delay the others.
   * @returns how many patrons were told; 0 also if it has just looked
   */
  @PeriodicTask('soon')
  async tell(): Promise<number> {
    if (performance.now() < this.nextLook) return 0;
    const attempts = new Attempts();
    let told = 0;
    for (const group of await this.groups.list())
      await attempts.make(async () => {
        const found = await findSoonReady(this.database, group, QUEUES_AT_ONCE);
        for (const [websiteId, queues] of Map.groupBy(found, (queue) => queue.websiteId))
          await attempts.make(async () => {
            told += await this.tellIn(websiteId, queues);
          });
      });
    attempts.throwFirstFailure();
    if (told === 0) this.nextLook = performance.now() + LOOK_EVERY_MS;
    return told;
  }

  /** Skips queues that others have locked until the next time. */
  private tellIn(websiteId: number, queues: readonly Queue[]): Promise<number> {
    return this.database.transaction(async (connection) => {
      const claimed = await claimQueues(connection, websiteId, queues);
      if (claimed.length === 0) return 0;
      const found = await findSoonReadyHolds(connection, websiteId, claimed, HOLDS_AT_ONCE);
      if (found.length === 0) return 0;
      const told = await markSoonTold(connection, websiteId, found);
      const patronIds = told.map(({ patronId }) => patronId);
      await writeHoldNotices(connection, 'soon', told);
      await writePatronEvents(connection, 'hold.soon', websiteId, patronIds);
      return told.length;
    });
  }
}
