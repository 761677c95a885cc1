import { type Connection, type Statement, statement } from '../platform/database/statement.js';
import type { OpenCollections } from './collections.store.js';
import { MAX_RESULT, MAX_RESULT_OF_WORDS, type Search } from './search.js';

export interface FoundPage {
  /** All that was found, as far as a result goes. */
  readonly totalItems: number;
  /** Those of the page, in its order. */
  readonly reserveIds: readonly string[];
}

/**
 * For the rest of the transaction. A page that is cut off must be cut at the same titles whenever it is asked for: not
 * where another reader's scan happens to be, nor after whichever process was first. Compiling a plan takes longer than any
 * of these statements may; and unlike all other requests' statements, these need a plan of their own for each search.
 */
const PLAN_FOR_PAGES = statement(
  'search-plan-for-pages',
  `SELECT set_config('synchronize_seqscans', 'off', true),
     set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true),
     set_config('plan_cache_mode', 'auto', true)`,
);

export async function planForPages(connection: Connection): Promise<void> {
  await connection.run(PLAN_FOR_PAGES);
}

/** More ways to end a word than this are not listed: then the beginning itself is looked up. */
const MAX_ENDINGS = 10;
const AFTER_ALL = `U&'\\+10FFFF'`;

/**
 * All words must be there, the last in full or as a beginning. A beginning that few known words have is replaced by these
 * words: measured with 1,000,000 titles, "juvenile & fiction" takes the index 28 ms and "juvenile & fiction:*" 54 ms,
 * because PostgreSQL gathers all that a beginning finds before it looks at the other words.
 */
const READ_WORDS = statement(
  'search-read-words',
  `WITH asked AS (SELECT search_fold($1) AS folded),
     split AS (
       SELECT folded, regexp_replace(words, '\\S+$', '') AS whole, substring(words FROM '\\S+$') AS begun
       FROM asked, btrim(search_words(translate(folded, E'\\n''', ' '))) AS words),
     ended AS (
       SELECT array_agg(quote_literal(word)) AS words FROM (
         SELECT w.word FROM split JOIN search_word w ON w.word >= begun AND w.word < begun || ${AFTER_ALL}
         LIMIT ${MAX_ENDINGS + 1}) known)
   SELECT folded, CASE WHEN whole = '' THEN begun END AS "onlyWord",
     (plainto_tsquery('simple', whole) &&
       CASE WHEN cardinality(ended.words) BETWEEN 1 AND ${MAX_ENDINGS}
         THEN array_to_string(ended.words, ' | ')::tsquery
         ELSE (plainto_tsquery('simple', begun)::text || ':*')::tsquery END)::text AS query
   FROM split, ended WHERE begun IS NOT NULL`,
);

/** The words of a search, as the index knows words. */
export interface AskedWords {
  /** A tsquery. */
  readonly query: string;
  /** The whole text without case and accents: a title that is just this stands first. */
  readonly folded: string;
  /** Null: there are several. */
  readonly onlyWord: string | null;
}

/** Undefined: there is no word in the text. */
export async function readWords(connection: Connection, text: string): Promise<AskedWords | undefined> {
  const [asked] = await connection.run<AskedWords>(READ_WORDS, [text]);
  return asked;
}

/** Of the words that resemble a misspelt one, those that do so about as much as the first. */
const FIND_SIMILAR = statement(
  'search-find-similar-words',
  `SELECT string_agg(quote_literal(word), ' | ') AS query FROM (
     SELECT word, likeness, max(likeness) OVER () AS most FROM (
       SELECT word, similarity(word, $1) AS likeness FROM search_word
       WHERE word % $1 ORDER BY likeness DESC, word LIMIT 5) resembling) compared
   WHERE likeness >= most - 0.1`,
);

/** A tsquery for any of the words that resemble `word`; undefined when none does. */
export async function findSimilarWords(connection: Connection, word: string): Promise<string | undefined> {
  const [found] = await connection.run<{ query: string | null }>(FIND_SIMILAR, [word]);
  return found?.query ?? undefined;
}

/**
 * $1 library, $2 collections, $3 formats or null, $4 only available, $5 tsquery or null, $6 limit, $7 offset, $8 titles after
 * which the result ends
 */
const IN_COLLECTIONS = `EXISTS (
    SELECT FROM copies c
    WHERE c.website_id = $1 AND c.reserve_id = t.reserve_id AND c.collection_id = ANY ($2::text[])
      AND (NOT $4::boolean OR c.owned > c.on_loan + c.set_aside))
  AND ($3::text[] IS NULL OR t.formats && $3)`;
const MATCHES = `($5::tsquery IS NULL OR t.words @@ $5) AND ${IN_COLLECTIONS}`;

/** The first so many of the matches, whichever the database comes upon first. */
const SOME_MATCHES = `SELECT t.reserve_id, t.title_key, t.author_key, t.added_date
  FROM title t WHERE ${MATCHES} LIMIT $8::int`;

