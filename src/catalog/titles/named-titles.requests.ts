import { parseTitleId, type TitleId } from '../../domain/titles/title-id.js';
import { RequiredField } from '../../http/fields/field.decorator.js';
import type { FieldRule } from '../../http/fields/field-rules.js';

/** At most so many titles are named in one request. */
const MAX_TITLES = 50;

/** A list of titles as it was sent, and those that it can mean. */
export interface NamedTitles {
  readonly asked: string;
  readonly titles: readonly TitleId[];
}

const namedTitles: FieldRule<NamedTitles> = {
  allowed: `1 to ${MAX_TITLES} titles, each by its reserveId or crossRefId, with commas between`,
  schema: {
    type: 'string',
    example: '53be238e-d4d2-5efd-8241-c596634d055e,100001',
  },
  refusedWith: 'InvalidFieldValue',
  read: (asked) => {
    const names = asked.split(',').map((name) => name.trim());
    if (names.length > MAX_TITLES || names.includes('')) return undefined;
    // What is no identifier at all names no title, as in a path, and is left out like one that is unknown.
    return { asked: names.join(','), titles: names.flatMap((name) => parseTitleId(name) ?? []) };
  },
};

/** The availability of several titles at once. */
export class AvailabilityListQuery {
  @RequiredField(namedTitles) products!: NamedTitles;
}

/** The metadata of several titles at once. */
export class BulkMetadataQuery {
  /** Under this name clients send either kind of identifier. */
  @RequiredField(namedTitles) reserveIds!: NamedTitles;
}
