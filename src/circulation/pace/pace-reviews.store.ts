import type { PatronKey } from '../../domain/patron.js';
import { groupSearch } from '../../platform/database/library-groups.js';
import { statement } from '../../platform/database/statement.js';
import type { Queue } from '../queue.store.js';

/** The waiting holds of these patrons are looked at again, soon after this transaction. */
export const writeReviews = statement(
  'pace-review-write',
  `INSERT INTO pace_review (website_id, patron_id) SELECT $1::int, unnest($2::int[])`,
).execute((websiteId: number, patronIds: readonly number[]) => [websiteId, patronIds]);

/** The same for the patrons of ready holds that end now. As long as the holds tell whose they are. */
export const writeReviewsOfHolds = statement(
  'pace-review-write-of-holds',
  `INSERT INTO pace_review (website_id, patron_id)
   SELECT h.website_id, h.patron_id FROM hold h JOIN pace k USING (website_id, patron_id)
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[]) AND h.expires_at IS NOT NULL`,
).execute(({ websiteId, reserveId }: Queue, tickets: readonly number[]) => [websiteId, reserveId, tickets]);

export interface Review extends PatronKey {
  readonly reviewId: string;
}

/** In the order in which they were written: some, if there are more than `most`. */
export const findReviews = groupSearch<Review>(
  'pace-review-find',
  1,
  (inGroup) => `
  SELECT website_id AS "websiteId", patron_id AS "patronId", review_id AS "reviewId" FROM pace_review
  WHERE ${inGroup} ORDER BY written_at, review_id LIMIT $1`,
).some();

/**
 * Where the patron waits, the hold that was placed first before the others. Nothing tells without the lock of a queue whether it has a copy
 * for the patron, nor whether a suspension that ends by time is just being ended.
 */
export const findQueuesToReview = statement<Queue>(
  'pace-review-queues',
  `SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM hold
   WHERE website_id = $1 AND patron_id = $2 AND expires_at IS NULL AND suspension_type IS DISTINCT FROM 'indefinite'
   ORDER BY placed_at, reserve_id`,
).all(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

export const deleteReviews = statement(
  'pace-review-delete',
  'DELETE FROM pace_review WHERE website_id = $1 AND review_id = ANY ($2::uuid[])',
).execute((websiteId: number, reviewIds: readonly string[]) => [websiteId, reviewIds]);
