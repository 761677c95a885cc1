import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Waits } from '../domain/waits/forecast.js';
import type { Behaviour } from '../domain/waits/learned-conduct.js';
import { readServiceTime } from '../platform/database/clock.store.js';
import { Database } from '../platform/database/database.js';
import { DatabaseUnavailable, isCanceled } from '../platform/database/failures.js';
import { Metrics } from '../platform/observability/metrics.js';
import { Polling } from '../platform/polling.js';
import type { Queue } from '../circulation/queue.store.js';
import { readBehaviour } from './behaviour.store.js';
import { countsOfDay } from './daily-counts.js';
import { ForecastThread } from './forecast-thread.js';
import { countObservations, type LibraryCount } from './observations.store.js';
import { type FoundQueue, readQueueToForecast } from './queue-to-forecast.store.js';
import {
  findQueuesToForecast,
  forgetWaits,
  LOOK_BACK_MINUTES,
  putAside,
  writeMoreCopies,
  writeWaitCurves,
} from './wait-curves.store.js';

const PAUSE_MS = 30_000;
/** A worker leaves most of the time to other work: the first look at a large library finds all of its queues. */
const PAUSE_BETWEEN_QUEUES_MS = 5;

const LOOK_BACK_MS = LOOK_BACK_MINUTES * 60 * 1000;

/**
 * Computes when holds are expected to be ready, whenever a queue has changed and once a day (decision 14). It runs apart from the timers: no
 * suspension, pickup or loan ends later because waits are computed.
 */
@Injectable()
export class WaitCurvesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WaitCurves');
  private readonly polling = new Polling(
    () => this.work(PAUSE_BETWEEN_QUEUES_MS),
    (error) => this.logger.warn({ err: error }, 'Waits were not computed; retrying.'),
    PAUSE_MS,
  );
  private lookedAt: Date | undefined;
  /** That of the libraries whose queues are being computed. */
  private readonly behaviours = new Map<number, Behaviour>();

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly thread: ForecastThread,
  ) {}

  onApplicationBootstrap(): void {
    this.polling.start();
  }

  /** Runs before the database closes. Resolves when the work in progress is done. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.polling.stop(), this.thread.stop()]);
  }

  /**
   * Computes the curves of all queues that need one, and the effect of more copies.
   * @returns the number of queues
   */
  async work(pauseMs = 0): Promise<number> {
    for (let computed = 0; ;) {
      const now = await readServiceTime(this.database);
      const queues = await findQueuesToForecast(this.database, this.since(now), now);
      await this.computeAll(queues, pauseMs);
      computed += queues.length;
      if (queues.length === 0) this.lookedAt = now;
      if (queues.length === 0 || this.polling.isStopping) return computed;
    }
  }

  private async computeAll(queues: readonly Queue[], pauseMs: number): Promise<void> {
    const days: LibraryCount[] = [];
    this.behaviours.clear();
    try {
      for (const queue of queues) {
        if (this.polling.isStopping) return;
        await this.computeOrPutAside(queue, days);
        await sleep(pauseMs);
      }
    } finally {
      // Also after a pass that ends early: those queues have had their first waits of the day.
      await countObservations(this.database, days);
    }
  }

  /** The first look covers all queues: changes may be as old as the last stop of all workers. */
  private since(now: Date): Date {
    const { lookedAt } = this;
    // The clock of a sandbox can be set back.
    if (lookedAt === undefined || lookedAt > now) return new Date(0);
    return new Date(lookedAt.getTime() - LOOK_BACK_MS);
  }

  /** A queue whose computation fails does not keep others from their waits. */
  private async computeOrPutAside(queue: Queue, days: LibraryCount[]): Promise<void> {
    try {
      await this.compute(queue, days);
    } catch (error) {
      if (this.polling.isStopping) return;
      if (error instanceof DatabaseUnavailable && !isCanceled(error)) throw error;
      this.logger.error(
        { err: error, ...queue },
        'The waits of a queue cannot be computed. It has none until it changes, or for a day.',
      );
      this.metrics.queuesWithoutForecast.inc({ reason: isTooSlow(error) ? 'too-slow' : 'failed' });
      await putAside(this.database, queue);
    }
  }

  private async compute(queue: Queue, days: LibraryCount[]): Promise<void> {
    const found = await readQueueToForecast(this.database, queue);
    if (found === undefined) return;
    if (!found.isWanted) {
      await forgetWaits(this.database, queue);
      return;
    }
    const behaviour = await this.behaviourIn(queue.websiteId);
    const waits = await this.thread.waits({ ...found, ...behaviour });
    if (!(await writeWaitCurves(this.database, queue, found, waits))) return;
    days.push(...countsOfDay(queue, found));
    await this.computeMoreCopies(queue, { ...found, ...behaviour }, waits);
  }

  /** It takes most of the time, and patrons do not see it: if it fails, they have their waits all the same. */
  private async computeMoreCopies(
    queue: Queue,
    found: FoundQueue & Behaviour,
    { curves }: Waits,
  ): Promise<void> {
    try {
      const more = await this.thread.moreCopies(found, curves);
      if (more !== undefined) await writeMoreCopies(this.database, queue, found, more);
    } catch (error) {
      if (this.polling.isStopping || error instanceof DatabaseUnavailable) throw error;
      this.logger.warn({ err: error, ...queue }, 'What more copies would bring cannot be computed.');
    }
  }

  private async behaviourIn(websiteId: number): Promise<Behaviour> {
    const known = this.behaviours.get(websiteId);
    if (known !== undefined) return known;
    const behaviour = await readBehaviour(this.database, websiteId);
    this.behaviours.set(websiteId, behaviour);
    return behaviour;
  }
}

function isTooSlow(error: unknown): boolean {
  return isCanceled(error) || (error instanceof DOMException && error.name === 'TimeoutError');
}