/**
 * First the title that is the words asked for, then titles with all words in the title itself, then those with all in
 * title and creators, then the others. The first two are looked for by themselves: of a common word there are more titles
 * than can be compared, and these are the better ones.
 */
const BEST_MATCHES = `
  WITH exact AS MATERIALIZED (
      SELECT t.reserve_id, t.title_key, 0 AS tier, 0::real AS rank
      FROM title t WHERE t.title_key = $9 AND ${MATCHES} LIMIT $8::int),
    in_title AS MATERIALIZED (
      SELECT t.reserve_id, t.title_key, 1 AS tier, ts_rank(t.words, $5::tsquery) AS rank
      FROM title t WHERE ts_filter(t.words, '{a}') @@ $5::tsquery AND t.title_key <> $9 AND ${IN_COLLECTIONS}
      LIMIT (SELECT $8::int - count(*) FROM exact)),
    elsewhere AS MATERIALIZED (
      SELECT t.reserve_id, t.title_key, CASE WHEN ts_filter(t.words, '{a,b}') @@ $5::tsquery THEN 2 ELSE 3 END AS tier,
        ts_rank(t.words, $5::tsquery) AS rank
      FROM title t WHERE ${MATCHES} AND NOT ts_filter(t.words, '{a}') @@ $5::tsquery AND t.title_key <> $9
      LIMIT (SELECT $8::int - (SELECT count(*) FROM exact) - (SELECT count(*) FROM in_title)))
  TABLE exact UNION ALL TABLE in_title UNION ALL TABLE elsewhere`;

/** Every order ends with the identifier, so that no two pages share a title, and is exactly the reverse of its reverse. */
const ORDERS = {
  relevance: ['tier, rank DESC, title_key, reserve_id', 'tier DESC, rank, title_key DESC, reserve_id DESC'],
  title: ['title_key, reserve_id', 'title_key DESC, reserve_id DESC'],
  // Titles without a creator stand last, and those without a date count as the oldest.
  author: ['author_key, title_key, reserve_id', 'author_key DESC, title_key DESC, reserve_id DESC'],
  dateadded: ['added_date NULLS FIRST, reserve_id', 'added_date DESC NULLS LAST, reserve_id DESC'],
} as const;

/** A page of what `matches` finds, counted and ordered as a whole. */
function pageOf(matches: string, order: string): Statement {
  return replanned(`
    WITH found AS MATERIALIZED (${matches})
    SELECT (SELECT count(*) FROM found)::int AS "totalItems",
      ARRAY (SELECT reserve_id FROM found ORDER BY ${order} LIMIT $6 OFFSET $7) AS "reserveIds"`);
}

/** A page out of more matches than are counted, in the order of an index. */
function pageInOrder(order: string): Statement {
  return replanned(`
    SELECT $8::int AS "totalItems",
      ARRAY (SELECT t.reserve_id FROM title t WHERE ${MATCHES} ORDER BY ${order} LIMIT $6 OFFSET $7) AS "reserveIds"`);
}

/**
 * Without a name, and so planned for each search: how many titles a word or a collection has decides which way is short,
 * and differs a hundred thousandfold.
 */
function replanned(text: string): Statement {
  return { name: '', text };
}

export interface CatalogFilter extends Search {
  readonly collections: OpenCollections;
}

export async function findBest(
  connection: Connection,
  filter: CatalogFilter,
  { query, folded }: Pick<AskedWords, 'query' | 'folded'>,
): Promise<FoundPage> {
  const order = ORDERS.relevance[filter.sorting.isReversed ? 1 : 0];
  const values = [...valuesOf(filter, query), folded];
  const [page] = await connection.run<FoundPage>(pageOf(BEST_MATCHES, order), values);
  return page ?? { totalItems: 0, reserveIds: [] };
}

/** `query`: a tsquery; null for all titles. */
export async function findSorted(
  connection: Connection,
  filter: CatalogFilter,
  query: string | null,
): Promise<FoundPage> {
  const { by, isReversed } = filter.sorting;
  const order = ORDERS[by === 'relevance' ? 'title' : by][isReversed ? 1 : 0];
  const values = valuesOf(filter, query);
  const [page] = await connection.run<FoundPage>(pageOf(SOME_MATCHES, order), values);
  if (page === undefined || page.totalItems < longestResult(query))
    return page ?? { totalItems: 0, reserveIds: [] };
  const [inOrder] = await connection.run<FoundPage>(pageInOrder(order), values);
  return inOrder ?? page;
}

function valuesOf(filter: CatalogFilter, query: string | null): unknown[] {
  const { collections, formats, onlyAvailable, limit, offset } = filter;
  const { websiteId, collectionIds } = collections;
  const longest = longestResult(query);
  const rows = Math.max(0, Math.min(limit, longest - offset));
  return [websiteId, collectionIds, formats ?? null, onlyAvailable, query, rows, offset, longest];
}

function longestResult(query: string | null): number {
  return query === null ? MAX_RESULT : MAX_RESULT_OF_WORDS;
}
