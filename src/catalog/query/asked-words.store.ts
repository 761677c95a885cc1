/**
 * "&" is no word, so a title that has it lacks the "and" of its language. A search asks for "and" only as the last word, which may be the
 * beginning of another.
 */
const AND = '(^|\\s)(and|und|et|y|e|og|och)(?=\\s+\\S)';

/**
 * SQL for the words that a title must have, with spaces between them.
 * @param text SQL for what was typed, folded
 */
export const askedWords = (text: string): string =>
  `btrim(regexp_replace(search_words(${text}), '${AND}', ' ', 'g'))`;

/** Characters of Thai, Lao, Burmese, Khmer, Kana, Han and Hangul, which write words without spaces, or join them. */
const UNSPACED =
  '[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff]';
const UNSPACED_CHARACTER = new RegExp(UNSPACED);

/**
 * Limits the cost of a query: each word that is looked for inside others scans their whole index, and the limit on the words around it keeps
 * the tsquery below the 1 MB that PostgreSQL allows.
 */
const MAX_LOOKED_INSIDE = 5;
const MAX_AROUND = 200;
const MAX_BYTES_AROUND = 1_000;

export function hasUnspacedWords(text: string): boolean {
  return UNSPACED_CHARACTER.test(text);
}

/**
 * SQL for a tsquery that asks for all these words; NULL if there are none. A word of an unspaced script may be the beginning of a word of the
 * index, and the first words may stand inside one, as 森 does in ノルウェイの森: then the index of words with such characters is scanned, and the
 * shortest matches are taken. Words have no characters that LIKE treats specially. LIKE stands first so that PostgreSQL runs the slower
 * regular expression only on the words that it finds.
 * @param ending `:*` if a word of another script may be the beginning of one
 */
export const unspacedQuery = (words: string, ending: '' | ':*' = ''): string => `(
  SELECT string_agg('(' || CASE
      WHEN NOT unspaced THEN quote_literal(word) || '${ending}'
      WHEN place > ${MAX_LOOKED_INSIDE} THEN quote_literal(word) || ':*'
      ELSE concat_ws(' | ', quote_literal(word) || ':*', (
        SELECT string_agg(quote_literal(around.word), ' | ') FROM (
          SELECT w.word FROM search_word w
          WHERE w.word LIKE sought.inside AND w.word ~ '${UNSPACED}' AND octet_length(w.word) <= ${MAX_BYTES_AROUND}
          ORDER BY length(w.word), w.word LIMIT ${MAX_AROUND}) around)) END || ')', ' & ')::tsquery
  FROM (
    SELECT word, unspaced, '_%' || word || '%' AS inside, row_number() OVER (PARTITION BY unspaced ORDER BY min(position)) AS place
    FROM regexp_split_to_table(${words}, '\\s+') WITH ORDINALITY AS asked (word, position),
      LATERAL (SELECT word ~ '${UNSPACED}') AS script (unspaced)
    WHERE word <> '' GROUP BY word, unspaced) sought)`;
