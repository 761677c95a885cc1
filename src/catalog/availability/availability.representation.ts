import type { Addresses, Link } from '../../http/answers/addresses.js';
import type { ReserveId } from '../../http/answers/title.representation.js';
import { type CopiesCount, representCopies } from './copies-count.representation.js';
import { representTitleActions, type TitleActions } from '../titles/title-actions.representation.js';
import type { FoundTitle } from '../titles/titles.service.js';

/**
 * How available a title is to the patron.
 * @see contract: #availability-record
 */
export interface AvailabilityRecord extends CopiesCount {
  readonly id: ReserveId;
  readonly availabilityType: 'Normal';
  readonly links: { readonly self: Link };
  readonly actions: TitleActions;
  /** Those of the patron's collections that have the title. */
  readonly collections: readonly CollectionAvailabilityRecord[];
}

export interface CollectionAvailabilityRecord {
  readonly id: string;
  readonly copiesOwned: number;
  readonly copiesAvailable: number;
  /** The live holds whose patrons may use this collection. */
  readonly numberOfHolds: number;
}

export function representAvailability(found: FoundTitle, addresses: Addresses): AvailabilityRecord {
  const { collections, title } = found;
  const self = addresses.availability(collections.collectionToken, title.reserveId);
  return {
    id: title.reserveId,
    availabilityType: 'Normal',
    links: { self: addresses.catalogLink(self) },
    actions: representTitleActions(found, addresses),
    collections: title.copies.map(({ collectionId, owned, free, numberOfHolds }) => ({
      id: collectionId,
      copiesOwned: owned,
      copiesAvailable: free,
      numberOfHolds,
    })),
    ...representCopies(title),
  };
}
