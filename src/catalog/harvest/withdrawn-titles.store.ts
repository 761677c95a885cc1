import type { FormatClass } from '../../domain/lending-period.js';
import { purgeOf } from '../../platform/database/purge.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { OpenCollections } from '../collections/collections.store.js';

/** What is still known of a title that the collections no longer have. */
export interface WithdrawnTitle {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly title: string;
  readonly formatClass: FormatClass;
  readonly withdrawnAt: Date;
}

const FIND = statement<WithdrawnTitle>(
  'withdrawn-titles-find',
  `SELECT DISTINCT ON (w.reserve_id) w.reserve_id AS "reserveId", w.cross_ref_id AS "crossRefId", w.title,
     w.format_class AS "formatClass", w.withdrawn_at AS "withdrawnAt"
   FROM withdrawn_title w
   WHERE w.website_id = $1 AND w.collection_id = ANY ($2::text[]) AND w.reserve_id = ANY ($3::uuid[])
   ORDER BY w.reserve_id, w.withdrawn_at DESC`,
);

/** As they were when they were last withdrawn, in no particular order. */
export async function findWithdrawnTitles(
  connection: Connection,
  { websiteId, collectionIds }: OpenCollections,
  reserveIds: readonly string[],
): Promise<WithdrawnTitle[]> {
  return reserveIds.length === 0 ? [] : connection.run(FIND, [websiteId, collectionIds, reserveIds]);
}

/** A client that has not asked for longer reads the whole catalog anyway. */
const WITHDRAWN_DAYS = 400;

/**
 * Deletes the oldest withdrawn titles.
 * @returns how many; at most a thousand at a time
 */
export const purgeWithdrawnTitles = purgeOf({
  task: 'withdrawn-titles',
  table: 'withdrawn_title',
  key: { collection_id: 'text', reserve_id: 'uuid' },
  // An index has each library's titles by time.
  find: `SELECT old.website_id, old.collection_id, old.reserve_id
    FROM library l CROSS JOIN LATERAL (
      SELECT * FROM withdrawn_title o
      WHERE o.website_id = l.website_id
        AND o.withdrawn_at <= (SELECT service_now() - interval '${WITHDRAWN_DAYS} days')
      ORDER BY o.withdrawn_at, o.reserve_id LIMIT 1000) old
    LIMIT $1`,
});
