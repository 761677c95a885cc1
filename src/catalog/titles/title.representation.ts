import type { FormatClass } from '../../domain/lending-period.js';
import { sortTitleOf } from '../../domain/titles/sort-title.js';
import type { Addresses, Link } from '../../http/answers/addresses.js';
import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { CrossRefId, ReserveId } from '../../http/answers/title.representation.js';
import { type ImagesRecord, imagesOf } from './images.representation.js';
import type { TitleFacts, OpenCollections } from './titles.service.js';

/** Members that products and metadata share. */
export interface TitleMembers {
  readonly id: ReserveId;
  readonly crossRefId: CrossRefId;
  /** Some collection that was asked about owns a copy. A title without copies can still be waited for. */
  readonly isOwnedByCollections: boolean;
  readonly mediaType: FormatClass;
  /** The same as `mediaType`. */
  readonly formatClass: FormatClass;
  readonly title: string;
  readonly subtitle?: string;
  /** Without a leading article. */
  readonly sortTitle: string;
  readonly series?: string;
  /**
   * @fraction true
   * @minimum 0
   * @maximum 5
   */
  readonly starRating?: number;
  /** Holds and loans in the library, counted anew at most once a minute. */
  readonly popularity: number;
  /** When the title came into the catalog. */
  readonly dateAdded: Timestamp;
  readonly images: ImagesRecord;
}

/** The addresses of a title that products and metadata share. */
export type TitleLinks = Readonly<Record<'self' | 'availability' | 'availabilityV2', Link>>;

export function representTitle(title: TitleFacts, addresses: Addresses): TitleMembers {
  const { formatClass, subtitle, series, starRating } = title;
  return {
    id: title.reserveId,
    crossRefId: title.crossRefId,
    isOwnedByCollections: title.isOwned,
    mediaType: formatClass,
    formatClass,
    title: title.title,
    ...(subtitle !== null && { subtitle }),
    sortTitle: title.sortTitle ?? sortTitleOf(title.title, title.languages[0]),
    ...(series !== null && { series }),
    ...(starRating !== null && { starRating }),
    popularity: title.popularity,
    dateAdded: representTime(title.dateAdded),
    images: imagesOf(title, addresses),
  };
}

/** `self` is the address of the record that has these links. */
export function linksOf(
  self: string,
  { collectionToken }: OpenCollections,
  reserveId: string,
  addresses: Addresses,
): TitleLinks {
  const availability = addresses.availability(collectionToken, reserveId);
  const availabilityV2 = addresses.accountsAvailability(collectionToken, reserveId);
  return {
    self: addresses.catalogLink(self),
    availability: addresses.catalogLink(availability),
    availabilityV2: addresses.catalogLink(availabilityV2),
  };
}
