import type { Addresses, Link } from '../http/addresses.js';
import type { LibraryDescription } from './libraries.service.js';

/** A library, to its patrons and to the clients that serve it. */
export interface LibraryInformationRecord {
  /** The `websiteId`. */
  readonly id: number;
  readonly name: string;
  /**
   * Names collections in catalog addresses: those of the patron, or, for a client, all that any patron here may use. It can
   * change: do not keep it. Absent while the library has no category of patrons.
   */
  readonly collectionToken?: string;
  readonly links: {
    readonly self: Link;
    /** All titles of these collections. */
    readonly products?: Link;
    /** The accounts that have numbers of their own. */
    readonly advantageAccounts: Link;
  };
}

export function representLibrary(
  { websiteId, name, collectionToken }: LibraryDescription,
  addresses: Addresses,
): LibraryInformationRecord {
  const self = addresses.catalogLink(addresses.library(websiteId));
  const advantageAccounts = addresses.catalogLink(addresses.advantageAccounts(websiteId));
  if (collectionToken === null) return { id: websiteId, name, links: { self, advantageAccounts } };
  const products = addresses.catalogLink(addresses.products(collectionToken));
  return { id: websiteId, name, collectionToken, links: { self, products, advantageAccounts } };
}
