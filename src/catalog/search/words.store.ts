import { askedWords, hasUnspacedWords, unspacedQuery } from '../query/asked-words.store.js';
import { type Connection, statement } from '../../platform/database/statement.js';

/** A beginning with more endings than this is looked up as a beginning. */
const MAX_ENDINGS = 10;
const AFTER_ALL = `U&'\\+10FFFF'`;

/** The percentage of the blocks of titles in which the words are counted: about 500 of 1,000,000 titles, in half a millisecond. */
const SAMPLED_PERCENT = 0.05;

const SPLIT = askedWords(`translate(folded, E'\\n''', ' ')`);

/** Counts, in a sample, how many titles match what was `read`. */
const COUNTED = `
  SELECT folded, "onlyWord", query::text AS query, "allTitles", "foundTitles"
  FROM read, LATERAL (
    SELECT (count(*) * (100 / ${SAMPLED_PERCENT}))::int AS "allTitles",
      (count(*) FILTER (WHERE t.words @@ query) * (100 / ${SAMPLED_PERCENT}))::int AS "foundTitles"
    FROM title t TABLESAMPLE SYSTEM (${SAMPLED_PERCENT}) REPEATABLE (1)) sampled`;

/**
 * Undefined: the text has no word. All words must match, the last in full or as a beginning. A beginning that few known words have is
 * replaced by these words: measured with 1,000,000 titles, "juvenile & fiction" takes the index 28 ms and "juvenile & fiction:*" 54 ms,
 * because PostgreSQL gathers all matches of a beginning before it looks at the other words.
 */
const readSpacedWords = statement<SearchedWords>(
  'search-read-words',
  `WITH asked AS (SELECT search_fold($1) AS folded),
     split AS (
       SELECT folded, regexp_replace(words, '\\S+$', '') AS whole, substring(words FROM '\\S+$') AS begun
       FROM asked, ${SPLIT} AS words),
     ended AS (
       SELECT array_agg(quote_literal(word)) AS words FROM (
         SELECT w.word FROM split JOIN search_word w ON w.word >= begun AND w.word < begun || ${AFTER_ALL}
         LIMIT ${MAX_ENDINGS + 1}) known),
     read AS (
       SELECT folded, CASE WHEN whole = '' THEN begun END AS "onlyWord",
         plainto_tsquery('simple', whole) &&
           CASE WHEN cardinality(ended.words) BETWEEN 1 AND ${MAX_ENDINGS}
             THEN array_to_string(ended.words, ' | ')::tsquery
             ELSE (plainto_tsquery('simple', begun)::text || ':*')::tsquery END AS query
       FROM split, ended WHERE begun IS NOT NULL)
   ${COUNTED}`,
).first((text: string) => [text]);

/** The same where words may stand inside others. */
const readUnspacedWords = statement<SearchedWords>(
  'search-read-unspaced-words',
  `WITH asked AS (SELECT search_fold($1) AS folded),
     read AS (
       SELECT folded, NULL AS "onlyWord", query
       FROM asked, LATERAL ${unspacedQuery(SPLIT, ':*')} AS of_words (query) WHERE query IS NOT NULL)
   ${COUNTED}`,
).first((text: string) => [text]);

/** Undefined: the text has no word. */
export function readWords(connection: Connection, text: string): Promise<SearchedWords | undefined> {
  return hasUnspacedWords(text) ? readUnspacedWords(connection, text) : readSpacedWords(connection, text);
}

/** The words of a search, as the index knows them. */
export interface SearchedWords {
  /** A tsquery. */
  readonly query: string;
  /** The whole text without case and accents: a title that equals it comes first. */
  readonly folded: string;
  /** Null: there are several words. */
  readonly onlyWord: string | null;
  /** About how many titles there are, in all libraries; 0 when there are few. */
  readonly allTitles: number;
  /** About how many of them match. */
  readonly foundTitles: number;
}

/**
 * A tsquery for any of the words that resemble `word`; null when none does. It has the most similar words, and those that are about as
 * similar.
 */
export const findSimilarWords = statement<{ query: string | null }>(
  'search-find-similar-words',
  `SELECT string_agg(quote_literal(word), ' | ') AS query FROM (
     SELECT word, likeness, max(likeness) OVER () AS most FROM (
       SELECT word, similarity(word, $1) AS likeness FROM search_word
       WHERE word % $1 ORDER BY likeness DESC, word LIMIT 5) resembling) compared
   WHERE likeness >= most - 0.1`,
).oneValue('query', (word: string) => [word]);
