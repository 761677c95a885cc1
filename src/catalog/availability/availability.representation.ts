import type { Addresses, Link } from '../../http/answers/addresses.js';
import {
  type EstimatedWaitMembers,
  representWait,
} from '../../http/answers/estimated-wait.representation.js';
import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { ReserveId } from '../../http/answers/title.representation.js';
import { allFree, allOwned, type CopiesCount, representCopies } from './copies-count.representation.js';
import { representTitleActions, type TitleActions } from '../titles/title-actions.representation.js';
import type { CheckedFoundTitle, OpenedTitles } from '../titles/titles.service.js';

/**
 * How available a title is to the patron. What is estimated is the wait of a hold that the patron would place now.
 * @see contract: #availability-record
 */
export interface AvailabilityRecord extends CopiesCount, EstimatedWaitMembers {
  readonly id: ReserveId;
  /** `AlwaysAvailable`: nobody waits for the title. Its numbers of copies are as high as any can be. */
  readonly availabilityType: 'Normal' | 'AlwaysAvailable';
  readonly links: { readonly self: Link };
  readonly actions: TitleActions;
  /** When the first copies are expected, of a title of which the library owns none yet. */
  readonly estimatedReleaseDate?: Timestamp;
  /** Those of the patron's collections that have the title. */
  readonly collections: readonly CollectionAvailabilityRecord[];
}

/** Titles outside the collections are left out. */
export interface TitlesAvailabilityRecord {
  readonly totalItems: number;
  readonly availability: readonly AvailabilityRecord[];
  readonly links: { readonly self: Link };
}

export interface CollectionAvailabilityRecord {
  readonly id: string;
  readonly copiesOwned: number;
  readonly copiesAvailable: number;
  /** The live holds whose patrons may use this collection. */
  readonly numberOfHolds: number;
}

export function representAvailability(found: CheckedFoundTitle, addresses: Addresses): AvailabilityRecord {
  const { collections, title } = found;
  const self = addresses.availability(collections.collectionToken, title.reserveId);
  const actions = representTitleActions(found, addresses);
  return {
    id: title.reserveId,
    availabilityType: title.copies.some(({ isUnlimited }) => isUnlimited) ? 'AlwaysAvailable' : 'Normal',
    links: { self: addresses.catalogLink(self) },
    actions,
    collections: title.copies.map((copies) => ({
      id: copies.collectionId,
      copiesOwned: allOwned(copies),
      copiesAvailable: allFree(copies),
      numberOfHolds: copies.numberOfHolds,
    })),
    ...representCopies(title),
    ...(title.releasedAt && { estimatedReleaseDate: representTime(title.releasedAt) }),
    ...(actions.hold && representWait(title.waitOfNewHold)),
  };
}

/** `asked` is the list as the client sent it: the answer's own address asks the same again. */
export function representTitlesAvailability(
  { collections, titles }: OpenedTitles,
  asked: string,
  addresses: Addresses,
): TitlesAvailabilityRecord {
  const self = addresses.availabilityList('v1', collections.collectionToken, asked);
  return {
    totalItems: titles.length,
    availability: titles.map((title) => representAvailability({ collections, title }, addresses)),
    links: { self: addresses.catalogLink(self) },
  };
}
