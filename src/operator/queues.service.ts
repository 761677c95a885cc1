import { Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import { MAX_ID, type TitleId } from '../domain/title-id.js';
import { wholeNumber } from '../http/fields/field-rules.js';
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

/** A library's queues, for its staff. */
@Injectable()
export class QueuesService {
  constructor(private readonly database: Database) {}

  /** @throws Refusal `NotFound` */
  async ofLibrary(inPath: string, page: Page): Promise<Queues> {
    const websiteId = wholeNumber(1, MAX_ID).read(inPath) ?? 0;
    const totalItems = await store.countQueues(this.database, websiteId);
    if (totalItems === undefined) throw refusal('NotFound');
    return { totalItems, queues: await store.findQueues(this.database, websiteId, page) };
  }

  /** @throws Refusal `NotFound` */
  async ofTitle(title: TitleId | undefined, websiteId: number, page: Page): Promise<QueueWithHolds> {
    const queue = title && (await store.findQueue(this.database, websiteId, title));
    if (queue === undefined) throw refusal('NotFound');
    return { queue, holds: await store.findQueuedHolds(this.database, websiteId, queue.reserveId, page) };
  }
}
