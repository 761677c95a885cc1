import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { TaskList } from 'graphile-worker';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { Database } from '../platform/database/database.js';
import { settlesWithin } from '../platform/settles-within.js';
import { type JobRunner, runJobs } from '../platform/jobs/jobs.js';
import { Metrics } from '../platform/observability/metrics.js';
import { releaseJobsOf } from './jobs.store.js';
import { RunnerLock } from './runner-lock.js';

const RESTART_DELAY_MS = 1_000;
/** For a runner that is being started while the service stops. */
const STOP_MS = 15_000;

/**
 * Runs jobs for the lifetime of the process. A runner ends when it cannot record the result of a job, for example because the database is down, or
 * when it has lost its lock. This service then starts a new runner, which takes over its jobs.
 */
@Injectable()
export class JobsService {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private runner: JobRunner | undefined;
  /** Shows that the current runner is alive; undefined until the runner has its id. */
  private lock: RunnerLock | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /** @param tasks called for each runner, now and after each restart */
  async start(tasks: () => TaskList): Promise<void> {
    await this.startRunner(tasks);
    this.running = this.keepRunning(tasks);
  }

  /** Replaces the runner, so that its tasks are the current ones. Jobs in progress end first. */
  async renew(): Promise<void> {
    await this.runner?.stop();
  }

  /** Resolves when the running jobs have finished or have been released; in time, even if the database does not answer. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.runner?.stop();
    await settlesWithin(STOP_MS, this.running);
    await this.lock?.release();
  }

  /** For LISTEN, and for the runner's lock. */
  private get databaseUrl(): string {
    return this.config.jobsDatabaseUrl ?? this.database.url;
  }

  private async startRunner(tasks: () => TaskList): Promise<void> {
    this.runner = await runJobs(
      {
        databaseUrl: this.databaseUrl,
        concurrency: this.config.mailConcurrency,
        beforeFirstJob: (runnerId) => this.takeLock(runnerId),
      },
      tasks(),
    );
  }

  /** A runner takes no job without its lock: other runners would consider it dead. */
  private async takeLock(runnerId: string): Promise<void> {
    this.lock = new RunnerLock({
      databaseUrl: this.databaseUrl,
      runnerId,
      isRunning: (jobId) => this.runner?.isRunning(jobId) === true,
      onHeld: () => {
        this.metrics.runnerHeartbeat.setToCurrentTime();
      },
      onLost: () => void this.runner?.abort(),
    });
    await Promise.race([this.lock.taken, aborted(this.stopping.signal)]);
  }

  private async keepRunning(tasks: () => TaskList): Promise<void> {
    for (;;) {
      await this.runner?.ended;
      if (this.stopping.signal.aborted) return;
      this.logger.warn('Job runner stopped; restarting.');
      await this.restart(tasks);
    }
  }

  private async restart(tasks: () => TaskList): Promise<void> {
    const endedRunnerId = this.lock?.runnerId;
    await this.lock?.release();
    this.lock = undefined;
    while (!this.stopping.signal.aborted) {
      await sleep(RESTART_DELAY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      try {
        // The jobs whose results it could not record.
        if (endedRunnerId !== undefined) await releaseJobsOf(this.database, endedRunnerId);
        await this.startRunner(tasks);
        break;
      } catch (error) {
        this.logger.warn({ err: error }, 'Job runner did not start; retrying.');
      }
    }
    if (this.stopping.signal.aborted) await this.runner?.stop();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
