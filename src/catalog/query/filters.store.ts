import type { OpenCollections } from '../collections/collections.store.js';
import { LUCKY_FREE } from '../../circulation/licences/licence-columns.store.js';
import { askedWords, hasUnspacedWords, unspacedQuery } from './asked-words.store.js';
import type { Parameters } from './parameters.store.js';
import type { Filters } from './search.js';

/** The tables that SQL needs besides the copies: `t` is `title`, `q` is `title_queue`. */
export type TableAliases = readonly ('t' | 'q')[];

export interface SqlCondition {
  readonly sql: string;
  readonly needs: TableAliases;
}

/** Copies `c` in the collections; only free ones if the filter asks for these. */
export function viewedCopies(
  { websiteId, collectionIds }: OpenCollections,
  { onlyAvailable }: Filters,
  parameters: Parameters,
): string {
  const free = onlyAvailable ? ` AND (c.owned > c.on_loan + c.set_aside OR ${LUCKY_FREE} > 0)` : '';
  return `c.website_id = ${parameters.add(websiteId)} AND c.collection_id = ANY (${parameters.add(collectionIds)}::text[])${free}`;
}

/** The day in the title's record, at midnight; without one, the time at which the library got its first copy. */
export const DATED = `(t.added_date::timestamp AT TIME ZONE 'UTC')`;

/** The conditions on a title, besides that it is in the collections. */
export function conditionsOf(filters: Filters, parameters: Parameters): SqlCondition[] {
  const { daysSinceAdded, ...others } = filters;
  const ofTitle = Object.entries(OF_TITLE).flatMap(([name, condition]) => {
    const value = others[name as keyof typeof OF_TITLE];
    if (value === undefined) return [];
    const wordsOf = typeof value === 'string' && hasUnspacedWords(value) ? unspacedWords : words;
    return [{ sql: condition(parameters.add(value), wordsOf), needs: ['t'] as const }];
  });
  if (daysSinceAdded === undefined) return ofTitle;
  const since = `(SELECT service_now()) - make_interval(days => ${parameters.add(daysSinceAdded)}::int)`;
  return [...ofTitle, { sql: `COALESCE(${DATED}, q.added_at) >= ${since}`, needs: ['t', 'q'] }];
}

/** A null equals nothing, so it finds no title. */
const OF_TITLE: Readonly<
  Record<
    Exclude<keyof Filters, 'onlyAvailable' | 'daysSinceAdded'>,
    (value: string, words: (text: string) => string) => string
  >
> = {
  formats: (value) => `t.formats && ${value}::text[]`,
  mediaTypes: (value) => `t.format_class = ANY (${value}::text[])`,
  languages: (value) =>
    `EXISTS (SELECT FROM unnest(t.languages) AS given, lower(replace(given, '_', '-')) AS tag
      WHERE tag = ANY (${value}::text[]) OR split_part(tag, '-', 1) = ANY (${value}::text[]))`,
  crossRefId: (value) => `t.cross_ref_id = ${value}::int`,
  identifier: (value) => `t.identifiers && ${value}::text[]`,
  title: (value, words) => `ts_filter(t.words, '{a}') @@ ${words(value)}`,
  // The index finds the words anywhere in the title's record. The second condition checks that they are in the right part.
  creator: (value, words) => `t.words @@ ${words(value)} AND ts_filter(t.words, '{b}') @@ ${words(value)}`,
  subject: (value, words) => `t.words @@ ${words(value)} AND ts_filter(t.words, '{c}') @@ ${words(value)}`,
  accessibility: (value) => `t.accessible_by @> ${value}::text[]`,
  series: (value) => `t.series IS NOT NULL AND search_fold(t.series) = search_fold(${value})`,
};

/** A tsquery for all words of a text. */
function words(text: string): string {
  return `plainto_tsquery('simple', ${wordsIn(text)})`;
}

/** The same for words that may stand inside others. */
function unspacedWords(text: string): string {
  return unspacedQuery(wordsIn(text));
}

function wordsIn(text: string): string {
  return askedWords(`search_fold(translate(${text}, E'\\n', ' '))`);
}
