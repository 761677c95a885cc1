import { type Connection, statement } from '../../platform/database/statement.js';
import type { OpenCollections } from '../collections/collections.store.js';
import { conditionsOf, viewedCopies } from '../query/filters.store.js';
import { Parameters } from '../query/parameters.store.js';
import { replanned } from '../query/replanned.store.js';
import { type Filters, type KeySorting, MAX_RESULT_OF_WORDS } from '../query/search.js';
import { keysOf, orderBy } from '../query/sort-keys.store.js';
import type { SearchedWords } from './words.store.js';

export interface FoundPage {
  /** The size of the result, up to its limit. */
  readonly totalItems: number;
  /** The titles of the page, in their order. */
  readonly reserveIds: readonly string[];
}

/** A search by words, and which page of it. */
export interface WordsFilter {
  readonly collections: OpenCollections;
  readonly filters: Filters;
  readonly limit: number;
  readonly offset: number;
  /** Which index comes first. The result is the same. */
  readonly start: 'words' | 'ownTitles';
}

/** A search that begins with the index of words looks up so many titles, about 3 µs each, before the index of the collections pays. */
const MIN_FOUND = 5_000;

/**
 * Decides which index comes first. All libraries share one index of words, and each title that it finds is looked up until a result is full.
 * When the collections have fewer titles than that, all of them are read instead.
 */
export async function findStart(
  connection: Connection,
  { websiteId, collectionIds }: OpenCollections,
  { allTitles, foundTitles }: Pick<SearchedWords, 'allTitles' | 'foundTitles'>,
): Promise<WordsFilter['start']> {
  if (foundTitles < MIN_FOUND) return 'words';
  // A collection with n of all titles fills a result after MAX_RESULT_OF_WORDS * allTitles / n matches.
  const most = Math.min(foundTitles, Math.floor(Math.sqrt(MAX_RESULT_OF_WORDS * allTitles)));
  return (await haveFewerTitles(connection, websiteId, collectionIds, most)) ? 'ownTitles' : 'words';
}

const haveFewerTitles = statement<{ areFewer: boolean }>(
  'search-have-fewer-titles',
  `SELECT count(*) < $3::int AS "areFewer" FROM (
     SELECT FROM copies c WHERE c.website_id = $1 AND c.collection_id = ANY ($2::text[]) LIMIT $3::int) own`,
).isTrue('areFewer', (websiteId: number, collectionIds: readonly string[], most: number) => [
  websiteId,
  collectionIds,
  most,
]);

const NOTHING: FoundPage = { totalItems: 0, reserveIds: [] };

/**
 * First comes a title that equals the words, then titles with all words in the title itself, then those with all in title and creators, then
 * the others. The first two groups have statements of their own: too many titles match a common word to compare them all, and these are the
 * best.
 */
export async function findBest(
  connection: Connection,
  filter: WordsFilter,
  asked: Pick<SearchedWords, 'query' | 'folded'>,
  isReversed: boolean,
): Promise<FoundPage> {
  const parameters = new Parameters();
  const query = `${parameters.add(asked.query)}::tsquery`;
  const folded = parameters.add(asked.folded);
  const { from, wanted } = wantedTitles(filter, parameters);
  const isFound = `t.words @@ ${query} AND ${wanted}`;
  // The titles of the collections are scanned once, in the order in which the index of words would find them.
  const isOwn = filter.start === 'ownTitles';
  const own = `own AS MATERIALIZED (
    SELECT t.reserve_id, t.title_key, t.words FROM ${from} WHERE ${isFound} ORDER BY t.place), `;
  const tier = isOwn ? { from: 'own t', isFound: 'true', wanted: 'true' } : { from, isFound, wanted };
  const most = `${MAX_RESULT_OF_WORDS}`;
  // Each tier contains its own limit: with a number that is known only later, the database would choose a plan that finds all.
  return pageOf(
    connection,
    `WITH ${isOwn ? own : ''}exact AS MATERIALIZED (
        SELECT t.reserve_id, t.title_key, 0 AS tier, 0::real AS rank
        FROM ${tier.from} WHERE t.title_key = ${folded} AND ${tier.isFound} LIMIT ${most}),
      in_title AS MATERIALIZED (
        SELECT * FROM (
          SELECT t.reserve_id, t.title_key, 1 AS tier, ts_rank(t.words, ${query}) AS rank
          FROM ${tier.from}
          WHERE ts_filter(t.words, '{a}') @@ ${query} AND t.title_key <> ${folded} AND ${tier.wanted} LIMIT ${most}) best
        LIMIT (SELECT ${most} - count(*) FROM exact)),
      elsewhere AS MATERIALIZED (
        SELECT * FROM (
          SELECT t.reserve_id, t.title_key,
            CASE WHEN ts_filter(t.words, '{a,b}') @@ ${query} THEN 2 ELSE 3 END AS tier,
            ts_rank(t.words, ${query}) AS rank
          FROM ${tier.from}
          WHERE ${tier.isFound} AND NOT ts_filter(t.words, '{a}') @@ ${query} AND t.title_key <> ${folded} LIMIT ${most}) others
        LIMIT (SELECT ${most} - (SELECT count(*) FROM exact) - (SELECT count(*) FROM in_title)))
    TABLE exact UNION ALL TABLE in_title UNION ALL TABLE elsewhere`,
    isReversed
      ? 'tier DESC, rank, title_key DESC, reserve_id DESC'
      : 'tier, rank DESC, title_key, reserve_id',
    filter,
    parameters,
  );
}

