/** What a search of the catalog can ask for. */
import type { FormatClass } from '../../domain/lending-period.js';
import type { Cursor } from './cursor.js';
import type { RawSearchParameters } from './raw-search-parameters.js';

/**
 * A result of words ends after so many titles: counting and comparing all matches of common words would take longer than showing the best of
 * them, and a person who finds that many adds a word. Without words every title is counted and can be reached.
 */
export const MAX_RESULT_OF_WORDS = 1_500;

export const SORTED_BY = [
  'relevance',
  'title',
  'author',
  'dateadded',
  'popularity',
  'rating',
  'publisher',
  'publication_date',
] as const;

export type SortedBy = (typeof SORTED_BY)[number];

export interface Sorting {
  /** `relevance` is how well the words fit. */
  readonly by: SortedBy;
  /** Relevance starts with the best, everything else ascends, unless reversed. */
  readonly isReversed: boolean;
}

/** An order by data of the titles, with or without words. */
export interface KeySorting extends Sorting {
  readonly by: Exclude<SortedBy, 'relevance'>;
}

/** An absent filter lets all titles through; a null one lets none. */
export interface Filters {
  readonly formats?: readonly string[];
  readonly mediaTypes?: readonly FormatClass[];
  /** Codes in lower case: a whole tag, or its language. */
  readonly languages?: readonly string[];
  readonly crossRefId?: number | null;
  /** Any of these, without hyphens, in upper case. */
  readonly identifier?: readonly string[] | null;
  /** All words must be in the title itself. */
  readonly title?: string | null;
  readonly creator?: string | null;
  readonly subject?: string | null;
  /** The whole name; case and accents make no difference. */
  readonly series?: string | null;
  /** All of these terms: see `accessibleBy`. */
  readonly accessibility?: readonly string[] | null;
  /** Titles that were added within so many days. */
  readonly daysSinceAdded?: number | null;
  /** Only titles with a free copy. */
  readonly onlyAvailable: boolean;
}

/** Titles that changed since a time, in the order of their changes. */
export interface ChangesSince {
  /** `title`: metadata or ownership; `any`: these, or availability. */
  readonly of: 'title' | 'any';
  readonly since: Date;
}

export interface Search {
  /** Undefined: all titles. */
  readonly words: string | undefined;
  readonly filters: Filters;
  /** The first counts most. Empty: the request asks for no order. */
  readonly sorting: readonly Sorting[];
  /** A title must meet all of them. The first one's order counts. */
  readonly changes: readonly ChangesSince[];
  readonly limit: number;
  readonly offset: number;
  /** The page begins behind this title. */
  readonly after: Cursor | undefined;
  /** The answer has only the identifiers of titles. */
  readonly isShort: boolean;
  readonly asked: RawSearchParameters;
}

/** The best first, if there are words to compare with. */
export function isByRelevance({ words, sorting }: Search): boolean {
  return words !== undefined && (sorting[0]?.by ?? 'relevance') === 'relevance';
}

/** The order without relevance, for a search without words. */
export function keySortings({ sorting }: Search): KeySorting[] {
  return sorting.filter((each): each is KeySorting => each.by !== 'relevance');
}
