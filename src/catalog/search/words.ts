import type { Connection } from '../../platform/database/statement.js';
import { orderedTitles } from '../query/sources.store.js';
import { findPlaces } from '../query/page.store.js';
import * as found from './found-words.store.js';
import { isByRelevance, keySortings, MAX_RESULT_OF_WORDS, type Search } from '../query/search.js';
import { type SearchedWords, findSimilarWords, readWords } from './words.store.js';

export type { FoundPage } from './found-words.store.js';

export type WordsSearch = Search & Omit<found.WordsFilter, 'start'> & { readonly words: string };

const NOTHING: found.FoundPage = { totalItems: 0, reserveIds: [] };

/** Finds titles by words. */
export async function findByWords(connection: Connection, search: WordsSearch): Promise<found.FoundPage> {
  const asked = await readWords(connection, search.words);
  // Nothing but punctuation: no title has such a word.
  if (asked === undefined) return NOTHING;
  const page = await findWords(connection, search, asked);
  if (page.totalItems > 0 || asked.onlyWord === null) return page;
  const query = await findSimilarWords(connection, asked.onlyWord);
  return query === null ? NOTHING : findWords(connection, search, { ...asked, query });
}

async function findWords(
  connection: Connection,
  search: WordsSearch,
  asked: SearchedWords,
): Promise<found.FoundPage> {
  const filter = { ...search, start: await found.findStart(connection, search.collections, asked) };
  if (isByRelevance(search))
    return found.findBest(connection, filter, asked, search.sorting[0]?.isReversed ?? false);
  const sortings = keySortings(search);
  return (
    (await found.findSorted(connection, filter, asked.query, sortings)) ??
    findFirst(connection, search, asked.query)
  );
}

/** There are more matches than a result holds: this finds the first of them, in the order of an index. */
async function findFirst(
  connection: Connection,
  search: WordsSearch,
  query: string,
): Promise<found.FoundPage> {
  const { offset, limit } = search;
  const rows = Math.max(0, Math.min(limit, MAX_RESULT_OF_WORDS - offset));
  const view = { ...search, query, changes: [] };
  const places = await findPlaces(
    connection,
    (parameters) => orderedTitles(view, keySortings(search), parameters),
    { offset: Math.min(offset, MAX_RESULT_OF_WORDS) },
    rows,
  );
  return { totalItems: MAX_RESULT_OF_WORDS, reserveIds: places.map(({ reserveId }) => reserveId) };
}
