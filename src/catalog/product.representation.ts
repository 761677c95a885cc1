import type { FormatClass } from '../domain/lending-period.js';
import type { Addresses, Link } from '../http/addresses.js';
import type { CrossRefId, FormatType, ReserveId } from '../http/title.representation.js';
import { representTitleActions, type TitleActions } from './title-actions.representation.js';
import type { CatalogTitle, Creator, FoundTitle } from './titles.service.js';

/** A title as a search finds it. */
export interface ProductRecord {
  readonly id: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly title: string;
  /** The first of its creators; absent when none is known. */
  readonly primaryCreator?: CreatorRecord;
  readonly formatClass: FormatClass;
  readonly formats: readonly FormatRecord[];
  readonly links: Readonly<Record<'self' | 'metadata' | 'availability', Link>>;
  readonly actions: TitleActions;
}

export interface CreatorRecord {
  /** @example "Author" */
  readonly role: string;
  /** @example "Mary Shelley" */
  readonly name: string;
}

export interface FormatRecord {
  readonly id: FormatType;
}

/** Everything the catalog tells of a title. */
export interface MetadataRecord {
  readonly id: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly title: string;
  readonly creators: readonly CreatorRecord[];
  readonly formatClass: FormatClass;
  readonly formats: readonly FormatRecord[];
  readonly subjects: readonly string[];
  readonly languages: readonly string[];
  /**
   * The day on which the title came into the catalog; absent when it is not known.
   * @format date
   */
  readonly addedDate?: string;
  readonly links: Readonly<Record<'self' | 'availability', Link>>;
}

export function representProduct(found: FoundTitle, addresses: Addresses): ProductRecord {
  const { collections, title } = found;
  const { reserveId, creators } = title;
  const { collectionToken } = collections;
  return {
    id: reserveId,
    crossRefId: title.crossRefId,
    title: title.title,
    ...(creators[0] && { primaryCreator: representCreator(creators[0]) }),
    formatClass: title.formatClass,
    formats: representFormats(title),
    links: {
      self: addresses.contentLink(addresses.product(collectionToken, reserveId)),
      metadata: addresses.contentLink(addresses.metadata(collectionToken, reserveId)),
      availability: addresses.circulationLink(addresses.availability(collectionToken, reserveId)),
    },
    actions: representTitleActions(found, addresses),
  };
}

export function representMetadata({ collections, title }: FoundTitle, addresses: Addresses): MetadataRecord {
  const { reserveId, addedDate } = title;
  const { collectionToken } = collections;
  return {
    id: reserveId,
    crossRefId: title.crossRefId,
    title: title.title,
    creators: title.creators.map(representCreator),
    formatClass: title.formatClass,
    formats: representFormats(title),
    subjects: title.subjects,
    languages: title.languages,
    ...(addedDate !== null && { addedDate }),
    links: {
      self: addresses.contentLink(addresses.metadata(collectionToken, reserveId)),
      availability: addresses.circulationLink(addresses.availability(collectionToken, reserveId)),
    },
  };
}

function representCreator({ role, name }: Creator): CreatorRecord {
  return { role, name };
}

function representFormats({ formats }: CatalogTitle): FormatRecord[] {
  return formats.map((id) => ({ id }));
}
