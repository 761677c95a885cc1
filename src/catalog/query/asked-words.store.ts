/**
 * "&" is no word, so a title has none where another has "and", as it is called in some languages. A search asks for it only where it is the
 * last word, which may be the beginning of another.
 */
const AND = '(^|\\s)(and|und|et|y|e|og|och)(?=\\s+\\S)';

/** SQL for the words that a search asks titles for, with spaces between them. @param text SQL for what was typed, folded */
export const askedWords = (text: string): string =>
  `btrim(regexp_replace(search_words(${text}), '${AND}', ' ', 'g'))`;

/** Characters of Thai, Lao, Burmese, Khmer, Kana, Han and Hangul: words follow each other without spaces, or are joined to others. */
const UNSPACED =
  '[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff]';
const UNSPACED_CHARACTER = new RegExp(UNSPACED);

/** More words than this around one are not looked for. */
const MAX_AROUND = 500;

export function hasUnspacedWords(text: string): boolean {
  return UNSPACED_CHARACTER.test(text);
}

/**
 * SQL for a tsquery: all of these words; NULL if there are none. One of an unspaced script may stand inside a word of the index, as 森 does in
 * ノルウェイの森: the words with such characters, which have an index of their own, are looked through.
 * @param ending `:*` if a word of another script may be the beginning of one
 */
export const unspacedQuery = (words: string, ending: '' | ':*' = ''): string => `(
  SELECT string_agg('(' || CASE WHEN sought.word ~ '${UNSPACED}'
      THEN COALESCE((SELECT string_agg(quote_literal(around.word), ' | ') FROM (
        SELECT w.word FROM search_word w WHERE w.word ~ '${UNSPACED}' AND strpos(w.word, sought.word) > 0
        LIMIT ${MAX_AROUND}) around), quote_literal(sought.word))
      ELSE quote_literal(sought.word) || '${ending}' END || ')', ' & ')::tsquery
  FROM regexp_split_to_table(${words}, '\\s+') AS sought (word) WHERE sought.word <> '')`;
