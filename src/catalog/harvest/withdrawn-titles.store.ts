import type { FormatClass } from '../../domain/lending-period.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { OpenCollections } from '../collections.store.js';

/** What is still known of a title that the collections have no more. */
export interface WithdrawnTitle {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly title: string;
  readonly formatClass: FormatClass;
  readonly withdrawnAt: Date;
}

const FIND = statement(
  'withdrawn-titles-find',
  `SELECT DISTINCT ON (w.reserve_id) w.reserve_id AS "reserveId", w.cross_ref_id AS "crossRefId", w.title,
     w.format_class AS "formatClass", w.withdrawn_at AS "withdrawnAt"
   FROM withdrawn_title w
   WHERE w.website_id = $1 AND w.collection_id = ANY ($2::text[]) AND w.reserve_id = ANY ($3::uuid[])
   ORDER BY w.reserve_id, w.withdrawn_at DESC`,
);

/** As they were when they were withdrawn last, in no particular order. */
export async function findWithdrawnTitles(
  connection: Connection,
  { websiteId, collectionIds }: OpenCollections,
  reserveIds: readonly string[],
): Promise<WithdrawnTitle[]> {
  return reserveIds.length === 0
    ? []
    : connection.run<WithdrawnTitle>(FIND, [websiteId, collectionIds, reserveIds]);
}

/** Who has not asked for so long reads the whole catalog anyway. */
export const WITHDRAWN_DAYS = 400;

const PURGE = statement(
  'withdrawn-titles-purge',
  `DELETE FROM withdrawn_title w USING (
     SELECT old.website_id, old.collection_id, old.reserve_id
     FROM library l CROSS JOIN LATERAL (
       SELECT * FROM withdrawn_title o
       WHERE o.website_id = l.website_id
         AND o.withdrawn_at <= (SELECT service_now() - interval '${WITHDRAWN_DAYS} days')
       ORDER BY o.withdrawn_at, o.reserve_id LIMIT 1000) old
     LIMIT 1000) gone
   WHERE (w.website_id, w.collection_id, w.reserve_id) = (gone.website_id, gone.collection_id, gone.reserve_id)
   RETURNING 1 AS one`,
);

/** @returns how many were deleted; at most a thousand at a time */
export async function purgeWithdrawnTitles(connection: Connection): Promise<number> {
  return (await connection.run(PURGE)).length;
}
