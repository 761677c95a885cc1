import type { FormatClass } from '../../domain/lending-period.js';
import type { Action } from '../../http/answers/action.representation.js';
import type { Addresses, Link } from '../../http/answers/addresses.js';
import type { ReserveId } from '../../http/answers/title.representation.js';
import { alternativeAction } from '../../http/answers/title-offers.representation.js';
import {
  type AvailabilityRecord,
  representAvailability,
} from '../availability/availability.representation.js';
import type { TitleActions } from '../titles/title-actions.representation.js';
import type { OtherFormat, OtherFormats } from './other-formats.service.js';

/** Titles without other formats are left out. */
export interface OtherFormatsListRecord {
  readonly totalItems: number;
  readonly titles: readonly OtherFormatsRecord[];
  readonly links: { readonly self: Link };
}

export interface OtherFormatsRecord {
  readonly id: ReserveId;
  /** At most three, those of other media first. */
  readonly otherFormats: readonly OtherFormatRecord[];
}

/** What a title is, how available it is, and what the patron may do. */
export interface OtherFormatRecord extends AvailabilityRecord {
  readonly title: string;
  readonly mediaType: FormatClass;
  /** `addAlternative`: place a hold on it beside the one that waits, for whichever comes first. */
  readonly actions: TitleActions & { readonly addAlternative?: Action };
}

/** `asked` is the list as the client sent it: the answer's own address asks the same again. */
export function representOtherFormats(
  { collectionToken, byTitle }: OtherFormats,
  asked: string,
  addresses: Addresses,
): OtherFormatsListRecord {
  return {
    totalItems: byTitle.size,
    titles: [...byTitle].map(([id, others]) => ({
      id,
      otherFormats: others.map((other) => representOtherFormat(other, addresses)),
    })),
    links: { self: addresses.catalogLink(addresses.otherFormats(collectionToken, asked)) },
  };
}

function representOtherFormat(other: OtherFormat, addresses: Addresses): OtherFormatRecord {
  const { title, heldInstead } = other;
  const { actions, ...availability } = representAvailability(other, addresses);
  return {
    ...availability,
    title: title.title,
    mediaType: title.formatClass,
    actions: {
      ...actions,
      ...(actions.hold &&
        heldInstead && { addAlternative: alternativeAction(title, addresses, heldInstead) }),
    },
  };
}
