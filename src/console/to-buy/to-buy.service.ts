import { Injectable } from '@nestjs/common';
import { figuresOf, type QueueFigures } from '../../operator/queues/queue-figures.js';
import { QueuesService } from '../../operator/queues/queues.service.js';
import { Database } from '../../platform/database/database.js';
import { findLongestQueues, type OrderedTitle } from './to-buy.store.js';

/** Copies of a title to buy for one collection. */
export interface ToBuy {
  readonly title: OrderedTitle;
  readonly figures: QueueFigures;
  readonly collectionId: string;
  readonly collectionName: string;
  readonly copies: number;
}

export interface ShoppingList {
  /** So many active holds are to wait for each copy at most. */
  readonly holdsPerCopy: number;
  /** The titles with most active holds first. */
  readonly lines: readonly ToBuy[];
  readonly titles: number;
  readonly copies: number;
  /** Whether there are shorter queues that were not looked at. */
  readonly isPartial: boolean;
}

/** More than a library orders at once; the longest queues are looked at. */
export const MAX_QUEUES = 5_000;

/** Which copies to buy, so that no queue is too long for its copies. */
@Injectable()
export class ToBuyService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueuesService,
  ) {}

  /** @param targetRatio how many active holds are to wait for each copy at most; undefined: what the library has set */
  async list(websiteId: number, targetRatio: number | undefined): Promise<ShoppingList> {
    const holdsPerCopy = await this.queues.holdsPerCopy(websiteId, targetRatio);
    const titles = await findLongestQueues(this.database, websiteId, MAX_QUEUES);
    const facts = await this.queues.factsOf(
      websiteId,
      titles.map(({ reserveId }) => reserveId),
    );
    const names = new Map(facts.uses.map((use) => [use.collectionId, use.collectionName]));
    const figures = figuresOf(facts, holdsPerCopy);
    const lines = titles
      .map((title) => ({ title, figures: figures(title.reserveId) }))
      .sort((a, b) => b.figures.activeHolds - a.figures.activeHolds)
      .flatMap((of) =>
        of.figures.copiesToBuy.map(({ collectionId, copies }) => ({
          ...of,
          collectionId,
          collectionName: names.get(collectionId) ?? collectionId,
          copies,
        })),
      );
    return {
      holdsPerCopy,
      lines,
      titles: new Set(lines.map(({ title }) => title.reserveId)).size,
      copies: lines.reduce((sum, { copies }) => sum + copies, 0),
      isPartial: titles.length === MAX_QUEUES,
    };
  }
}
