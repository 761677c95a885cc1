import type { Addresses, Link } from '../../http/answers/addresses.js';
import type { NumberedAccount } from '../collections/accounts.service.js';

/** The accounts of a library that have numbers of their own. */
export interface AdvantageAccountsRecord {
  /** The `websiteId`. */
  readonly id: number;
  readonly advantageAccounts: readonly AdvantageAccountRecord[];
}

export interface AdvantageAccountRecord {
  /** The number of the account. */
  readonly id: number;
  readonly name: string;
  /** Names this account's collection alone in catalog addresses. */
  readonly collectionToken: string;
  readonly links: Readonly<Record<'self' | 'products', Link>>;
}

export function representAdvantageAccounts(
  websiteId: number,
  accounts: readonly NumberedAccount[],
  addresses: Addresses,
): AdvantageAccountsRecord {
  return {
    id: websiteId,
    advantageAccounts: accounts.map((account) => representAdvantageAccount(websiteId, account, addresses)),
  };
}

export function representAdvantageAccount(
  websiteId: number,
  { accountNumber, name, collectionToken }: NumberedAccount,
  addresses: Addresses,
): AdvantageAccountRecord {
  return {
    id: accountNumber,
    name,
    collectionToken,
    links: {
      self: addresses.catalogLink(addresses.advantageAccount(websiteId, accountNumber)),
      products: addresses.catalogLink(addresses.products(collectionToken)),
    },
  };
}
