/** What can be asked of the catalog: the words that its requests, its services and its statements share. */
import type { FormatClass } from '../../domain/lending-period.js';
import type { Cursor } from './cursor.js';
import type { RawSearchParameters } from './raw-search-parameters.js';

/**
 * What is found by words ends after so many titles: to count and compare all that common words find would take longer than
 * to show the best of it, and a person who finds that many adds a word. Without words every title is counted and can be reached.
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
  /** `relevance`: how well the words fit. */
  readonly by: SortedBy;
  /** Relevance is best first, all else ascending, unless reversed. */
  readonly isReversed: boolean;
}

/** An order by what titles have, with or without words. */
export interface KeySorting extends Sorting {
  readonly by: Exclude<SortedBy, 'relevance'>;
}

/** Which titles are wanted. An absent filter lets all through; one that is null lets none. */
export interface Filters {
  readonly formats?: readonly string[];
  readonly mediaTypes?: readonly FormatClass[];
  /** Codes, in lower case: of a whole tag, or of its language. */
  readonly languages?: readonly string[];
  readonly crossRefId?: number | null;
  /** Any of them, without hyphens, in upper case. */
  readonly identifier?: readonly string[] | null;
  /** All words must be in the title itself. */
  readonly title?: string | null;
  readonly creator?: string | null;
  readonly subject?: string | null;
  /** The whole name, without regard to case and accents. */
  readonly series?: string | null;
  /** Titles that were added within so many days. */
  readonly daysSinceAdded?: number | null;
  /** Only titles of which a copy is free. */
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
  /** The first counts most. Empty: no order was asked for. */
  readonly sorting: readonly Sorting[];
  /** A title must meet all of them; their order is that of the first. */
  readonly changes: readonly ChangesSince[];
  readonly limit: number;
  readonly offset: number;
  /** Behind which title the page begins. */
  readonly after: Cursor | undefined;
  /** The answer has only what names a title. */
  readonly isShort: boolean;
  readonly asked: RawSearchParameters;
}

/** Best first when there is something to be more or less like. */
export function isByRelevance({ words, sorting }: Search): boolean {
  return words !== undefined && (sorting[0]?.by ?? 'relevance') === 'relevance';
}

/** What is left of an order where nothing is more or less relevant. */
export function keySortings({ sorting }: Search): KeySorting[] {
  return sorting.filter((each): each is KeySorting => each.by !== 'relevance');
}
