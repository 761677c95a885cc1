import { Injectable } from '@nestjs/common';
import type { BuyingGoal, JustifiedPurchase } from '../../domain/titles/purchases.js';
import { findUses } from '../queues/demand.store.js';
import type { QueueFigures } from '../queues/queue-figures.js';
import type { BuyingGoalQuery } from '../queues/queues.requests.js';
import { QueuesService } from '../queues/queues.service.js';
import type { TitleQueue } from '../queues/queues.store.js';
import { countWatchers } from './to-buy.store.js';
import { Database } from '../../platform/database/database.js';

/** A title whose copies are too few. */
export interface WantedTitle extends TitleQueue, QueueFigures {
  /** The patrons who watch it: they are in no queue, and no copies are computed for them. */
  readonly watchers: number;
}

/** Copies of a title to buy for one collection. */
export interface ToBuy extends JustifiedPurchase {
  readonly title: WantedTitle;
  readonly collectionName: string;
}

export interface ShoppingList {
  readonly goal: BuyingGoal;
  /** Those with most active holds come first. */
  readonly titles: readonly ToBuy['title'][];
  /** In the same order. */
  readonly lines: readonly ToBuy[];
  readonly copies: number;
  /** Whether there are shorter queues that were not looked at. */
  readonly isPartial: boolean;
}

/** More than a library orders at once; the longest queues are looked at. */
export const MAX_QUEUES = 5_000;

/** Computes which copies to buy, so that no queue is too long for its copies, and no wait too long. */
@Injectable()
export class ToBuyService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueuesService,
  ) {}

  /** @param wanted the goals that replace those in the library's settings */
  async list(websiteId: number, wanted: BuyingGoalQuery): Promise<ShoppingList> {
    const goal = await this.queues.buyingGoal(websiteId, wanted);
    const longest = { sort: 'holds', filters: {}, goal, limit: MAX_QUEUES } as const;
    const { queues, next } = await this.queues.list(websiteId, longest);
    const uses = await findUses(this.database, websiteId);
    const names = new Map(uses.map(({ collectionId, collectionName }) => [collectionId, collectionName]));
    const tooLong = queues
      .filter(({ copiesToBuy }) => copiesToBuy.length > 0)
      .toSorted((a, b) => b.activeHolds - a.activeHolds);
    const counts = await countWatchers(
      this.database,
      websiteId,
      tooLong.map(({ reserveId }) => reserveId),
    );
    const watchers = new Map(counts.map((each) => [each.reserveId, each.watchers]));
    const titles = tooLong.map((title) => ({ ...title, watchers: watchers.get(title.reserveId) ?? 0 }));
    const lines = titles.flatMap((title) =>
      title.copiesToBuy.map((purchase) => ({
        title,
        ...purchase,
        collectionName: names.get(purchase.collectionId) ?? purchase.collectionId,
      })),
    );
    return {
      goal,
      titles,
      lines,
      copies: lines.reduce((sum, { copies }) => sum + copies, 0),
      isPartial: next !== undefined,
    };
  }
}
