import type { Page } from '../requests/paging.requests.js';
import { type QueueListRecord, representQueues } from '../queues/queues.representation.js';
import type { ShoppingList } from './to-buy.service.js';

/** The titles of which a library should buy copies, the longest queues first. */
export interface ToBuyRecord extends QueueListRecord {
  /** The number of all titles to buy, not only those on this page. */
  readonly totalItems: number;
  /** To buy of all these titles. */
  readonly copies: number;
  /** Only the 5,000 longest queues were looked at; there are more. */
  readonly isPartial: boolean;
}

export function representToBuy({ titles, copies, isPartial, goal }: ShoppingList, page: Page): ToBuyRecord {
  const queues = titles.slice(page.offset, page.offset + page.limit);
  return { ...representQueues({ totalItems: titles.length, queues, page, goal }), copies, isPartial };
}
