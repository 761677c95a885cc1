import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { LibraryGroups } from '../../platform/database/library-groups.js';
import { Polling } from '../../platform/polling.js';
import { QueueService } from '../queue.service.js';
import * as store from './pace-reviews.store.js';

const REVIEWS_AT_ONCE = 500;
const FAILED = 'Holds of patrons who want few at once were not looked at; retrying.';

/**
 * Looks again at the waiting holds of patrons whose pace held them back, when one of their ready holds has ended: a copy that went past
 * such a hold may still be free. Any number of processes may do so: each queue is settled under its lock.
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

  /** @returns how many patrons were reviewed */
  async reviewAll(): Promise<number> {
    let reviewed = 0;
    for (const group of await this.groups.list()) {
      const found = await store.findReviews(this.database, group, REVIEWS_AT_ONCE);
      const ofPatrons = Map.groupBy(found, ({ websiteId, patronId }) => `${websiteId} ${patronId}`);
      for (const reviews of ofPatrons.values()) await this.review(reviews);
      reviewed += ofPatrons.size;
    }
    return reviewed;
  }

  /** Each queue in a transaction of its own. What is interrupted is done again. @param reviews of one patron */
  private async review(reviews: readonly store.Review[]): Promise<void> {
    const [patron] = reviews;
    if (patron === undefined || this.polling.isStopping) return;
    for (const queue of await store.findQueuesToReview(this.database, patron))
      await this.database.transaction((connection) => this.queues.lockAndSettle(connection, queue));
    const reviewIds = reviews.map(({ reviewId }) => reviewId);
    await store.deleteReviews(this.database, patron.websiteId, reviewIds);
  }
}
