/** What can be asked of the catalog's search: the words that its requests, its service and its statements share. */

/** The whole catalog, asked for without words, ends after so many titles. */
export const MAX_RESULT = 10_000;

/**
 * What is found by words ends after so many titles: to count and compare all that common words find would take longer than
 * to show the best of it, and whoever found more adds a word.
 */
export const MAX_RESULT_OF_WORDS = 1_500;

export const SORTED_BY = ['relevance', 'title', 'author', 'dateadded'] as const;

export interface Sorting {
  /** `relevance`: how well the words fit; without words it means `title`. */
  readonly by: (typeof SORTED_BY)[number];
  /** Relevance is best first, all else ascending, unless reversed. */
  readonly isReversed: boolean;
}

export interface Search {
  /** Undefined: all titles. */
  readonly words: string | undefined;
  /** Undefined: any. */
  readonly formats: readonly string[] | undefined;
  /** Only titles of which a copy that the patron may use is free. */
  readonly onlyAvailable: boolean;
  readonly sorting: Sorting;
  readonly limit: number;
  readonly offset: number;
}

/** Best first when there is something to be more or less like, else by title. */
export function defaultSorting(words: Search['words']): Sorting {
  return { by: words === undefined ? 'title' : 'relevance', isReversed: false };
}
