import type { Addresses, Link } from '../http/addresses.js';
import { type ProductRecord, representProduct } from './product.representation.js';
import { type Search, type Sorting, defaultSorting } from './search.js';
import type { SearchResult } from './search.service.js';

/** One page of what a search has found. */
export interface SearchRecord {
  readonly limit: number;
  readonly offset: number;
  /** All titles found, not only those of this page. A result has at most 1,500, and 10,000 without words: of what more there is, the first. */
  readonly totalItems: number;
  /** The collection token: what was searched. */
  readonly id: string;
  readonly products: readonly ProductRecord[];
  readonly links: PageLinks;
}

export interface PageLinks {
  readonly self: Link;
  readonly first: Link;
  /** Absent on the first page. */
  readonly prev?: Link;
  /** Absent on the last page. */
  readonly next?: Link;
  readonly last: Link;
}

export function representSearch(
  { collections, titles, totalItems }: SearchResult,
  search: Search,
  addresses: Addresses,
): SearchRecord {
  const { limit, offset } = search;
  const { collectionToken } = collections;
  const pageAt = (start: number): Link =>
    addresses.catalogLink(
      addresses.search(collectionToken, { ...parametersOf(search), limit, offset: start }),
    );
  const lastOffset = Math.floor(Math.max(0, totalItems - 1) / limit) * limit;
  return {
    limit,
    offset,
    totalItems,
    id: collectionToken,
    products: titles.map((title) => representProduct({ collections, title }, addresses)),
    links: {
      self: pageAt(offset),
      first: pageAt(0),
      // From beyond the end it leads back to where there is something.
      ...(offset > 0 && { prev: pageAt(Math.max(0, Math.min(offset - limit, lastOffset))) }),
      ...(offset + limit < totalItems && { next: pageAt(offset + limit) }),
      last: pageAt(lastOffset),
    },
  };
}

/** What the client asked for, without what is meant anyway. */
function parametersOf({
  words,
  formats,
  sorting,
  onlyAvailable,
}: Search): Record<string, string | undefined> {
  const usual = defaultSorting(words);
  const isUsual = sorting.by === usual.by && sorting.isReversed === usual.isReversed;
  return {
    q: words,
    formats: formats?.join(','),
    sort: isUsual ? undefined : sortOf(sorting),
    availability: onlyAvailable ? 'true' : undefined,
  };
}

function sortOf({ by, isReversed }: Sorting): string {
  const isFalling = by === 'relevance' ? !isReversed : isReversed;
  return `${by}:${isFalling ? 'desc' : 'asc'}`;
}
