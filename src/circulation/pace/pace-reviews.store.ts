import type { PatronKey } from '../../domain/patron.js';
import { groupSearch } from '../../platform/database/library-groups.js';
import { statement } from '../../platform/database/statement.js';
import type { Queue } from '../queue.store.js';

/** Asks for a review of these patrons' waiting holds, soon after this transaction. */
export const writeReviews = statement(
  'pace-review-write',
  `INSERT INTO pace_review (website_id, patron_id) SELECT $1::int, unnest($2::int[])`,
).execute((websiteId: number, patronIds: readonly number[]) => [websiteId, patronIds]);

/** The same for the patrons of ready holds that end now, if these hold others back. Call it while the holds still exist. */
export const writeReviewsOfHolds = statement(
  'pace-review-write-of-holds',
  `INSERT INTO pace_review (website_id, patron_id)
   SELECT h.website_id, h.patron_id FROM hold h JOIN pace k USING (website_id, patron_id)
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[]) AND h.expires_at IS NOT NULL
     AND (k.ready_at_most IS NOT NULL OR h.alternatives_id IS NOT NULL)`,
).execute(({ websiteId, reserveId }: Queue, tickets: readonly number[]) => [websiteId, reserveId, tickets]);

export interface Review extends PatronKey {
  readonly reviewId: string;
}

/** The oldest first; at most `most`. */
export const findReviews = groupSearch<Review>(
  'pace-review-find',
  1,
  (inGroup) => `
  SELECT website_id AS "websiteId", patron_id AS "patronId", review_id AS "reviewId" FROM pace_review
  WHERE ${inGroup} ORDER BY written_at, review_id LIMIT $1`,
).some();

/**
 * The queues in which the patron waits, in the order of placement. Only under a queue's lock can one know whether it has a copy for the
 * patron, or whether a suspension is just ending.
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
