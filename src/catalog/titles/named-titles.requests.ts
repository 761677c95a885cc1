import { parseTitleId, type TitleId } from '../../domain/titles/title-id.js';
import { type FieldOptions, IsReadable, readField } from '../../http/fields/validators.js';

/** At most so many titles are named in one request. */
const MAX_TITLES = 50;

const NAMED_TITLES = {
  message: `1 to ${MAX_TITLES} titles, each by its reserveId or crossRefId, with commas between`,
  context: { example: '53be238e-d4d2-5efd-8241-c596634d055e,100001' },
} as const satisfies FieldOptions;

/** The availability of several titles at once. */
export class AvailabilityListQuery {
  /** The titles. */
  @IsReadable(parseNames, NAMED_TITLES) products!: string;
}

/** The metadata of several titles at once. */
export class BulkMetadataQuery {
  /** The titles. */
  @IsReadable(parseNames, NAMED_TITLES) reserveIds!: string;
}

/** A list of titles as it was sent, and its identifiers. */
export interface NamedTitles {
  readonly asked: string;
  readonly titles: readonly TitleId[];
}

/** A text that is no identifier is left out like an unknown one. */
export function namedTitles(text: string): NamedTitles {
  const names = readField(parseNames, text);
  return { asked: names.join(','), titles: names.flatMap((name) => parseTitleId(name) ?? []) };
}

function parseNames(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.length > MAX_TITLES || names.includes('') ? undefined : names;
}
