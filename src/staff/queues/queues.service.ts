import { Injectable } from '@nestjs/common';
import type { BuyingGoal } from '../../domain/titles/purchases.js';
import { Database } from '../../platform/database/database.js';
import { findCategoriesOf, findStockOf, findUses, findWaitsOf } from './demand.store.js';
import { figuresOf, type QueueFigures } from './queue-figures.js';
import * as store from './queue-list.store.js';
import { type BuyingGoalQuery, cursorOf, type QueueListQuery } from './queues.requests.js';
import { findBuyingGoal } from './queues.store.js';

/** A queue of the list, with its figures. */
export type QueueWithFigures = store.ListedQueue & QueueFigures;

export interface QueueList {
  readonly queues: readonly QueueWithFigures[];
  /** Where the queues end that come before these; undefined: none do. */
  readonly previous: string | undefined;
  /** Where those begin that follow; undefined: none do. */
  readonly next: string | undefined;
}

/** Which queues are listed, in which order, with figures for which goal. */
export interface QueueListing {
  readonly filters: store.QueueFilters;
  readonly sort: store.QueueSort;
  readonly goal: BuyingGoal;
}

export type WantedList = QueueListing & store.WantedQueues;

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
  async buyingGoal(websiteId: number, { targetRatio, targetWaitDays }: BuyingGoalQuery): Promise<BuyingGoal> {
    const set = await findBuyingGoal(this.database, websiteId);
    return {
      holdsPerCopy: targetRatio ?? set?.holdsPerCopy ?? DEFAULT_HOLDS_PER_COPY,
      targetWaitDays: targetWaitDays ?? set?.targetWaitDays ?? null,
    };
  }

  async list(websiteId: number, { sort, goal, ...wanted }: WantedList): Promise<QueueList> {
    const { after, before, offset = 0, limit } = wanted;
    const found = await store.listQueues(this.database, websiteId, sort, { ...wanted, limit: limit + 1 });
    const shown = found.slice(0, limit);
    if (before !== undefined) shown.reverse();
    const isCut = found.length > shown.length;
    const isFirst = before === undefined ? after === undefined && offset === 0 : !isCut;
    const isLast = before === undefined && !isCut;
    return {
      queues: await this.withFigures(websiteId, goal, shown),
      previous: isFirst ? undefined : cursorOf(shown[0]),
      next: isLast ? undefined : cursorOf(shown.at(-1)),
    };
  }

  /** What a request wants. */
  async listing(
    websiteId: number,
    { title, creator, identifier, formatClass, collectionId, sort = 'holds', ...goal }: QueueListQuery,
  ): Promise<QueueListing> {
    const filters = { title, creator, identifier, formatClass, collectionId };
    return { filters, sort, goal: await this.buyingGoal(websiteId, goal) };
  }

  /** All queues in this order, for a file. */
  async all(websiteId: number, wanted: QueueListing): Promise<QueueWithFigures[]> {
    const queues: QueueWithFigures[] = [];
    let isCut = true;
    while (isCut && queues.length < MAX_QUEUES_IN_FILE) {
      const part = await this.list(websiteId, { ...wanted, after: queues.at(-1), limit: PART_OF_FILE });
      queues.push(...part.queues);
      isCut = part.next !== undefined;
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
