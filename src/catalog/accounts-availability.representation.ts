import type { Addresses, Link } from '../http/addresses.js';
import type { ReserveId } from '../http/title.representation.js';
import { type CopiesCount, representCopies } from './copies-count.representation.js';
import type { CatalogTitle, FoundTitle, FoundTitles } from './titles.service.js';

/** The same counts in the form that today's clients of the catalog read, one title or several at once. */
export interface AccountsAvailabilityRecord extends CopiesCount {
  readonly reserveId: ReserveId;
  /** The collections that have the title. */
  readonly accounts: readonly AccountRecord[];
  readonly availabilityType: 'Normal';
  readonly links: { readonly self: Link };
}

export interface AccountRecord {
  readonly id: string;
  readonly copiesOwned: number;
  readonly copiesAvailable: number;
}

/** Titles that are in none of the patron's collections are left out. */
export interface AvailabilityListRecord {
  readonly totalItems: number;
  readonly availability: readonly AccountsAvailabilityRecord[];
  readonly links: { readonly self: Link };
}

export function representAccountsAvailability(
  { collections, title }: FoundTitle,
  addresses: Addresses,
): AccountsAvailabilityRecord {
  return represent(title, collections.collectionToken, addresses);
}

/** `asked` is the list as the client sent it: the answer's own address asks the same again. */
export function representAvailabilityList(
  { collections, titles }: FoundTitles,
  asked: string,
  addresses: Addresses,
): AvailabilityListRecord {
  const { collectionToken } = collections;
  return {
    totalItems: titles.length,
    availability: titles.map((title) => represent(title, collectionToken, addresses)),
    links: { self: addresses.catalogLink(addresses.availabilityList(collectionToken, asked)) },
  };
}

function represent(
  title: CatalogTitle,
  collectionToken: string,
  addresses: Addresses,
): AccountsAvailabilityRecord {
  const self = addresses.accountsAvailability(collectionToken, title.reserveId);
  return {
    reserveId: title.reserveId,
    accounts: title.copies.map(({ collectionId, owned, free }) => ({
      id: collectionId,
      copiesOwned: owned,
      copiesAvailable: free,
    })),
    ...representCopies(title),
    availabilityType: 'Normal',
    links: { self: addresses.catalogLink(self) },
  };
}
