import { columnTable, inEachLibrary, runForEach } from '../platform/database/by-library.js';
import { inQuery } from '../platform/database/cluster.store.js';
import { groupSearch } from '../platform/database/library-groups.js';
import { bulkStatement, type Connection, statement } from '../platform/database/statement.js';
import { holdEvent, traceWith } from './hold-trace.store.js';
import { SPENT_COPIES } from './licences/licence-columns.store.js';
import type { Queue } from './queue.store.js';

/** SQL for "the library $1 owns a copy that the patron of the hold `h` may use", but for those whose last loan runs. */
const HAS_COPY = `EXISTS (
  SELECT FROM category_collection cc JOIN copies c USING (website_id, collection_id)
  WHERE cc.website_id = $1 AND cc.category = h.category AND c.reserve_id = h.reserve_id AND c.owned > ${SPENT_COPIES})`;

/** SQL for "the patron of the hold `h` could use a licence of the library $1 that has ended, or begins no loan any more". */
const HAD_LICENCE = `EXISTS (
  SELECT FROM category_collection cc JOIN licence n USING (website_id, collection_id)
  WHERE cc.website_id = $1 AND cc.category = h.category AND n.reserve_id = h.reserve_id
    AND n.holdable AND (n.ends_at <= (SELECT service_now()) OR n.lent >= n.loans))`;

/** A collection in which a library no longer owns a copy of a title. */
export interface LostCopies extends Queue {
  readonly collectionId: string;
}

const GIVEN = columnTable({ reserveId: 'uuid', collectionId: 'text' });

/** Skips holds whose patrons could not use the collection. In whole milliseconds, as a notice shows it. */
const MARK = bulkStatement(`
  UPDATE hold h SET copies_lost_at = ${inQuery("date_trunc('milliseconds', service_now())")}
  FROM ${GIVEN.sql}
  WHERE h.website_id = $1 AND h.reserve_id = given.reserve_id AND h.copies_lost_at IS NULL
    AND EXISTS (SELECT FROM category_collection cc
                WHERE cc.website_id = $1 AND cc.category = h.category AND cc.collection_id = given.collection_id)
    AND NOT ${HAS_COPY}`);

/** Records on the holds of these locked queues that the library no longer owns a copy for them. A worker tells their patrons. */
export async function markLostCopies(connection: Connection, lost: readonly LostCopies[]): Promise<void> {
  await runForEach(connection, [MARK], GIVEN, lost);
}

const FORGET = bulkStatement(`
  UPDATE hold h SET copies_lost_at = NULL, copies_loss_told = false, copies_loss_ends_at = NULL
  WHERE h.website_id = $1 AND h.reserve_id = ANY ($2::uuid[]) AND h.copies_lost_at IS NOT NULL AND ${HAS_COPY}`);

/** Clears the loss where the library owns a copy again. The queues must be locked. */
export async function forgetLostCopies(connection: Connection, queues: readonly Queue[]): Promise<void> {
  await inEachLibrary(queues, async (websiteId, own) => {
    await connection.run(FORGET, [websiteId, own.map(({ reserveId }) => reserveId)]);
  });
}

/** The titles that patrons of this category wait for, and of which the library no longer owns a copy for them. */
export const findLostTitles = statement<Queue>(
  'lost-copies-find-titles',
  `SELECT DISTINCT website_id AS "websiteId", reserve_id AS "reserveId" FROM hold
   WHERE website_id = $1 AND category = $2 AND copies_lost_at IS NOT NULL`,
).all(({ websiteId, category }: { readonly websiteId: number; readonly category: string }) => [
  websiteId,
  category,
]);

/** A hold with a copy set aside is announced when its pickup was missed. */
const IS_UNTOLD = 'h.copies_lost_at IS NOT NULL AND NOT h.copies_loss_told AND h.collection_id IS NULL';
const IS_OVER = 'h.copies_loss_ends_at <= (SELECT service_now()) AND h.collection_id IS NULL';

