import { Injectable } from '@nestjs/common';
import { MovedHolds } from '../../circulation/moved-holds.service.js';
import { refusal } from '../../domain/errors.js';
import type { BuyingGoal } from '../../domain/titles/purchases.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { notAllowed } from '../../http/fields/request-class.js';
import { Database } from '../../platform/database/database.js';
import { findLibrary } from '../../platform/database/libraries.store.js';
import { recordAction } from '../actions/action-log.store.js';
import type { Page } from '../requests/paging.requests.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { findCategoriesOf, findStockOf, findUses, findWaitsOf } from './demand.store.js';
import { figuresOf, type QueueFigures } from './queue-figures.js';
import { isFiltered, type QueueFilters } from './queue-filters.store.js';
import { countListedQueues } from './queue-list.store.js';
import {
  type MovedRecord,
  type QueueListRecord,
  representQueues,
  representTitleQueue,
  type TitleQueueRecord,
} from './queues.representation.js';
import * as store from './queues.store.js';

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
  constructor(
    private readonly database: Database,
    private readonly movedHolds: MovedHolds,
  ) {}

  /** @throws Refusal `NotFound` */
  async ofLibrary(
    websiteId: number,
    page: Page,
    wanted: WantedGoal & QueueFilters,
  ): Promise<QueueListRecord> {
    if ((await findLibrary(this.database, websiteId)) === undefined) throw refusal('NotFound');
    const { queues: totalItems } = await countListedQueues(this.database, websiteId, wanted);
    const goal = await this.buyingGoal(websiteId, wanted);
    const found = isFiltered(wanted)
      ? await store.findFilteredQueues(this.database, websiteId, wanted, page)
      : await this.longest(websiteId, page);
    const queues = await this.withFigures(websiteId, goal, found);
    return representQueues({ totalItems, queues, page, goal });
  }

  longest(websiteId: number, page: Page): Promise<store.OrderedTitle[]> {
    return store.findLongestQueues(this.database, websiteId, page);
  }

  /** What the library wants to reach by buying: what is wanted now, or else what it has set. */
  async buyingGoal(websiteId: number, { targetRatio, targetWaitDays }: WantedGoal): Promise<BuyingGoal> {
    const set = await store.findBuyingGoal(this.database, websiteId);
    return {
      holdsPerCopy: targetRatio ?? set?.holdsPerCopy ?? DEFAULT_HOLDS_PER_COPY,
      targetWaitDays: targetWaitDays ?? set?.targetWaitDays ?? null,
    };
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

  /** @throws Refusal `NotFound` */
  async named(title: TitleId, websiteId: number): Promise<store.TitleQueue> {
    const queue = await store.findQueue(this.database, websiteId, title);
    if (queue === undefined) throw refusal('NotFound');
    return queue;
  }

  /** @throws Refusal `NotFound` */
  async ofTitle(title: TitleId, websiteId: number, page: Page): Promise<TitleQueueRecord> {
    const queue = await this.named(title, websiteId);
    const rows = await store.findQueuedHolds(this.database, websiteId, queue.reserveId, page);
    return representTitleQueue(queue, rows, page);
  }

  /**
   * The holds on a title go to another: a new edition, or the one of two records that is right.
   * @throws Refusal `NotFound`; `InvalidFieldValue` unless the library has the other title
   */
  async move(
    { websiteId, title }: { readonly websiteId: number; readonly title: TitleId },
    to: TitleId,
    staff: StaffPrincipal,
  ): Promise<MovedRecord> {
    const { reserveId: from } = await this.named(title, websiteId);
    const other = await store.findQueue(this.database, websiteId, to);
    if (other === undefined || other.reserveId === from)
      throw notAllowed('to', "another title of the library's");
    await recordAction(this.database, { staff, action: 'holds-moved', websiteId, reserveId: from });
    return this.movedHolds.move({ websiteId, from, to: other.reserveId });
  }
}
