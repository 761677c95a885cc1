import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { LibraryGroups } from '../../platform/database/library-groups.js';
import { Attempts } from '../../platform/attempts.js';
import { Polling } from '../../platform/polling.js';
import { lockPatrons } from '../locks.store.js';
import { QueueService } from '../queue.service.js';
import * as store from './pace-reviews.store.js';

const REVIEWS_AT_ONCE = 500;
const FAILED = 'Holds of patrons who want few at once were not looked at; retrying.';

/**
 * Looks again at the waiting holds of patrons with a limit of ready holds, when one of their ready holds has ended: a copy that went past
 * such a hold may still be free. Any number of processes may do so: each queue is brought up to date under its lock.
 */
@Injectable()
export class PaceReviews {
  private readonly logger = new Logger('Pace');
  private readonly groups: LibraryGroups;
  private readonly polling = new Polling(
    () => this.reviewAll(),
    (error) => this.logger.warn({ err: error }, FAILED),
  );

  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {
    this.groups = new LibraryGroups(database);
  }

  start(): void {
    this.polling.start();
  }

  /** Resolves when the work in progress is done. */
  stop(): Promise<void> {
    return this.polling.stop();
  }

  /**
   * @returns how many patrons were reviewed
   * @throws the error of a failed review, after all the others: no patron waits for a queue that is locked, or for a node that is down
   */
  async reviewAll(): Promise<number> {
    const attempts = new Attempts();
    let reviewed = 0;
    for (const group of await this.groups.listAndAll())
      await attempts.make(async () => {
        const found = await store.findReviews(this.database, group, REVIEWS_AT_ONCE);
        const ofPatrons = Map.groupBy(found, ({ websiteId, patronId }) => `${websiteId} ${patronId}`);
        for (const reviews of ofPatrons.values()) await attempts.make(() => this.review(reviews));
        reviewed += ofPatrons.size;
      });
    attempts.throwFirstFailure();
    return reviewed;
  }

  /**
   * Each queue has its own transaction. An interrupted review is repeated.
   * @param reviews of one patron
   */
  private async review(reviews: readonly store.Review[]): Promise<void> {
    const [patron] = reviews;
    if (patron === undefined || this.polling.isStopping) return;
    // Waits until the patron's other transaction ends: a hold that it places or releases is not visible before.
    await lockPatrons(this.database, [patron]);
    for (const queue of await store.findQueuesToReview(this.database, patron))
      await this.database.transaction((connection) => this.queues.lockAndApplyDue(connection, queue));
    const reviewIds = reviews.map(({ reviewId }) => reviewId);
    await store.deleteReviews(this.database, patron.websiteId, reviewIds);
  }
}
