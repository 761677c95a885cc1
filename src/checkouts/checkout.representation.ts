import type { Action } from '../http/action.representation.js';
import type { Addresses, Link } from '../http/addresses.js';
import { representTime, type Timestamp } from '../http/timestamp.representation.js';
import type { CrossRefId, FormatType, ReserveId } from '../http/title.representation.js';
import type { BorrowedTitle } from './checkouts.store.js';

/** A loan as every operation answers it. */
export interface CheckoutRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly checkoutDate: Timestamp;
  /** When the title returns by itself. */
  readonly expires: Timestamp;
  /** True when a format was chosen at the checkout. */
  readonly isFormatLockedIn: boolean;
  /** The chosen format, or none. */
  readonly formats: readonly { readonly reserveId: ReserveId; readonly formatType: FormatType }[];
  readonly links: { readonly self: Link; readonly metadata: Link };
  readonly actions: { readonly earlyReturn: Action };
}

export interface CheckoutListRecord {
  readonly totalItems: number;
  /** The same number. */
  readonly totalCheckouts: number;
  readonly checkouts: readonly CheckoutRecord[];
  readonly links: { readonly self: Link };
}

export function representCheckout(borrowed: BorrowedTitle, addresses: Addresses): CheckoutRecord {
  const { reserveId, formatType } = borrowed;
  const self = addresses.checkout(reserveId);
  return {
    reserveId,
    crossRefId: borrowed.crossRefId,
    checkoutDate: representTime(borrowed.checkedOutAt),
    expires: representTime(borrowed.expiresAt),
    isFormatLockedIn: formatType !== null,
    formats: formatType === null ? [] : [{ reserveId, formatType }],
    links: {
      self: addresses.circulationLink(self),
      metadata: addresses.catalogLink(addresses.metadata(borrowed.collectionToken, reserveId)),
    },
    actions: { earlyReturn: { href: self, method: 'delete' } },
  };
}

export function representCheckoutList(
  borrowed: readonly BorrowedTitle[],
  addresses: Addresses,
): CheckoutListRecord {
  return {
    totalItems: borrowed.length,
    totalCheckouts: borrowed.length,
    checkouts: borrowed.map((one) => representCheckout(one, addresses)),
    links: { self: addresses.circulationLink(addresses.checkouts) },
  };
}