/**
 * A page of all matches, if a result can hold them all; otherwise undefined, and the first titles are found in the order of an index, instead
 * of those that the database happens to find first.
 */
export async function findSorted(
  connection: Connection,
  filter: WordsFilter,
  query: string,
  sortings: readonly KeySorting[],
): Promise<FoundPage | undefined> {
  const parameters = new Parameters();
  const keys = keysOf(sortings);
  const needsQueue = keys.some(({ needs }) => needs.includes('q'));
  const { from, wanted } = wantedTitles(filter, parameters, needsQueue);
  const columns = keys.map(({ sql }, index) => `${sql} AS k${index}, `).join('');
  const page = await pageOf(
    connection,
    `SELECT ${columns}t.reserve_id FROM ${from}
     WHERE t.words @@ ${parameters.add(query)}::tsquery AND ${wanted} LIMIT ${MAX_RESULT_OF_WORDS}`,
    orderBy(
      keys.map((key, index) => ({ ...key, sql: `k${index}` })),
      'reserve_id',
    ),
    filter,
    parameters,
  );
  return page.totalItems < MAX_RESULT_OF_WORDS ? page : undefined;
}

/** SQL for the titles `t`, with their queues `q` where needed, and the conditions on them. */
function wantedTitles(
  { collections, filters, start }: WordsFilter,
  parameters: Parameters,
  needsQueue = false,
): { from: string; wanted: string } {
  const conditions = conditionsOf(filters, parameters);
  const isJoined = needsQueue || conditions.some(({ needs }) => needs.includes('q'));
  const copies = viewedCopies(collections, filters, parameters);
  const queue = isJoined
    ? `JOIN title_queue q ON q.reserve_id = t.reserve_id AND q.website_id = ${parameters.add(collections.websiteId)}`
    : '';
  const wanted = conditions.map(({ sql }) => sql);
  if (start === 'words')
    return {
      from: `title t ${queue}`,
      wanted: [
        `EXISTS (SELECT FROM copies c WHERE ${copies} AND c.reserve_id = t.reserve_id)`,
        ...wanted,
      ].join(' AND '),
    };
  // OFFSET 0 keeps the database from using the index of words first.
  const own = `SELECT t.ctid AS place, t.* FROM title t
    WHERE t.reserve_id = ANY (ARRAY (SELECT c.reserve_id FROM copies c WHERE ${copies})) OFFSET 0`;
  return { from: `(${own}) t ${queue}`, wanted: ['true', ...wanted].join(' AND ') };
}

/** A page of what `matches` finds, counted and ordered as a whole. */
async function pageOf(
  connection: Connection,
  matches: string,
  order: string,
  { limit, offset }: WordsFilter,
  parameters: Parameters,
): Promise<FoundPage> {
  const text = `
    WITH found AS MATERIALIZED (${matches})
    SELECT (SELECT count(*) FROM found)::int AS "totalItems", ARRAY (
      SELECT reserve_id FROM found ORDER BY ${order}
      LIMIT ${parameters.add(limit)}::int OFFSET ${parameters.add(offset)}::int) AS "reserveIds"`;
  const [page] = await connection.run(replanned<FoundPage>(text), parameters.values);
  return page ?? NOTHING;
}
