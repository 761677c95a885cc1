import type { Accessibility } from '../../domain/titles/accessibility.js';
import { fileAsOf } from '../../domain/titles/file-as.js';
import type { Addresses } from '../../http/answers/addresses.js';
import type { Timestamp } from '../../http/answers/timestamp.representation.js';
import { type FormatDetails, formatName } from '../../domain/titles/format.js';
import { languageName } from './languages.js';
import type { DescribedTitle, DescribedTitles } from './metadata.service.js';
import type { PrimaryCreatorRecord, ProductFormatRecord } from '../titles/product.representation.js';
import {
  linksOf,
  representTitle,
  type TitleLinks,
  type TitleMembers,
} from '../titles/title.representation.js';
import type { Creator, OpenCollections } from '../titles/titles.service.js';

/** Everything that the catalog has about a title. */
export interface MetadataRecord extends TitleMembers {
  readonly edition?: string;
  readonly publisher?: string;
  readonly imprint?: string;
  /** The day of publication, at midnight. */
  readonly publishDate?: Timestamp;
  /**
   * The same day, month first.
   * @example "01/31/1818"
   */
  readonly publishDateText?: string;
  readonly creators: readonly CreatorRecord[];
  readonly languages: readonly LanguageRecord[];
  readonly subjects: readonly ValueRecord[];
  readonly keywords?: readonly ValueRecord[];
  readonly shortDescription?: string;
  readonly fullDescription?: string;
  readonly isPublicDomain?: boolean;
  /** Readium's accessibility metadata, as the title's record has it; absent if nothing is known. */
  readonly accessibility?: Accessibility;
  readonly formats: readonly FormatRecord[];
  readonly links: TitleLinks;
}

export interface CreatorRecord extends PrimaryCreatorRecord {
  /** @example "Shelley, Mary" */
  readonly fileAs: string;
}

export interface LanguageRecord {
  /** @example "en" */
  readonly code: string;
  /** @example "English" */
  readonly name: string;
}

export interface ValueRecord {
  readonly value: string;
}

export interface FormatRecord extends ProductFormatRecord {
  readonly fileName?: string;
  /** Bytes. */
  readonly fileSize?: number;
  readonly samples?: readonly SampleRecord[];
}

export interface SampleRecord {
  readonly source: string;
  readonly formatType?: string;
  /** @format uri */
  readonly url: string;
}

/** Titles outside the collections are left out. */
export interface BulkMetadataRecord {
  readonly metadata: readonly MetadataRecord[];
}

export function representBulkMetadata(
  { collections, titles }: DescribedTitles,
  addresses: Addresses,
): BulkMetadataRecord {
  return { metadata: titles.map((title) => representMetadata(collections, title, addresses)) };
}

export function representMetadata(
  collections: OpenCollections,
  title: DescribedTitle,
  addresses: Addresses,
): MetadataRecord {
  const { reserveId, keywords, publishDate } = title;
  const self = addresses.metadata(collections.collectionToken, reserveId);
  return {
    ...representTitle(title, addresses),
    ...withoutNulls({
      edition: title.edition,
      publisher: title.publisher,
      imprint: title.imprint,
      shortDescription: title.shortDescription,
      fullDescription: title.fullDescription,
      isPublicDomain: title.isPublicDomain,
      accessibility: title.accessibility,
    }),
    ...(publishDate !== null && {
      publishDate: `${publishDate}T00:00:00Z`,
      publishDateText: monthFirst(publishDate),
    }),
    creators: title.creators.map(representCreator),
    languages: title.languages.map((code) => ({ code, name: languageName(code) })),
    subjects: title.subjects.map((value) => ({ value })),
    ...(keywords.length > 0 && { keywords: keywords.map((value) => ({ value })) }),
    formats: representFormats(title),
    links: linksOf(self, collections, reserveId, addresses),
  };
}

/** `2026-03-31` as `03/31/2026`: clients take the year from its end. */
function monthFirst(day: string): string {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  return `${month}/${dayOfMonth}/${year}`;
}

function representCreator({ role, name, fileAs }: Creator): CreatorRecord {
  return { role, name, fileAs: fileAs ?? fileAsOf(name) };
}

function representFormats({ formats, formatDetails }: DescribedTitle): FormatRecord[] {
  return formats.map((id) =>
    representFormat(
      id,
      formatDetails.find((details) => details.id === id),
    ),
  );
}

function representFormat(id: string, details: FormatDetails | undefined): FormatRecord {
  const { fileName, fileSize, identifiers = [], samples } = details ?? {};
  const name = formatName(id);
  return {
    id,
    name,
    ...(fileName !== undefined && { fileName }),
    ...(fileSize !== undefined && { fileSize }),
    identifiers,
    // Clients in use fail on a sample that does not say where it is from.
    ...(samples && { samples: samples.map((sample) => ({ source: name, ...sample })) }),
  };
}

type WithoutNulls<Members> = { readonly [Name in keyof Members]?: NonNullable<Members[Name]> };

function withoutNulls<Members extends object>(members: Members): WithoutNulls<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null),
  ) as WithoutNulls<Members>;
}
