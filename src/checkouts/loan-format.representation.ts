import { isOnline } from '../domain/titles/format.js';
import type { Addresses, Link, LinkTemplate } from '../http/answers/addresses.js';
import type { CrossRefId, FormatType, ReserveId } from '../http/answers/title.representation.js';
import type { BorrowedTitle } from './checkouts.store.js';

/** A format of a loan that the patron can use now. */
export interface LoanFormatRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly formatType: FormatType;
  readonly links: { readonly self: Link };
  /** Where a link to the content is. The variables are addresses of the client’s own pages, and may stay empty. */
  readonly linkTemplates: { readonly downloadLink: LinkTemplate; readonly downloadLinkV2: LinkTemplate };
}

/** Where the content of a format is. */
export interface DownloadLinkRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly formatType: FormatType;
  readonly links: {
    readonly self: Link;
    /** An address at the content server, which ends soon. It needs no token. */
    readonly contentlink: Link;
  };
}

export function representLoanFormat(
  borrowed: BorrowedTitle,
  formatType: string,
  addresses: Addresses,
): LoanFormatRecord {
  const { reserveId, crossRefId, formatDetails } = borrowed;
  const template = (...variables: string[]): LinkTemplate =>
    addresses.contentLink(addresses.downloadLinkTemplate(reserveId, formatType, variables));
  return {
    reserveId,
    crossRefId,
    formatType,
    links: { self: addresses.contentLink(addresses.loanFormat(reserveId, formatType)) },
    linkTemplates: {
      downloadLink: isOnline(formatType, formatDetails)
        ? template('errorpageurl', 'odreadauthurl')
        : template('errorpageurl'),
      downloadLinkV2: template('errorurl', 'successurl'),
    },
  };
}

export function representDownloadLink(
  { reserveId, crossRefId }: BorrowedTitle,
  formatType: string,
  contentlink: Link,
  addresses: Addresses,
): DownloadLinkRecord {
  const self = addresses.contentLink(addresses.downloadLink(reserveId, formatType));
  return { reserveId, crossRefId, formatType, links: { self, contentlink } };
}