/** Some queues of each library with such holds: a library that has lost thousands of titles does not delay the others. */
const queuesWith = (isWanted: string, orderBy: string) => (inGroup: string) => `
  SELECT DISTINCT website_id AS "websiteId", reserve_id AS "reserveId"
  FROM (SELECT h.website_id, h.reserve_id, row_number() OVER (PARTITION BY h.website_id ORDER BY ${orderBy}) AS place
        FROM hold h WHERE ${inGroup} AND ${isWanted}) found
  WHERE place <= $1`;

/** Queues with patrons who must be told. At most $1 of each library. */
export const findUnannounced = groupSearch<Queue>(
  'lost-copies-find-untold',
  1,
  queuesWith(IS_UNTOLD, 'h.reserve_id'),
).some();

/** Queues with holds that no copy has reached in time. At most $1 of each library. */
export const findOver = groupSearch<Queue>(
  'lost-copies-find-over',
  1,
  queuesWith(IS_OVER, 'h.copies_loss_ends_at'),
).some();

/** In whole milliseconds, as an answer shows it. A query (`inQuery`). */
const ENDS_AT = `(
  SELECT date_trunc('milliseconds', service_now() + make_interval(hours => 24 * s.days_without_copies))
  FROM library_settings s WHERE s.website_id = $1)`;

export interface AnnouncedLoss extends Queue {
  readonly ticket: number;
  readonly lostAt: Date;
}

/**
 * Marks the patrons of these holds as told; the library's setting decides the end.
 * @param most how many of the holds of these locked queues of one library
 */
export const announceLosses = statement<AnnouncedLoss>(
  'lost-copies-tell',
  `WITH untold AS MATERIALIZED (
       SELECT h.reserve_id, h.ticket FROM hold h
       WHERE h.website_id = $1 AND h.reserve_id = ANY ($2::uuid[]) AND ${IS_UNTOLD} LIMIT $3)
   UPDATE hold h SET copies_loss_told = true, copies_loss_ends_at = ${ENDS_AT},
     trace = ${traceWith(holdEvent('copies-lost', { until: ENDS_AT }))}
   FROM untold
   WHERE h.website_id = $1 AND h.reserve_id = ANY ($2::uuid[]) AND h.reserve_id = untold.reserve_id AND h.ticket = untold.ticket
     AND h.copies_lost_at IS NOT NULL
   RETURNING h.website_id AS "websiteId", h.reserve_id AS "reserveId", h.ticket, h.copies_lost_at AS "lostAt"`,
).all((websiteId: number, queues: readonly Queue[], most: number) => [
  websiteId,
  queues.map(({ reserveId }) => reserveId),
  most,
]);

export interface HoldWithoutCopies extends Queue {
  readonly ticket: number;
  /** Why it ends; null: the library no longer wants to end such holds. */
  readonly reason: 'no-copies' | 'licence-ended' | null;
}

/** @param most how many of the holds of these locked queues of one library that no copy has reached in time */
export const findHoldsWithoutCopies = statement<HoldWithoutCopies>(
  'lost-copies-find-holds',
  `SELECT h.website_id AS "websiteId", h.reserve_id AS "reserveId", h.ticket,
     CASE WHEN s.days_without_copies IS NULL THEN NULL WHEN ${HAD_LICENCE} THEN 'licence-ended' ELSE 'no-copies' END AS reason
   FROM hold h LEFT JOIN library_settings s USING (website_id)
   WHERE h.website_id = $1 AND h.reserve_id = ANY ($2::uuid[]) AND ${IS_OVER} ORDER BY h.reserve_id, h.ticket LIMIT $3`,
).all((websiteId: number, queues: readonly Queue[], most: number) => [
  websiteId,
  queues.map(({ reserveId }) => reserveId),
  most,
]);

/** Keeps these holds of a locked queue. */
export const keepHolds = statement(
  'lost-copies-keep-holds',
  `UPDATE hold SET copies_loss_ends_at = NULL WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3::int[])`,
).execute((queue: Queue, tickets: readonly number[]) => [queue.websiteId, queue.reserveId, tickets]);
