import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { Metrics } from '../platform/metrics.js';
import { inSpan } from '../platform/tracing.js';
import { QueueService } from './queue.service.js';
import { claimDueQueues, secondsToNextDue } from './timers.store.js';

/** Queues settled in one transaction: enough to share its cost, few enough that a request waits only shortly for one. */
const QUEUES_AT_ONCE = 20;
/** Nothing that is written from now on falls due sooner than an hour (a pickup window), so no due time is missed. */
const MAX_SLEEP_SECONDS = 60;
/** Queues that were due but locked by others are looked at again after this. */
const MIN_SLEEP_SECONDS = 0.25;
const RETRY_SECONDS = 1;

/** Deletes a limited number of rows whose time is over. @returns how many */
export type Cleanup = (connection: Connection) => Promise<number>;

/**
 * Records what time has ended: suspensions, pickups, loans, and whatever the cleanups delete. It sleeps until something is
 * due. Any number of processes may run it: each queue is settled by one of them at a time, under its lock, and read again
 * before it is changed.
 */
@Injectable()
export class TimersService {
  private readonly logger = new Logger('Timers');
  private alarm = new AbortController();
  private stopped = false;
  private cleanups: readonly Cleanup[] = [];
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
    private readonly metrics: Metrics,
  ) {}

  /** @param cleanups run after the queues, each until it finds nothing more to delete */
  start(cleanups: readonly Cleanup[] = []): void {
    this.cleanups = cleanups;
    this.running = this.run();
  }

  /** Ends the sleep, because the clock was moved. */
  wake(): void {
    this.alarm.abort();
  }

  /** Resolves when the work in progress is done. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.alarm = new AbortController();
      const seconds = await this.work().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'Timers failed; retrying.');
        return RETRY_SECONDS;
      });
      if (!this.stopped) await this.sleep(seconds);
    }
  }

  /** @returns how long there is nothing to do, in seconds */
  private async work(): Promise<number> {
    await this.settleAllDue();
    for (const cleanup of this.cleanups) while (!this.stopped && (await cleanup(this.database)) > 0);
    const next = (await secondsToNextDue(this.database)) ?? MAX_SLEEP_SECONDS;
    this.metrics.timersLastRun.setToCurrentTime();
    return Math.min(Math.max(next, MIN_SLEEP_SECONDS), MAX_SLEEP_SECONDS);
  }

  private async settleAllDue(): Promise<void> {
    let settled: number;
    do {
      settled = await inSpan({ name: 'timers settle', kind: 'timers' }, () => this.settleSomeDue());
      this.metrics.settledQueues.inc(settled);
    } while (settled > 0 && !this.stopped);
  }

  private settleSomeDue(): Promise<number> {
    return this.database.transaction(async (connection) => {
      const queues = await claimDueQueues(connection, QUEUES_AT_ONCE);
      for (const queue of queues) await this.queues.settle(connection, queue);
      return queues.length;
    });
  }

  private async sleep(seconds: number): Promise<void> {
    await sleep(seconds * 1000, undefined, { signal: this.alarm.signal }).catch(() => undefined);
  }
}
