import { type Connection, statement } from '../platform/database/statement.js';
import { bulkStatement } from './bulk-statement.js';
import { REMEMBER_WITHDRAWN } from './withdrawn-titles.store.js';
import type { TitleRecord } from './schemas/title.schemas.js';

export interface CrossReference {
  readonly reserveId: string;
  readonly crossRefId: number;
}

const FIND_BY_CROSS_REFS = bulkStatement(`
  SELECT reserve_id AS "reserveId", cross_ref_id AS "crossRefId" FROM title
  WHERE cross_ref_id = ANY ($1::int[])`);

export function findByCrossRefs(
  connection: Connection,
  crossRefIds: readonly number[],
): Promise<CrossReference[]> {
  return connection.run<CrossReference>(FIND_BY_CROSS_REFS, [crossRefIds]);
}

/** The columns of a title with the members of its record and their types; `sort_key` follows from the sort title. */
const COLUMNS: readonly (readonly [column: string, member: string, type: string])[] = [
  ['cross_ref_id', 'crossRefId', 'int'],
  ['title', 'title', 'text'],
  ['subtitle', 'subtitle', 'text'],
  ['sort_title', 'sortTitle', 'text'],
  ['creators', 'creators', 'jsonb'],
  ['format_class', 'formatClass', 'text'],
  ['formats', 'formats', 'text[]'],
  ['format_details', 'formatDetails', 'jsonb'],
  ['identifiers', 'identifiers', 'text[]'],
  ['subjects', 'subjects', 'text[]'],
  ['languages', 'languages', 'text[]'],
  ['keywords', 'keywords', 'text[]'],
  ['edition', 'edition', 'text'],
  ['series', 'series', 'text'],
  ['publisher', 'publisher', 'text'],
  ['imprint', 'imprint', 'text'],
  ['publish_date', 'publishDate', 'date'],
  ['short_description', 'shortDescription', 'text'],
  ['full_description', 'fullDescription', 'text'],
  ['star_rating', 'starRating', 'float8'],
  ['is_public_domain', 'isPublicDomain', 'boolean'],
  ['images', 'images', 'jsonb'],
  ['added_date', 'addedDate', 'date'],
];
const SORT_KEY = `left(search_fold("sortTitle"), 250)`;

const listed = (make: (column: string, member: string, type: string) => string): string =>
  COLUMNS.map((column) => make(...column)).join(', ');

/**
 * Also stores the words of these titles, from which the search completes and corrects queries, and stamps the titles as
 * changed in every library that has them. Queues are locked in the order of their keys, as everywhere.
 */
const UPSERT = bulkStatement(`
  WITH kept AS (
      INSERT INTO title AS t (reserve_id, ${listed((column) => column)}, sort_key)
      SELECT "reserveId", ${listed((_, member) => `"${member}"`)}, ${SORT_KEY}
      FROM jsonb_to_recordset($1::jsonb)
        AS r ("reserveId" uuid, ${listed((_, member, type) => `"${member}" ${type}`)})
      ORDER BY "reserveId"
      ON CONFLICT (reserve_id) DO UPDATE SET
        ${listed((column) => `${column} = EXCLUDED.${column}`)}, sort_key = EXCLUDED.sort_key
      WHERE (${listed((column) => `t.${column}`)}, t.sort_key)
        IS DISTINCT FROM (${listed((column) => `EXCLUDED.${column}`)}, EXCLUDED.sort_key)
      RETURNING t.reserve_id, t.words),
    queues AS MATERIALIZED (
      SELECT q.website_id, q.reserve_id FROM title_queue q
      WHERE q.reserve_id = ANY (ARRAY (SELECT reserve_id FROM kept))
      ORDER BY q.website_id, q.reserve_id FOR NO KEY UPDATE),
    stamped AS (
      UPDATE title_queue q SET title_changed_at = clock.now, changed_at = clock.now
      FROM queues, (SELECT service_now() AS now) clock
      WHERE q.website_id = queues.website_id AND q.reserve_id = queues.reserve_id)
  INSERT INTO search_word (word)
  SELECT DISTINCT word FROM kept, unnest(tsvector_to_array(kept.words)) AS word
  ORDER BY word
  ON CONFLICT (word) DO NOTHING`);

export async function upsertTitles(connection: Connection, titles: readonly TitleRecord[]): Promise<void> {
  await connection.run(UPSERT, [JSON.stringify(titles)]);
}

const LOCK_QUEUES = statement(
  'records-title-lock-queues',
  `SELECT FROM title_queue WHERE reserve_id = $1 ORDER BY website_id FOR NO KEY UPDATE`,
);

/** Queues of all libraries, because they share the title. */
export async function lockQueuesOfTitle(connection: Connection, reserveId: string): Promise<void> {
  await connection.run(LOCK_QUEUES, [reserveId]);
}

export interface TitleUses {
  readonly holds: number;
  readonly loans: number;
}

const COUNT_USES = statement(
  'records-title-count-uses',
  `SELECT COALESCE(sum(q.live_holds), 0)::int AS holds,
     COALESCE(sum((SELECT sum(c.on_loan) FROM copies c
                   WHERE c.website_id = q.website_id AND c.reserve_id = q.reserve_id)), 0)::int AS loans
   FROM title_queue q WHERE q.reserve_id = $1`,
);

export async function countUses(connection: Connection, reserveId: string): Promise<TitleUses> {
  const [uses] = await connection.run<TitleUses>(COUNT_USES, [reserveId]);
  return uses ?? { holds: 0, loans: 0 };
}

const REMOVE_COPIES = statement(
  'records-title-remove-copies',
  `WITH gone AS (
     DELETE FROM copies c USING title_queue q
     WHERE q.reserve_id = $1 AND c.website_id = q.website_id AND c.reserve_id = q.reserve_id
     RETURNING c.website_id, c.collection_id, c.reserve_id)
   ${REMEMBER_WITHDRAWN}`,
);
const REMOVE_QUEUES = statement(
  'records-title-remove-queues',
  `DELETE FROM title_queue WHERE reserve_id = $1`,
);
const REMOVE = statement('records-title-remove', `DELETE FROM title WHERE reserve_id = $1`);

export async function removeTitle(connection: Connection, reserveId: string): Promise<void> {
  for (const remove of [REMOVE_COPIES, REMOVE_QUEUES, REMOVE]) await connection.run(remove, [reserveId]);
}
