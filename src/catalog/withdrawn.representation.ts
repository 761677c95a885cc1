import { sortTitleOf } from '../domain/titles/sort-title.js';
import type { Addresses } from '../http/answers/addresses.js';
import { representTime } from '../http/answers/timestamp.representation.js';
import type { OpenCollections } from './collections/collections.store.js';
import type { WithdrawnTitle } from './harvest/withdrawn-titles.store.js';
import {
  contentDetailsOf,
  type ProductRecord,
  productLinksOf,
  shortLinksOf,
  type ShortProductRecord,
} from './titles/product.representation.js';

/**
 * A title that the collections no longer have, among those that have changed. It has all members that every product has,
 * because some clients require them. Its addresses are 404.
 */
export function representWithdrawn(
  collections: OpenCollections,
  { reserveId, crossRefId, title, formatClass, withdrawnAt }: WithdrawnTitle,
  addresses: Addresses,
): ProductRecord {
  return {
    id: reserveId,
    crossRefId,
    isOwnedByCollections: false,
    mediaType: formatClass,
    formatClass,
    title,
    sortTitle: sortTitleOf(title, undefined),
    popularity: 0,
    // When it was added is forgotten with its record. It was there until then.
    dateAdded: representTime(withdrawnAt),
    images: {},
    formats: [],
    contentDetails: contentDetailsOf(collections, { reserveId, crossRefId }, addresses),
    links: productLinksOf(collections, reserveId, addresses),
    actions: {},
  };
}

/** The same where short records were asked for. */
export function representShortWithdrawn(
  collections: OpenCollections,
  { reserveId, crossRefId, title, formatClass, withdrawnAt }: WithdrawnTitle,
  addresses: Addresses,
): ShortProductRecord {
  return {
    id: reserveId,
    crossRefId,
    isOwnedByCollections: false,
    mediaType: formatClass,
    title,
    dateAdded: representTime(withdrawnAt),
    links: shortLinksOf(collections, reserveId, addresses),
  };
}
