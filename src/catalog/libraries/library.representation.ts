import { formatName, KNOWN_FORMATS } from '../../domain/titles/format.js';
import type { Addresses, Link } from '../../http/answers/addresses.js';
import type { NamedFormatRecord } from '../titles/product.representation.js';
import type { DescribedLibrary } from './libraries.service.js';

/** A library, to its patrons and to the clients that serve it. */
export interface LibraryInformationRecord {
  /** The `websiteId`. */
  readonly id: number;
  readonly name: string;
  readonly type: 'Library';
  /** The library’s own color, like #1a2b3c; absent where its settings name none. */
  readonly color?: string;
  /** For a patron: holidays or a closure of three days and more that are next, within two months. */
  readonly nextHoliday?: NextHolidayRecord;
  /**
   * Names collections in catalog addresses: those of the patron, or, for a client, all that any patron here may use. It can
   * change: do not keep it. Absent while the library has no category of patrons.
   */
  readonly collectionToken?: string;
  /** The formats that have a name for people. A title may come in others, whose id is their name. */
  readonly formats: readonly NamedFormatRecord[];
  readonly links: {
    readonly self: Link;
    /** All titles of these collections. */
    readonly products?: Link;
    /** The accounts that have numbers of their own. */
    readonly advantageAccounts: Link;
    /** The library's own site; absent where its settings name none. */
    readonly dlrHomepage?: Link;
    /** The library’s logo; absent where its settings name none. */
    readonly logo?: { readonly href: string };
  };
}

export interface NextHolidayRecord {
  readonly name: string;
  /** The day after them, such as 2027-01-03. */
  readonly until: string;
}

const NAMED_FORMATS = KNOWN_FORMATS.map((id) => ({ id, name: formatName(id) }));

export function representLibrary(
  { websiteId, name, collectionToken, homepage, logo, color, nextHoliday }: DescribedLibrary,
  addresses: Addresses,
): LibraryInformationRecord {
  const links = {
    self: addresses.catalogLink(addresses.library(websiteId)),
    ...(collectionToken !== null && {
      products: addresses.catalogLink(addresses.products(collectionToken)),
    }),
    advantageAccounts: addresses.catalogLink(addresses.advantageAccounts(websiteId)),
    ...(homepage !== null && { dlrHomepage: { href: homepage, type: 'text/html' } }),
    ...(logo !== null && { logo: { href: logo } }),
  };
  return {
    id: websiteId,
    name,
    type: 'Library',
    ...(color !== null && { color }),
    ...(nextHoliday && { nextHoliday }),
    formats: NAMED_FORMATS,
    ...(collectionToken !== null && { collectionToken }),
    links,
  };
}
