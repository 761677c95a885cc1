import { hasFormats, lockableFormats, usableFormats } from '../domain/checkout.js';
import { type Action, REQUEST_TYPE } from '../http/answers/action.representation.js';
import type { Addresses, Link } from '../http/answers/addresses.js';
import { representTime, type Timestamp } from '../http/answers/timestamp.representation.js';
import type { CrossRefId, ReserveId } from '../http/answers/title.representation.js';
import type { BorrowedTitle } from './checkouts.store.js';
import { type LoanFormatRecord, representLoanFormat } from './loan-format.representation.js';

/** A loan as every operation answers it. */
export interface CheckoutRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly checkoutDate: Timestamp;
  /** When the title returns by itself. */
  readonly expires: Timestamp;
  /** True when a format to download was chosen. It cannot be changed. */
  readonly isFormatLockedIn: boolean;
  /** What the patron can use now: the formats online, and the one that is locked in. */
  readonly formats: readonly LoanFormatRecord[];
  readonly links: {
    readonly self: Link;
    readonly metadata: Link;
    /** Leads a browser to the content of the loan; absent while there is no format to lead to. */
    readonly downloadRedirect?: Link;
  };
  readonly actions: LoanActions;
}

export interface LoanActions extends FormatActions {
  readonly earlyReturn: Action;
}

export interface FormatActions {
  /** Locks in one of the formats to download; present while none is locked in. */
  readonly format?: Action;
}

export interface CheckoutListRecord {
  readonly totalItems: number;
  /** The same number. */
  readonly totalCheckouts: number;
  readonly checkouts: readonly CheckoutRecord[];
  readonly links: { readonly self: Link };
}

/** The formats of a loan that the patron can use now. */
export interface LoanFormatListRecord {
  readonly totalItems: number;
  readonly formats: readonly LoanFormatRecord[];
  readonly links: { readonly self: Link };
  readonly actions: FormatActions;
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
    formats: representLoanFormats(borrowed, addresses),
    links: {
      self: addresses.circulationLink(self),
      metadata: addresses.catalogLink(addresses.metadata(borrowed.collectionToken, reserveId)),
      ...(hasFormats(borrowed) && {
        downloadRedirect: addresses.contentLink(addresses.downloadRedirect(reserveId)),
      }),
    },
    actions: {
      ...representFormatActions(borrowed, addresses),
      earlyReturn: { href: self, method: 'delete' },
    },
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

export function representLoanFormatList(borrowed: BorrowedTitle, addresses: Addresses): LoanFormatListRecord {
  const formats = representLoanFormats(borrowed, addresses);
  return {
    totalItems: formats.length,
    formats,
    links: { self: addresses.contentLink(addresses.loanFormats(borrowed.reserveId)) },
    actions: representFormatActions(borrowed, addresses),
  };
}

function representLoanFormats(borrowed: BorrowedTitle, addresses: Addresses): LoanFormatRecord[] {
  return usableFormats(borrowed).map((formatType) => representLoanFormat(borrowed, formatType, addresses));
}

function representFormatActions(borrowed: BorrowedTitle, addresses: Addresses): FormatActions {
  const { reserveId } = borrowed;
  const options = lockableFormats(borrowed);
  if (options.length === 0) return {};
  return {
    format: {
      href: addresses.loanFormats(reserveId),
      type: REQUEST_TYPE,
      method: 'post',
      fields: [
        { name: 'reserveId', type: 'text', value: reserveId, optional: false },
        { name: 'formatType', type: 'text', options, optional: false },
      ],
    },
  };
}
