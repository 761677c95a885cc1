import type { Addresses, Link } from '../../http/answers/addresses.js';
import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { CrossRefId, FormatType, ReserveId } from '../../http/answers/title.representation.js';
import type { FormatClass } from '../../domain/lending-period.js';
import { type FormatDetails, formatName } from '../../domain/titles/format.js';
import { titleAddress } from '../../domain/titles/title-address.js';
import { linksOf, representTitle, type TitleLinks, type TitleMembers } from './title.representation.js';
import { representTitleActions, type TitleActions } from './title-actions.representation.js';
import type { OpenedTitle, OpenCollections } from './titles.service.js';

/** A title as a search finds it. */
export interface ProductRecord extends TitleMembers {
  /** The first of its creators; absent when none is known. */
  readonly primaryCreator?: PrimaryCreatorRecord;
  readonly formats: readonly ProductFormatRecord[];
  /** The title's page for people: one element. */
  readonly contentDetails: readonly ContentDetailsRecord[];
  readonly links: ProductLinks;
  readonly actions: TitleActions;
}

type ProductLinks = TitleLinks & { readonly metadata: Link };

export interface PrimaryCreatorRecord {
  /** @example "Author" */
  readonly role: string;
  /** @example "Mary Shelley" */
  readonly name: string;
}

export interface NamedFormatRecord {
  readonly id: FormatType;
  /** @example "Adobe EPUB eBook" */
  readonly name: string;
}

export interface ProductFormatRecord extends NamedFormatRecord {
  readonly identifiers: readonly IdentifierRecord[];
}

export interface IdentifierRecord {
  /** @example "ISBN" */
  readonly type: string;
  /** @example "9780141439471" */
  readonly value: string;
}

/** What names a title: for clients that look for titles to ask about. */
export interface ShortProductRecord {
  readonly id: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly isOwnedByCollections: boolean;
  readonly mediaType: FormatClass;
  readonly title: string;
  readonly primaryCreator?: PrimaryCreatorRecord;
  readonly dateAdded: Timestamp;
  readonly links: Pick<ProductLinks, 'self' | 'metadata'>;
}

export function representShortProduct(
  { collections, title }: OpenedTitle,
  addresses: Addresses,
): ShortProductRecord {
  const [creator] = title.creators;
  return {
    id: title.reserveId,
    crossRefId: title.crossRefId,
    isOwnedByCollections: title.isOwned,
    mediaType: title.formatClass,
    title: title.title,
    ...(creator && { primaryCreator: { role: creator.role, name: creator.name } }),
    dateAdded: representTime(title.dateAdded),
    links: shortLinksOf(collections, title.reserveId, addresses),
  };
}

/** What leads to all the rest. */
export function shortLinksOf(
  { collectionToken }: OpenCollections,
  reserveId: string,
  addresses: Addresses,
): ShortProductRecord['links'] {
  return {
    self: addresses.catalogLink(addresses.product(collectionToken, reserveId)),
    metadata: addresses.catalogLink(addresses.metadata(collectionToken, reserveId)),
  };
}

export function representProduct(found: OpenedTitle, addresses: Addresses): ProductRecord {
  const { collections, title } = found;
  const [creator] = title.creators;
  return {
    ...representTitle(title, addresses),
    ...(creator && { primaryCreator: { role: creator.role, name: creator.name } }),
    formats: title.formats.map((id) => representFormat(id, title.formatDetails)),
    contentDetails: contentDetailsOf(collections, title, addresses),
    links: productLinksOf(collections, title.reserveId, addresses),
    actions: representTitleActions(found, addresses),
  };
}

function representFormat(id: string, formatDetails: readonly FormatDetails[]): ProductFormatRecord {
  const details = formatDetails.find((each) => each.id === id);
  return { id, name: formatName(id), identifiers: details?.identifiers ?? [] };
}

export interface ContentDetailsRecord {
  /** The library's page of the title; where its settings name none, the shelf, the library's site or the service's page. */
  readonly href: string;
  readonly type: 'text/html';
  /** The library. */
  readonly account: { readonly id: number; readonly name: string };
}

/** Never empty: a discovery layer reads the first without looking whether there is one. */
export function contentDetailsOf(
  { websiteId, library }: OpenCollections,
  title: { readonly reserveId: string; readonly crossRefId: number },
  addresses: Addresses,
): ContentDetailsRecord[] {
  const { name, homepage, titleUrl } = library;
  const ownPage = titleUrl === null ? undefined : titleAddress(titleUrl, title);
  const href = ownPage ?? addresses.shelf(websiteId) ?? homepage ?? addresses.welcome;
  return [{ href, type: 'text/html', account: { id: websiteId, name } }];
}

export function productLinksOf(
  collections: OpenCollections,
  reserveId: string,
  addresses: Addresses,
): ProductLinks {
  const { collectionToken } = collections;
  const self = addresses.product(collectionToken, reserveId);
  return {
    ...linksOf(self, collections, reserveId, addresses),
    metadata: addresses.catalogLink(addresses.metadata(collectionToken, reserveId)),
  };
}
