import type { Addresses, Link } from '../../http/answers/addresses.js';
import type { ReserveId } from '../../http/answers/title.representation.js';
import type { AccountsOfCollections } from '../collections/accounts.service.js';
import { allFree, allOwned, type CopiesCount, representCopies } from './copies-count.representation.js';
import type { CatalogTitle, OpenedTitle, OpenedTitles } from '../titles/titles.service.js';

/** The counts of availability by account, of one title or of several at once. */
export interface AccountsAvailabilityRecord extends CopiesCount {
  readonly reserveId: ReserveId;
  /** The accounts that have the title. */
  readonly accounts: readonly AccountRecord[];
  readonly availabilityType: 'Normal';
  readonly links: { readonly self: Link };
}

export interface AccountRecord {
  /** The number of the account; -1 is the library's main account. */
  readonly id: number;
  /** All patrons of the library may use it. */
  readonly shared: boolean;
  readonly copiesOwned: number;
  readonly copiesAvailable: number;
}

/** Titles outside the collections are left out. */
export interface AvailabilityListRecord {
  readonly totalItems: number;
  readonly availability: readonly AccountsAvailabilityRecord[];
  readonly links: { readonly self: Link };
}

export function representAccountsAvailability(
  { collections, title }: OpenedTitle,
  accounts: AccountsOfCollections,
  addresses: Addresses,
): AccountsAvailabilityRecord {
  const self = addresses.accountsAvailability(collections.collectionToken, title.reserveId);
  return {
    reserveId: title.reserveId,
    accounts: representAccounts(title, accounts),
    ...representCopies(title),
    availabilityType: 'Normal',
    links: { self: addresses.catalogLink(self) },
  };
}

/** `asked` is the list as the client sent it: the answer's own address asks the same again. */
export function representAvailabilityList(
  { collections, titles }: OpenedTitles,
  accounts: AccountsOfCollections,
  asked: string,
  addresses: Addresses,
): AvailabilityListRecord {
  const self = addresses.availabilityList('v2', collections.collectionToken, asked);
  return {
    totalItems: titles.length,
    availability: titles.map((title) =>
      representAccountsAvailability({ collections, title }, accounts, addresses),
    ),
    links: { self: addresses.catalogLink(self) },
  };
}

/** Collections without a number are one account: shared only if each of those with the title is. */
const MAIN_ACCOUNT = -1;

function representAccounts({ copies }: CatalogTitle, accounts: AccountsOfCollections): AccountRecord[] {
  const byId = new Map<number, AccountRecord>();
  for (const collection of copies) {
    const account = accounts.get(collection.collectionId);
    const id = account?.accountNumber ?? MAIN_ACCOUNT;
    const before = byId.get(id) ?? { id, shared: true, copiesOwned: 0, copiesAvailable: 0 };
    byId.set(id, {
      id,
      shared: before.shared && account?.isShared === true,
      copiesOwned: before.copiesOwned + allOwned(collection),
      copiesAvailable: before.copiesAvailable + allFree(collection),
    });
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}
