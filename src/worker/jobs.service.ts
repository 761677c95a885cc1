import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Runner, TaskList } from 'graphile-worker';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { Database } from '../platform/database/database.js';
import { runJobs } from '../platform/jobs.js';
import { releaseJobsOf } from './jobs.store.js';

const RESTART_DELAY_MS = 1_000;

/**
 * Runs jobs for the lifetime of the process. A graphile-worker runner stops permanently when it cannot record the result
 * of a job, for example because the database is down at that moment. This service then starts a new runner, which takes
 * over its jobs.
 */
@Injectable()
export class JobsService {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private runner: Runner | undefined;
  /** The id that the current runner locks its jobs with; undefined until it has started one. */
  private runnerId: string | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async start(tasks: TaskList): Promise<void> {
    await this.startRunner(tasks);
    this.running = this.keepRunning(tasks);
  }

  /** Resolves when the running jobs have finished or have been released. */
  async stop(): Promise<void> {
    this.stopping.abort();
    // Rejects if the runner has just stopped by itself.
    await this.runner?.stop().catch(() => undefined);
    await this.running;
  }

  private async startRunner(tasks: TaskList): Promise<void> {
    const { url: databaseUrl } = this.database;
    this.runner = await runJobs({ databaseUrl, concurrency: this.config.mailConcurrency }, tasks);
    this.runner.events.on('job:start', ({ worker }) => {
      this.runnerId = worker.workerPool.id;
    });
  }

  private async keepRunning(tasks: TaskList): Promise<void> {
    for (;;) {
      await this.runner?.promise.catch(() => undefined);
      if (this.stopping.signal.aborted) return;
      this.logger.warn('Job runner stopped; restarting.');
      await this.restart(tasks);
    }
  }

  private async restart(tasks: TaskList): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await sleep(RESTART_DELAY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      try {
        if (this.runnerId !== undefined) await releaseJobsOf(this.database, this.runnerId);
        this.runnerId = undefined;
        await this.startRunner(tasks);
        break;
      } catch (error) {
        this.logger.warn({ err: error }, 'Job runner did not start; retrying.');
      }
    }
    if (this.stopping.signal.aborted) await this.runner?.stop().catch(() => undefined);
  }
}
