import type { Queue } from '../../../circulation/queue.service.js';
import { bulkStatement, type Connection, statement } from '../../../platform/database/statement.js';
import type { CategoryKey, CategoryRecord } from './category.schema.js';

export interface StoredCategory {
  readonly holdLimit: number | null;
  readonly checkoutLimit: number | null;
  /** Sorted like those of the record. */
  readonly collections: readonly string[];
}

const FIND = statement<StoredCategory>(
  'records-category-find',
  `SELECT pc.hold_limit AS "holdLimit", pc.checkout_limit AS "checkoutLimit",
     ARRAY (SELECT cc.collection_id FROM category_collection cc
            WHERE cc.website_id = $1 AND cc.category = $2) AS collections
   FROM patron_category pc WHERE pc.website_id = $1 AND pc.category = $2`,
);

export async function findCategory(
  connection: Connection,
  { websiteId, category }: CategoryKey,
): Promise<StoredCategory | undefined> {
  const [found] = await connection.run(FIND, [websiteId, category]);
  // Sorted here by code units, because the database's text order depends on its locale.
  return found && { ...found, collections: [...found.collections].sort() };
}

/** In the order of `collectionIds`. */
export const findUnknownCollections = statement<{ collectionId: string }>(
  'records-category-unknown-collections',
  `SELECT wanted.collection_id AS "collectionId"
   FROM unnest($2::text[]) WITH ORDINALITY AS wanted (collection_id, position)
   WHERE NOT EXISTS (SELECT FROM collection c
                     WHERE c.website_id = $1 AND c.collection_id = wanted.collection_id)
   ORDER BY wanted.position`,
).column('collectionId', (websiteId: number, collectionIds: readonly string[]) => [websiteId, collectionIds]);

/** Writes the limits. A new category also gets `newToken`. */
export const upsertCategory = statement(
  'records-category-upsert',
  `INSERT INTO patron_category (website_id, category, hold_limit, checkout_limit, collection_token)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (website_id, category) DO UPDATE
   SET hold_limit = EXCLUDED.hold_limit, checkout_limit = EXCLUDED.checkout_limit`,
).execute(({ websiteId, category, holdLimit, checkoutLimit }: CategoryRecord, newToken: string) => [
  websiteId,
  category,
  holdLimit,
  checkoutLimit,
  newToken,
]);

const CHANGE_TOKEN = statement(
  'records-category-change-token',
  'UPDATE patron_category SET collection_token = $3 WHERE website_id = $1 AND category = $2',
);
const REMOVE_COLLECTIONS = statement(
  'records-category-remove-collections',
  'DELETE FROM category_collection WHERE website_id = $1 AND category = $2 AND collection_id <> ALL ($3::text[])',
);
const ADD_COLLECTIONS = statement(
  'records-category-add-collections',
  `INSERT INTO category_collection (website_id, category, collection_id)
   SELECT $1::int, $2, wanted FROM unnest($3::text[]) AS wanted
   ON CONFLICT (website_id, category, collection_id) DO NOTHING`,
);

/** The collection token changes too: URLs with the old one stop working. */
export async function changeCollections(
  connection: Connection,
  { websiteId, category, collections }: CategoryRecord,
  newToken: string,
): Promise<void> {
  await Promise.all([
    connection.run(CHANGE_TOKEN, [websiteId, category, newToken]),
    connection.run(REMOVE_COLLECTIONS, [websiteId, category, collections]),
    connection.run(ADD_COLLECTIONS, [websiteId, category, collections]),
  ]);
}

/** The union of the collections of the library's categories, sorted. */
export const findUsedCollections = statement<{ collections: string[] }>(
  'records-category-used-collections',
  `SELECT ARRAY (SELECT DISTINCT collection_id FROM category_collection WHERE website_id = $1 ORDER BY 1) AS collections`,
).oneValue('collections', (websiteId: number) => [websiteId]);

/** The library's own token stands for that union: when it changes, addresses with the old token stop working. */
export const changeLibraryToken = statement(
  'records-category-change-library-token',
  'UPDATE library SET collection_token = $2 WHERE website_id = $1',
).execute((websiteId: number, newToken: string) => [websiteId, newToken]);

/**
 * Locks every queue of these collections, also those without holds. A concurrent placement or return still sees the
 * old collections; this waits until it has finished.
 */
export const lockQueuesOfCollections = bulkStatement(`
  SELECT count(*) FROM (
    SELECT FROM title_queue q
    WHERE q.website_id = $1 AND EXISTS (
      SELECT FROM copies c
      WHERE c.website_id = $1 AND c.reserve_id = q.reserve_id AND c.collection_id = ANY ($2::text[]))
    ORDER BY q.reserve_id FOR NO KEY UPDATE OF q) locked`).execute(
  (websiteId: number, collectionIds: readonly string[]) => [websiteId, collectionIds],
);

/** Queues where a copy of these collections is free and a patron of the category is waiting. */
export const findQueuesToServe = bulkStatement<Queue>(`
  SELECT DISTINCT c.website_id AS "websiteId", c.reserve_id AS "reserveId"
  FROM copies c
  WHERE c.website_id = $1 AND c.collection_id = ANY ($3::text[]) AND c.owned > c.on_loan + c.set_aside
    AND EXISTS (SELECT FROM hold h
                WHERE h.website_id = $1 AND h.reserve_id = c.reserve_id AND h.category = $2
                  AND h.collection_id IS NULL)`).all(
  ({ websiteId, category }: CategoryKey, collectionIds: readonly string[]) => [
    websiteId,
    category,
    collectionIds,
  ],
);

export const countPatrons = statement<{ patrons: number }>(
  'records-category-count-patrons',
  `SELECT count(*)::int AS patrons FROM patron WHERE website_id = $1 AND category = $2`,
).oneValue('patrons', (key: CategoryKey) => [key.websiteId, key.category]);

export const removeCategory = statement(
  'records-category-remove',
  `DELETE FROM patron_category WHERE website_id = $1 AND category = $2`,
).execute((key: CategoryKey) => [key.websiteId, key.category]);
