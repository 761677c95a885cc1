import { Injectable } from '@nestjs/common';
import type { BuyingGoal, JustifiedPurchase } from '../../domain/titles/purchases.js';
import { figuresOf, type QueueFigures } from '../queues/queue-figures.js';
import { QueuesService, type WantedGoal } from '../queues/queues.service.js';
import { Database } from '../../platform/database/database.js';
import { findLongestQueues, type OrderedTitle } from './to-buy.store.js';

/** Copies of a title to buy for one collection. */
export interface ToBuy extends JustifiedPurchase {
  readonly title: OrderedTitle;
  readonly figures: QueueFigures;
  readonly collectionName: string;
}

export interface ShoppingList {
  readonly goal: BuyingGoal;
  /** The titles with most active holds first. */
  readonly lines: readonly ToBuy[];
  readonly titles: number;
  readonly copies: number;
  /** Whether there are shorter queues that were not looked at. */
  readonly isPartial: boolean;
}

/** More than a library orders at once; the longest queues are looked at. */
export const MAX_QUEUES = 5_000;

/** Which copies to buy, so that no queue is too long for its copies, and no wait too long. */
@Injectable()
export class ToBuyService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueuesService,
  ) {}

  /** @param wanted the goal, where it is not as the library has set it */
  async list(websiteId: number, wanted: WantedGoal): Promise<ShoppingList> {
    const goal = await this.queues.buyingGoal(websiteId, wanted);
    const titles = await findLongestQueues(this.database, websiteId, MAX_QUEUES);
    const facts = await this.queues.factsOf(
      websiteId,
      titles.map(({ reserveId }) => reserveId),
    );
    const names = new Map(facts.uses.map((use) => [use.collectionId, use.collectionName]));
    const figures = figuresOf(facts, goal);
    const lines = titles
      .map((title) => ({ title, figures: figures(title.reserveId) }))
      .sort((a, b) => b.figures.activeHolds - a.figures.activeHolds)
      .flatMap((of) =>
        of.figures.copiesToBuy.map((purchase) => ({
          ...of,
          ...purchase,
          collectionName: names.get(purchase.collectionId) ?? purchase.collectionId,
        })),
      );
    return {
      goal,
      lines,
      titles: new Set(lines.map(({ title }) => title.reserveId)).size,
      copies: lines.reduce((sum, { copies }) => sum + copies, 0),
      isPartial: titles.length === MAX_QUEUES,
    };
  }
}
