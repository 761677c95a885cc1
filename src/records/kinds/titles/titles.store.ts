import { bulkStatement, type Connection, statement } from '../../../platform/database/statement.js';
import type { Queue } from '../../../circulation/queue.service.js';
import { inEachLibrary } from '../../../platform/database/by-library.js';
import { lockQueues } from '../../../circulation/locks.store.js';
import { stampTitles } from './title-stamps.store.js';
import { rememberWithdrawn } from '../copies/withdrawn-titles.store.js';
import type { TitleRecord } from './title.schemas.js';

export interface CrossReference {
  readonly reserveId: string;
  readonly crossRefId: number;
}

const FIND_BY_CROSS_REFS = bulkStatement<CrossReference>(`
  SELECT reserve_id AS "reserveId", cross_ref_id AS "crossRefId" FROM title
  WHERE cross_ref_id = ANY ($1::int[])`);

export function findByCrossRefs(
  connection: Connection,
  crossRefIds: readonly number[],
): Promise<CrossReference[]> {
  return connection.run(FIND_BY_CROSS_REFS, [crossRefIds]);
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

const UPSERT = bulkStatement<{ reserveId: string }>(`
  INSERT INTO title AS t (reserve_id, ${listed((column) => column)}, sort_key)
  SELECT "reserveId", ${listed((_, member) => `"${member}"`)}, ${SORT_KEY}
  FROM jsonb_to_recordset($1::jsonb)
    AS r ("reserveId" uuid, ${listed((_, member, type) => `"${member}" ${type}`)})
  ORDER BY "reserveId"
  ON CONFLICT (reserve_id) DO UPDATE SET
    ${listed((column) => `${column} = EXCLUDED.${column}`)}, sort_key = EXCLUDED.sort_key
  WHERE (${listed((column) => `t.${column}`)}, t.sort_key)
    IS DISTINCT FROM (${listed((column) => `EXCLUDED.${column}`)}, EXCLUDED.sort_key)
  RETURNING t.reserve_id AS "reserveId"`);

const ADD_WORDS = bulkStatement(`
  INSERT INTO search_word (word)
  SELECT DISTINCT word FROM title t, unnest(tsvector_to_array(t.words)) AS word WHERE t.reserve_id = ANY ($1::uuid[])
  ORDER BY word
  ON CONFLICT (word) DO NOTHING`);

const QUEUES = bulkStatement<Queue>(`
  SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM title_queue WHERE reserve_id = ANY ($1::uuid[])`);

/**
 * Also stores the words of these titles, from which the search completes and corrects queries, and stamps the titles as
 * changed in every library that has them.
 */
export async function upsertTitles(connection: Connection, titles: readonly TitleRecord[]): Promise<void> {
  const changed = await connection.run(UPSERT, [JSON.stringify(titles)]);
  if (changed.length === 0) return;
  const reserveIds = changed.map(({ reserveId }) => reserveId);
  await connection.run(ADD_WORDS, [reserveIds]);
  const queues = await connection.run(QUEUES, [reserveIds]);
  await lockQueues(connection, queues);
  await inEachLibrary(queues, async (websiteId, own) => {
    await stampTitles(
      connection,
      websiteId,
      own.map(({ reserveId }) => reserveId),
    );
  });
}

/** The libraries that have the title. They share it. */
export async function findLibrariesOf(connection: Connection, reserveId: string): Promise<number[]> {
  const queues = await connection.run(QUEUES, [[reserveId]]);
  return queues.map(({ websiteId }) => websiteId);
}

export interface TitleUses {
  readonly holds: number;
  readonly loans: number;
}

const COUNT_USES = statement<TitleUses>(
  'records-title-count-uses',
  `SELECT q.live_holds AS holds, (
     SELECT COALESCE(sum(c.on_loan), 0)::int FROM copies c WHERE c.website_id = $1 AND c.reserve_id = $2) AS loans
   FROM title_queue q WHERE q.website_id = $1 AND q.reserve_id = $2`,
);

/** Locks the queues of the title, and counts what they have. */
export async function lockUses(
  connection: Connection,
  reserveId: string,
  websiteIds: readonly number[],
): Promise<TitleUses> {
  await lockQueues(
    connection,
    websiteIds.map((websiteId) => ({ websiteId, reserveId })),
  );
  const uses = { holds: 0, loans: 0 };
  for (const websiteId of websiteIds) {
    const [own] = await connection.run(COUNT_USES, [websiteId, reserveId]);
    uses.holds += own?.holds ?? 0;
    uses.loans += own?.loans ?? 0;
  }
  return uses;
}

const REMOVE_COPIES = statement(
  'records-title-remove-copies',
  `DELETE FROM copies WHERE website_id = $1 AND reserve_id = $2`,
);
const REMOVE_QUEUE = statement(
  'records-title-remove-queue',
  `DELETE FROM title_queue WHERE website_id = $1 AND reserve_id = $2`,
);
const REMOVE = statement('records-title-remove', `DELETE FROM title WHERE reserve_id = $1`);

/** @param websiteIds all libraries that have the title */
export async function removeTitle(
  connection: Connection,
  reserveId: string,
  websiteIds: readonly number[],
): Promise<void> {
  for (const websiteId of websiteIds) {
    await rememberWithdrawn(connection, { websiteId, reserveId });
    await connection.run(REMOVE_COPIES, [websiteId, reserveId]);
    await connection.run(REMOVE_QUEUE, [websiteId, reserveId]);
  }
  await connection.run(REMOVE, [reserveId]);
}
