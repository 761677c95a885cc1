import type { Page } from '../requests/paging.requests.js';
import {
  type QueueListRecord,
  type QueueSummaryRecord,
  representQueues,
} from '../queues/queues.representation.js';
import type { ShoppingList } from './to-buy.service.js';

/** A title to buy. */
export interface WantedTitleRecord extends QueueSummaryRecord {
  /** How many patrons watch the title. No copies are computed for them. */
  readonly watchers: number;
}

/** The titles of which a library should buy copies, the longest queues first. */
export interface ToBuyRecord extends Omit<QueueListRecord, 'queues'> {
  readonly queues: readonly WantedTitleRecord[];
  /** The number of all titles to buy, not only those on this page. */
  readonly totalItems: number;
  /** To buy of all these titles. */
  readonly copies: number;
  /** Only the 5,000 longest queues were looked at; there are more. */
  readonly isPartial: boolean;
}

export function representToBuy({ titles, copies, isPartial, goal }: ShoppingList, page: Page): ToBuyRecord {
  const shown = titles.slice(page.offset, page.offset + page.limit);
  const { queues, ...list } = representQueues({ totalItems: titles.length, queues: shown, page, goal });
  return {
    ...list,
    queues: queues.map((queue, index) => ({ ...queue, watchers: shown[index]?.watchers ?? 0 })),
    copies,
    isPartial,
  };
}
