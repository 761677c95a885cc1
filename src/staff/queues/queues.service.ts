import { Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import type { BuyingGoal } from '../../domain/titles/purchases.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Database } from '../../platform/database/database.js';
import type { Page } from '../paging.requests.js';
import { findCategoriesOf, findStockOf, findUses, findWaitsOf } from './demand.store.js';
import type { QueueFacts } from './queue-figures.js';
import * as store from './queues.store.js';

export interface Queues {
  readonly totalItems: number;
  readonly queues: readonly store.QueueSummary[];
  /** Of these queues. */
  readonly facts: QueueFacts;
}

export interface QueueWithHolds {
  readonly queue: store.FoundQueue;
  readonly holds: readonly store.QueuedHoldRow[];
}

/** A goal as a request names it. */
export interface WantedGoal {
  /** Active holds per copy, at most. */
  readonly targetRatio?: number | undefined;
  readonly targetWaitDays?: number | undefined;
}

/** Many libraries buy another copy at six holds per copy. */
const DEFAULT_HOLDS_PER_COPY = 6;

/** A library's title queues, for its staff. */
@Injectable()
export class QueuesService {
  constructor(private readonly database: Database) {}

  /** @throws Refusal `NotFound` */
  async ofLibrary(websiteId: number, page: Page): Promise<Queues> {
    const totalItems = await store.countQueues(this.database, websiteId);
    if (totalItems === undefined) throw refusal('NotFound');
    const queues = await store.findQueues(this.database, websiteId, page);
    const facts = await this.factsOf(
      websiteId,
      queues.map(({ reserveId }) => reserveId),
    );
    return { totalItems, queues, facts };
  }

  /** What the library wants to reach by buying: what is wanted now, or else what it has set. */
  async buyingGoal(websiteId: number, { targetRatio, targetWaitDays }: WantedGoal): Promise<BuyingGoal> {
    const set = await store.findBuyingGoal(this.database, websiteId);
    return {
      holdsPerCopy: targetRatio ?? set?.holdsPerCopy ?? DEFAULT_HOLDS_PER_COPY,
      targetWaitDays: targetWaitDays ?? set?.targetWaitDays ?? null,
    };
  }

  /** What the figures of these titles are computed from. */
  async factsOf(websiteId: number, reserveIds: readonly string[]): Promise<QueueFacts> {
    const categories = await findCategoriesOf(this.database, websiteId, reserveIds);
    const stock = await findStockOf(this.database, websiteId, reserveIds);
    const waits = await findWaitsOf(this.database, websiteId, reserveIds);
    return { categories, stock, waits, uses: await findUses(this.database, websiteId) };
  }

  /** @throws Refusal `NotFound` */
  async named(title: TitleId, websiteId: number): Promise<store.FoundQueue> {
    const queue = await store.findQueue(this.database, websiteId, title);
    if (queue === undefined) throw refusal('NotFound');
    return queue;
  }

  /** @throws Refusal `NotFound` */
  async ofTitle(title: TitleId, websiteId: number, page: Page): Promise<QueueWithHolds> {
    const queue = await this.named(title, websiteId);
    return { queue, holds: await store.findQueuedHolds(this.database, websiteId, queue.reserveId, page) };
  }
}
