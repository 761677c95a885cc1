import type { Queue } from '../../circulation/queue.service.js';
import { writeTitleChanged, writeTitlesChanged, writeTitleWithdrawn } from '../../events/outbox.store.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { bulkStatement, type Connection, statement } from '../../platform/database/statement.js';

/** What an operator changes in a title counts as an update at once, for clients that ask what has changed. */
export const SET_UPDATED_AT =
  'UPDATE title_queue SET title_changed_at = service_now(), changed_at = service_now()';

/** Marks a title of one library as updated. */
export async function markTitleUpdated(
  connection: Connection,
  { websiteId, reserveId }: Queue,
): Promise<void> {
  await Promise.all([
    connection.run(MARK_UPDATED, [websiteId, reserveId]),
    writeTitleChanged(connection, { websiteId, reserveId }),
  ]);
}

const MARK_UPDATED = statement(
  'records-mark-title-updated',
  `${SET_UPDATED_AT} WHERE website_id = $1 AND reserve_id = $2`,
);

const MARK_EACH_UPDATED = bulkStatement(
  `${SET_UPDATED_AT} WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[])`,
);

/** Marks titles of one library as updated. */
export async function markTitlesUpdated(
  connection: Connection,
  websiteId: number,
  titles: readonly { readonly reserveId: string }[],
): Promise<void> {
  await Promise.all([
    connection.run(MARK_EACH_UPDATED, [websiteId, titles.map(({ reserveId }) => reserveId)]),
    writeTitlesChanged(connection, websiteId, titles),
  ]);
}

interface WithdrawnCopies {
  readonly collectionId: string;
  readonly crossRefId: number;
  readonly title: string;
  readonly formatClass: string;
}

const FIND_COPIES = statement<WithdrawnCopies>(
  'records-withdrawn-find-copies',
  `SELECT c.collection_id AS "collectionId", t.cross_ref_id AS "crossRefId", t.title, t.format_class AS "formatClass"
   FROM copies c JOIN title t USING (reserve_id)
   WHERE c.website_id = $1 AND c.reserve_id = $2 AND ($3::text IS NULL OR c.collection_id = $3)
   ORDER BY c.collection_id`,
);

const REMEMBER = statement(
  'records-withdrawn-remember',
  `INSERT INTO withdrawn_title (website_id, reserve_id, collection_id, cross_ref_id, title, format_class, withdrawn_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (website_id, collection_id, reserve_id) DO UPDATE SET
     cross_ref_id = EXCLUDED.cross_ref_id, title = EXCLUDED.title, format_class = EXCLUDED.format_class,
     withdrawn_at = EXCLUDED.withdrawn_at`,
);

/**
 * Remembers that collections no longer have a title, for clients that ask what has changed. It runs before their copies are
 * deleted. The copies are read first, so that one shard writes, and the title can be deleted after it (cluster.store.ts).
 * @param collectionId all collections of the library, if undefined
 */
export async function rememberWithdrawn(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  collectionId?: string,
): Promise<void> {
  const all = await connection.run(FIND_COPIES, [websiteId, reserveId, collectionId ?? null]);
  const now = await readServiceTime(connection);
  if (all.length > 0) await writeTitleWithdrawn(connection, { websiteId, reserveId });
  for (const { collectionId, crossRefId, title, formatClass } of all)
    await connection.run(REMEMBER, [websiteId, reserveId, collectionId, crossRefId, title, formatClass, now]);
}
