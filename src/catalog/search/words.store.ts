import { askedWords, hasUnspacedWords, unspacedQuery } from '../query/asked-words.store.js';
import { type Connection, statement } from '../../platform/database/statement.js';

/** More ways to end a word than this are not listed: then the beginning itself is looked up. */
const MAX_ENDINGS = 10;
const AFTER_ALL = `U&'\\+10FFFF'`;

/** Percent of the blocks of titles in which the words are counted: of 1,000,000 titles some 500, in half a millisecond. */
const SAMPLED_PERCENT = 0.05;

const SPLIT = askedWords(`translate(folded, E'\\n''', ' ')`);

/** Counts, in a sample, how many titles have what was `read`. */
const COUNTED = `
  SELECT folded, "onlyWord", query::text AS query, "allTitles", "foundTitles"
  FROM read, LATERAL (
    SELECT (count(*) * (100 / ${SAMPLED_PERCENT}))::int AS "allTitles",
      (count(*) FILTER (WHERE t.words @@ query) * (100 / ${SAMPLED_PERCENT}))::int AS "foundTitles"
    FROM title t TABLESAMPLE SYSTEM (${SAMPLED_PERCENT}) REPEATABLE (1)) sampled`;

/**
 * Undefined: there is no word in the text.
 * All words must be there, the last in full or as a beginning. A beginning that few known words have is replaced by these
 * words: measured with 1,000,000 titles, "juvenile & fiction" takes the index 28 ms and "juvenile & fiction:*" 54 ms,
 * because PostgreSQL gathers all that a beginning finds before it looks at the other words.
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

/** The same for words of which some may stand inside others. */
const readUnspacedWords = statement<SearchedWords>(
  'search-read-unspaced-words',
  `WITH asked AS (SELECT search_fold($1) AS folded),
     read AS (
       SELECT folded, NULL AS "onlyWord", query
       FROM asked, LATERAL ${unspacedQuery(SPLIT, ':*')} AS of_words (query) WHERE query IS NOT NULL)
   ${COUNTED}`,
).first((text: string) => [text]);

/** Undefined: there is no word in the text. */
export function readWords(connection: Connection, text: string): Promise<SearchedWords | undefined> {
  return hasUnspacedWords(text) ? readUnspacedWords(connection, text) : readSpacedWords(connection, text);
}

/** The words of a search, as the index knows words. */
export interface SearchedWords {
  /** A tsquery. */
  readonly query: string;
  /** The whole text without case and accents: a title that is just this stands first. */
  readonly folded: string;
  /** Null: there are several. */
  readonly onlyWord: string | null;
  /** About how many titles there are, of all libraries; 0 when there are few. */
  readonly allTitles: number;
  /** About how many of them have these words. */
  readonly foundTitles: number;
}

/**
 * A tsquery for any of the words that resemble `word`; null when none does.
 * Of the words that resemble a misspelt one, those that do so about as much as the first.
 */
export const findSimilarWords = statement<{ query: string | null }>(
  'search-find-similar-words',
  `SELECT string_agg(quote_literal(word), ' | ') AS query FROM (
     SELECT word, likeness, max(likeness) OVER () AS most FROM (
       SELECT word, similarity(word, $1) AS likeness FROM search_word
       WHERE word % $1 ORDER BY likeness DESC, word LIMIT 5) resembling) compared
   WHERE likeness >= most - 0.1`,
).oneValue('query', (word: string) => [word]);
