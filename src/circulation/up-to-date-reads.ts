import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { DatabaseUnavailable } from '../platform/database/failures.js';
import { QueueService } from './queue.service.js';
import type { Queue } from './queue.store.js';

/** A row of an answer that shows something of a queue. */
export interface ShownQueue extends Pick<Queue, 'reserveId'> {
  /** A suspension, a pickup or a loan of the queue is over, and no process has acted on it yet. */
  readonly isSomethingDue: boolean;
}

/** What else is due is shown as it is stored, until a timer or the next request applies it. */
const MAX_QUEUES_PER_READ = 20;

/**
 * Records what time has ended before an answer shows it: a copy whose pickup was missed may go to this patron, to
 * another one, or to none, and only the queue engine can say which (decision 5).
 */
@Injectable()
export class UpToDateReads {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {}

  /** What `read` finds in a library. It runs again if something was due in the queues of its rows. */
  async read<Row extends ShownQueue>(websiteId: number, read: () => Promise<Row[]>): Promise<Row[]> {
    const rows = await read();
    if (!rows.some(isDue)) return rows;
    // Lists begin with the newest hold. For a patron who wants only so many ready, the oldest has the first look.
    await this.applyDue(websiteId, rows.filter(isDue).toReversed());
    return read();
  }

  /** Brings these queues up to date, each in a transaction of its own: none stays locked while the next is waited for. */
  async applyDue(websiteId: number, due: readonly Pick<Queue, 'reserveId'>[]): Promise<void> {
    try {
      for (const { reserveId } of due.slice(0, MAX_QUEUES_PER_READ))
        await this.database.transaction((connection) =>
          this.queues.lockAndApplyDue(connection, { websiteId, reserveId }),
        );
    } catch (error) {
      // Others have locked the queue for too long, or nothing can be written now: the answer is then as it is stored.
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  }
}

const isDue = ({ isSomethingDue }: ShownQueue): boolean => isSomethingDue;
