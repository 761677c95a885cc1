import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { CLOCK_MOVED } from '../../platform/database/clock.store.js';
import { type LibraryGroup, LibraryGroups } from '../../platform/database/library-groups.js';
import { JobTask } from '../../platform/jobs/task.decorators.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { inSpan } from '../../platform/observability/tracing.js';
import { QueueService } from '../queue.service.js';
import { announceEnds } from './announced-ends.js';
import { PeriodicTasks, type NamedTasks } from './periodic-tasks.js';
import type { Queue } from '../queue.store.js';
import { claimDueQueues, findDueQueues, findSecondsToNextDue } from './timers.store.js';

/**
 * Queues of one library that one transaction brings up to date: enough to share its cost, few enough that a request waits only briefly for
 * one.
 */
const QUEUES_AT_ONCE = 20;
/** Nothing that is written from now on falls due within an hour (a pickup window), so no due time is missed. */
const MAX_SLEEP_SECONDS = 60;
/** Due queues that other processes had locked are looked at again after this time. */
const MIN_SLEEP_SECONDS = 0.25;
const RETRY_SECONDS = 1;

/** What was done in a group of libraries. */
interface Round {
  /** Queues that were brought up to date. */
  readonly applied: number;
  /** The seconds until something is due: 0 or less if others have locked what is due now, Infinity if nothing has an end. */
  readonly nextIn: number;
}

/**
 * Records what time has ended: suspensions, pickups, loans, holds that are needed no longer, and what periodic tasks do. It sleeps until something is due. Any number of
 * processes may run it: each queue is brought up to date by one of them at a time, under its lock, and read again before it is changed.
 */
@Injectable()
export class TimersService {
  private readonly logger = new Logger('Timers');
  private alarm = new AbortController();
  private stopped = false;
  private periodicTasks: PeriodicTasks;
  private running: Promise<void> = Promise.resolve();
  /** The last round has left queues to others, which had locked them. */
  private leftLocked = false;
  /** When periodic tasks run although there was nothing else to do, in milliseconds of the process's own clock. */
  private tasksDueAt = 0;
  private readonly groups: LibraryGroups;

  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
    private readonly metrics: Metrics,
  ) {
    this.groups = new LibraryGroups(database);
    this.periodicTasks = new PeriodicTasks(database, metrics, {});
  }

  /** @param tasks run after the queues */
  start(tasks: NamedTasks = {}): void {
    this.periodicTasks = new PeriodicTasks(this.database, this.metrics, tasks);
    this.running = this.run();
  }

  /**
   * Ends the sleep, because the clock was moved. A library that is newer than the groups may have something due, which would otherwise be
   * found only after the next sleep.
   */
  @JobTask(CLOCK_MOVED, { sendsMail: false })
  wake(): void {
    this.leftLocked = false;
    this.groups.forget();
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
        this.warn(error);
        return RETRY_SECONDS;
      });
      if (!this.stopped) await this.sleep(seconds);
    }
  }

  /**
   * Each database node's libraries are searched separately, so that they do not wait for another node that is down.
   * @returns the seconds until something may be due
   */
  private async work(): Promise<number> {
    const groups = await this.groups.list();
    const results = await Promise.allSettled(groups.map((group) => this.workFor(group)));
    const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    await this.runTasks(done.every(({ applied }) => applied === 0));
    const failures = results.filter((result) => result.status === 'rejected');
    for (const { reason } of failures) this.warn(reason);
    if (failures.length > 0) return RETRY_SECONDS;
    this.metrics.timersLastRun.setToCurrentTime();
    const next = Math.min(...done.map(({ nextIn }) => nextIn));
    this.leftLocked = next <= 0;
    const tasksIn = (this.tasksDueAt - performance.now()) / 1000;
    return Math.min(Math.max(Math.min(next, tasksIn), MIN_SLEEP_SECONDS), MAX_SLEEP_SECONDS);
  }

  /** Not while only locked queues are tried again, several times a second: the tasks have found nothing more to do. */
  private async runTasks(hasAppliedNothing: boolean): Promise<void> {
    if (this.leftLocked && hasAppliedNothing && performance.now() < this.tasksDueAt) return;
    const seconds = await this.periodicTasks.run(() => this.stopped);
    this.tasksDueAt = performance.now() + 1000 * Math.min(seconds, MAX_SLEEP_SECONDS);
  }

  private async workFor(group: LibraryGroup): Promise<Round> {
    let applied = 0;
    let some: number;
    do {
      some = await inSpan({ name: 'timers apply', kind: 'timers' }, () => this.applySomeDue(group));
      applied += some;
      this.metrics.appliedQueues.inc(some);
    } while (some > 0 && !this.stopped);
    if (await this.announceEnds(group)) return { applied, nextIn: 0 };
    return { applied, nextIn: (await findSecondsToNextDue(this.database, group)) ?? Infinity };
  }

  /** @returns whether some are left, because other processes have locked their queues */
  private async announceEnds(group: LibraryGroup): Promise<boolean> {
    for (;;) {
      const { found, announced } = await announceEnds(this.database, group, QUEUES_AT_ONCE);
      if (announced === 0 || this.stopped) return found > 0;
    }
  }

  private async applySomeDue(group: LibraryGroup): Promise<number> {
    let applied = 0;
    const due = await findDueQueues(this.database, group, QUEUES_AT_ONCE);
    for (const [websiteId, queues] of Map.groupBy(due, (queue) => queue.websiteId))
      for (let from = 0; from < queues.length; from += QUEUES_AT_ONCE) {
        applied += await this.applyClaimed(websiteId, queues.slice(from, from + QUEUES_AT_ONCE));
        if (this.stopped) return applied;
      }
    return applied;
  }

  private applyClaimed(websiteId: number, queues: readonly Queue[]): Promise<number> {
    return this.database.transaction(async (connection) => {
      const claimed = await claimDueQueues(connection, websiteId, queues);
      if (claimed.length > 0) await this.queues.applyDueToAll(connection, websiteId, claimed);
      return claimed.length;
    });
  }

  private warn(error: unknown): void {
    this.logger.warn({ err: error }, 'Timers failed; retrying.');
  }

  private async sleep(seconds: number): Promise<void> {
    await sleep(seconds * 1000, undefined, { signal: this.alarm.signal }).catch(() => undefined);
  }
}
