import { Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import { writePatronEvents, writeTitlesChanged } from '../events/outbox.store.js';
import type { Connection } from '../platform/database/statement.js';
import { lockQueues } from './locks.store.js';
import { countHolds, type Move, moveHolds, stampQueue } from './moved-holds.store.js';
import { QueueService } from './queue.service.js';
import { forgetWaits } from './waits/wait-curves.store.js';

/** What became of the holds on a title whose queue was moved. */
export interface MoveResult {
  readonly moved: number;
  /** Those that are ready, and those of patrons who hold the other title already, have borrowed it, or may use no copy of it. */
  readonly left: number;
}

@Injectable()
export class MovedHolds {
  constructor(private readonly queues: QueueService) {}

  /**
   * Moves the holds on one title to another, in the caller's transaction; free copies of it go to the first in line.
   * @throws Refusal `NotFound` when the library has one of the titles no more
   */
  async move(connection: Connection, move: Move): Promise<MoveResult> {
    const { websiteId, from, to } = move;
    const both = [from, to].map((reserveId) => ({ websiteId, reserveId }));
    if ((await lockQueues(connection, both)) < both.length) throw refusal('NotFound');
    for (const queue of both) await this.queues.settle(connection, queue);
    const patronIds = await moveHolds(connection, move);
    if (patronIds.length > 0) {
      await writePatronEvents(connection, 'hold.placed', websiteId, patronIds);
      await writeTitlesChanged(connection, websiteId, both);
      for (const queue of both) {
        await forgetWaits(connection, queue);
        await stampQueue(connection, queue);
      }
      await this.queues.handOn(connection, { websiteId, reserveId: to });
    }
    const left = await countHolds(connection, { websiteId, reserveId: from });
    return { moved: patronIds.length, left: left ?? 0 };
  }
}
