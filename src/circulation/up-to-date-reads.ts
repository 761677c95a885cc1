import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { DatabaseUnavailable } from '../platform/database/failures.js';
import { QueueService } from './queue.service.js';
import type { Queue } from './queue.store.js';

/** A row of an answer that shows a state of a queue. */
export interface ShownQueue extends Pick<Queue, 'reserveId'> {
  /** A suspension, a pickup or a loan of the queue is over, and no process has acted on it yet. */
  readonly isSomethingDue: boolean;
}

/** Further due queues are shown as stored, until a timer or the next request applies what is due. */
const MAX_QUEUES_PER_READ = 20;

/**
 * Records what time has ended before an answer shows it: a copy whose pickup was missed may go to this patron, to another one, or to none,
 * and only the queue engine can decide that (decision 5).
 */
@Injectable()
export class UpToDateReads {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {}

  /** The rows that `read` finds in a library. It runs again if something was due in their queues. */
  async read<Row extends ShownQueue>(websiteId: number, read: () => Promise<Row[]>): Promise<Row[]> {
    const rows = await read();
    if (!rows.some(isDue)) return rows;
    // Lists begin with the newest hold. A patron with a limit of ready holds gets copies for the oldest first.
    await this.applyDue(websiteId, rows.filter(isDue).toReversed());
    return read();
  }

  /** Brings these queues up to date, each in its own transaction: none stays locked while the next one is awaited. */
  async applyDue(websiteId: number, due: readonly Pick<Queue, 'reserveId'>[]): Promise<void> {
    try {
      for (const { reserveId } of due.slice(0, MAX_QUEUES_PER_READ))
        await this.database.transaction((connection) =>
          this.queues.lockAndApplyDue(connection, { websiteId, reserveId }),
        );
    } catch (error) {
      // Others have locked the queue for too long, or nothing can be written now: the answer shows what is stored.
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  }
}

const isDue = ({ isSomethingDue }: ShownQueue): boolean => isSomethingDue;
