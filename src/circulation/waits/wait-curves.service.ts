import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { waitCurves } from '../../domain/waits/wait-curve.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import type { Queue } from '../queue.store.js';
import {
  findQueuesToForecast,
  LOOK_BACK_MINUTES,
  readQueueToForecast,
  writeWaitCurves,
} from './wait-curves.store.js';

const PAUSE_MS = 30_000;
/** A worker leaves most of the time to others: the first look at a large library finds all of its queues. */
const PAUSE_BETWEEN_QUEUES_MS = 5;
const LOOK_BACK_MS = LOOK_BACK_MINUTES * 60 * 1000;

/**
 * Computes when holds are expected to be ready, whenever a queue has changed and once a day (decision 61). It is apart from the
 * timers: no suspension, pickup or loan ends later because waits are computed.
 */
@Injectable()
export class WaitCurvesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WaitCurves');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private lookedAt: Date | undefined;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Runs before the database closes. Resolves when the work in progress is done. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Computes the curves of all queues that need one. */
  async work(): Promise<void> {
    for (;;) {
      const now = await readServiceTime(this.database);
      const queues = await findQueuesToForecast(this.database, this.since(now), now);
      for (const queue of queues) {
        if (this.stopping.signal.aborted) return;
        await this.compute(queue);
        await this.pause(PAUSE_BETWEEN_QUEUES_MS);
      }
      if (queues.length > 0) continue;
      this.lookedAt = now;
      return;
    }
  }

  /** The first look is at all queues: changes may be as old as the last stop of all workers. */
  private since(now: Date): Date {
    const { lookedAt } = this;
    // The clock of a sandbox can be set back.
    if (lookedAt === undefined || lookedAt > now) return new Date(0);
    return new Date(lookedAt.getTime() - LOOK_BACK_MS);
  }

  private async compute(queue: Queue): Promise<void> {
    const found = await readQueueToForecast(this.database, queue);
    if (found === undefined) return;
    const curves = found.isWanted ? waitCurves(found.known, found.nextTicket, found.unread) : [];
    await writeWaitCurves(this.database, queue, found, curves);
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.work().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'Waits were not computed; retrying.');
      });
      await this.pause(PAUSE_MS);
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
