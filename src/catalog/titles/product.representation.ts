import type { Addresses, Link } from '../../http/addresses.js';
import type { FormatType } from '../../http/title.representation.js';
import { formatName } from '../../domain/format.js';
import { linksOf, representTitle, type TitleLinks, type TitleMembers } from './title.representation.js';
import { representTitleActions, type TitleActions } from './title-actions.representation.js';
import type { FoundTitle, OpenCollections } from './titles.service.js';

/** A title as a search finds it. */
export interface ProductRecord extends TitleMembers {
  /** The first of its creators; absent when none is known. */
  readonly primaryCreator?: PrimaryCreatorRecord;
  readonly formats: readonly ProductFormatRecord[];
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

export interface ProductFormatRecord {
  readonly id: FormatType;
  /** @example "Adobe EPUB eBook" */
  readonly name: string;
}

export function representProduct(found: FoundTitle, addresses: Addresses): ProductRecord {
  const { collections, title } = found;
  const [creator] = title.creators;
  return {
    ...representTitle(title, addresses),
    ...(creator && { primaryCreator: { role: creator.role, name: creator.name } }),
    formats: title.formats.map((id) => ({ id, name: formatName(id) })),
    links: productLinksOf(collections, title.reserveId, addresses),
    actions: representTitleActions(found, addresses),
  };
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
