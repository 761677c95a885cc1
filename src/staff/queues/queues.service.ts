import { Injectable } from '@nestjs/common';
import type { BuyingGoal } from '../../domain/titles/purchases.js';
import { Database } from '../../platform/database/database.js';
import type { Page } from '../requests/paging.requests.js';
import { findCategoriesOf, findStockOf, findUses, findWaitsOf } from './demand.store.js';
import { figuresOf, type QueueFigures } from './queue-figures.js';
import * as store from './queue-list.store.js';
import { type QueueListRecord, representQueues } from './queues.representation.js';
import { findBuyingGoal } from './queues.store.js';

/** A goal as a request names it. */
export interface WantedGoal {
  /** Active holds per copy, at most. */
  readonly targetRatio?: number | undefined;
  readonly targetWaitDays?: number | undefined;
}

/** A queue of the list, with its figures. */
export type QueueWithFigures = store.ListedQueue & QueueFigures;

export interface QueueList {
  readonly queues: readonly QueueWithFigures[];
  /** Whether some come before these. */
  readonly hasPrevious: boolean;
  /** Whether more follow. */
  readonly hasMore: boolean;
}

/** How a list of queues is asked for. */
export type QueueListing = store.WantedQueues & {
  readonly sort: store.QueueSort;
  readonly goal: BuyingGoal;
};

/** Many libraries buy another copy at six holds per copy. */
const DEFAULT_HOLDS_PER_COPY = 6;

/** The file of all queues is read in parts of this size, and has so many of them at most. */
const PART_OF_FILE = 5_000;
export const MAX_QUEUES_IN_FILE = 50_000;

/** The queues of a library, for its staff: as a page, as a file, and for programs. */
@Injectable()
export class QueuesService {
  constructor(private readonly database: Database) {}

  /** What the library wants to reach by buying: what is wanted now, or else what it has set. */
  async buyingGoal(websiteId: number, { targetRatio, targetWaitDays }: WantedGoal): Promise<BuyingGoal> {
    const set = await findBuyingGoal(this.database, websiteId);
    return {
      holdsPerCopy: targetRatio ?? set?.holdsPerCopy ?? DEFAULT_HOLDS_PER_COPY,
      targetWaitDays: targetWaitDays ?? set?.targetWaitDays ?? null,
    };
  }

  async list(websiteId: number, { sort, goal, ...wanted }: QueueListing): Promise<QueueList> {
    const { after, before, limit } = wanted;
    const found = await store.listQueues(this.database, websiteId, sort, { ...wanted, limit: limit + 1 });
    const shown = found.slice(0, limit);
    if (before !== undefined) shown.reverse();
    const isCut = found.length > shown.length;
    return {
      queues: await this.withFigures(websiteId, goal, shown),
      hasPrevious: before === undefined ? after !== undefined : isCut,
      hasMore: before !== undefined || isCut,
    };
  }

  /** The longest first. */
  async ofLibrary(
    websiteId: number,
    page: Page,
    wanted: WantedGoal & store.QueueFilters,
  ): Promise<QueueListRecord> {
    const { queues: totalItems } = await this.totals(websiteId, wanted);
    const goal = await this.buyingGoal(websiteId, wanted);
    const { queues } = await this.list(websiteId, { sort: 'holds', filters: wanted, goal, ...page });
    return representQueues({ totalItems, queues, page, goal });
  }

  /** All queues in this order, for a file. */
  async all(
    websiteId: number,
    wanted: Omit<QueueListing, 'after' | 'before' | 'limit'>,
  ): Promise<QueueWithFigures[]> {
    const queues: QueueWithFigures[] = [];
    let hasMore = true;
    while (hasMore && queues.length < MAX_QUEUES_IN_FILE) {
      const part = await this.list(websiteId, { ...wanted, after: queues.at(-1), limit: PART_OF_FILE });
      queues.push(...part.queues);
      ({ hasMore } = part);
    }
    return queues;
  }

  totals(websiteId: number, filters: store.QueueFilters): Promise<store.QueueTotals> {
    return store.countListedQueues(this.database, websiteId, filters);
  }

  collections(websiteId: number): Promise<store.CollectionName[]> {
    return store.listCollections(this.database, websiteId);
  }

  /** The same titles, with their figures. */
  async withFigures<Title extends { readonly reserveId: string }>(
    websiteId: number,
    goal: BuyingGoal,
    titles: readonly Title[],
  ): Promise<(Title & QueueFigures)[]> {
    const reserveIds = titles.map(({ reserveId }) => reserveId);
    const categories = await findCategoriesOf(this.database, websiteId, reserveIds);
    const stock = await findStockOf(this.database, websiteId, reserveIds);
    const waits = await findWaitsOf(this.database, websiteId, reserveIds);
    const uses = await findUses(this.database, websiteId);
    const figures = figuresOf({ categories, stock, waits, uses }, goal);
    return titles.map((title) => ({ ...title, ...figures(title.reserveId) }));
  }
}
