import { Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import type { TitleId } from '../domain/title-id.js';
import { Database } from '../platform/database/database.js';
import type { Page } from './paging.requests.js';
import * as store from './queues.store.js';

export interface Queues {
  readonly totalItems: number;
  readonly queues: readonly store.QueueSummary[];
}

export interface QueueWithHolds {
  readonly queue: store.FoundQueue;
  readonly holds: readonly store.QueuedHoldRow[];
}

/** A library's title queues, for its staff. */
@Injectable()
export class QueuesService {
  constructor(private readonly database: Database) {}

  /** @throws Refusal `NotFound` */
  async ofLibrary(websiteId: number, page: Page): Promise<Queues> {
    const totalItems = await store.countQueues(this.database, websiteId);
    if (totalItems === undefined) throw refusal('NotFound');
    return { totalItems, queues: await store.findQueues(this.database, websiteId, page) };
  }

  /** @throws Refusal `NotFound` */
  async ofTitle(title: TitleId, websiteId: number, page: Page): Promise<QueueWithHolds> {
    const queue = await store.findQueue(this.database, websiteId, title);
    if (queue === undefined) throw refusal('NotFound');
    return { queue, holds: await store.findQueuedHolds(this.database, websiteId, queue.reserveId, page) };
  }
}
