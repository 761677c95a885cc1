import type { Addresses, Link } from '../http/answers/addresses.js';
import { cursorText } from './query/cursor.js';
import {
  type ProductRecord,
  representProduct,
  representShortProduct,
  type ShortProductRecord,
} from './titles/product.representation.js';
import { representShortWithdrawn, representWithdrawn } from './withdrawn.representation.js';
import type { Search } from './query/search.js';
import type { FoundItem, SearchResult } from './search.service.js';

/** One page of what a search finds. */
export interface SearchRecord {
  readonly limit: number;
  readonly offset: number;
  /**
   * All titles found, not only those of this page. A search for words finds at most 1,500 titles, the best or the first of
   * them; a search without words finds all.
   */
  readonly totalItems: number;
  /** The collection token: what was searched. */
  readonly id: string;
  /** Short records where `minimum` is true. */
  readonly products: readonly (ProductRecord | ShortProductRecord)[];
  readonly links: PageLinks;
}

export interface PageLinks {
  readonly self: Link;
  readonly first: Link;
  /** Absent on the first page. */
  readonly prev?: Link;
  /** Absent on the last page. Without words it begins behind this page's last title, whatever is added or withdrawn. */
  readonly next?: Link;
  readonly last: Link;
}

export function representSearch(result: SearchResult, search: Search, addresses: Addresses): SearchRecord {
  const { collections, items, totalItems, hasNext, next } = result;
  const { limit, offset, asked, after } = search;
  const { collectionToken } = collections;
  const pageAt = (start: number, cursor?: string): Link =>
    addresses.catalogLink(
      addresses.search(collectionToken, { ...asked, limit, offset: start, after: cursor }),
    );
  const lastOffset = Math.floor(Math.max(0, totalItems - 1) / limit) * limit;
  return {
    limit,
    offset,
    totalItems,
    id: collectionToken,
    products: items.map((item) =>
      search.isShort ? representShortItem(item, result, addresses) : representItem(item, result, addresses),
    ),
    links: {
      self: pageAt(offset, after && cursorText(after)),
      first: pageAt(0),
      // From beyond the end it leads back to where there is something.
      ...(offset > 0 && { prev: pageAt(Math.max(0, Math.min(offset - limit, lastOffset))) }),
      ...(hasNext && { next: pageAt(offset + limit, next) }),
      last: pageAt(lastOffset),
    },
  };
}

function representItem(
  { title, withdrawn }: FoundItem,
  { collections }: SearchResult,
  addresses: Addresses,
): ProductRecord {
  return withdrawn === undefined
    ? representProduct({ collections, title }, addresses)
    : representWithdrawn(collections, withdrawn, addresses);
}

function representShortItem(
  { title, withdrawn }: FoundItem,
  { collections }: SearchResult,
  addresses: Addresses,
): ShortProductRecord {
  return withdrawn === undefined
    ? representShortProduct({ collections, title }, addresses)
    : representShortWithdrawn(collections, withdrawn, addresses);
}
