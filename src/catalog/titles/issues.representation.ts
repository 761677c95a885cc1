import type { Addresses, Link } from '../../http/answers/addresses.js';
import type { ProductRecord } from './product.representation.js';
import type { OpenedTitle } from './titles.service.js';

/** The issues of a title: an empty list, because no title here has issues. */
export interface IssueListRecord {
  readonly totalItems: number;
  readonly products: readonly ProductRecord[];
  readonly links: { readonly self: Link };
}

export function representNoIssues(
  { collections, title }: OpenedTitle,
  addresses: Addresses,
): IssueListRecord {
  const self = `${addresses.product(collections.collectionToken, title.reserveId)}/issues`;
  return { totalItems: 0, products: [], links: { self: addresses.catalogLink(self) } };
}
