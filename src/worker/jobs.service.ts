import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Runner, TaskList } from 'graphile-worker';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { Database } from '../platform/database/database.js';
import { runJobs } from '../platform/jobs.js';
import { freeJobsOf } from './jobs.store.js';

const PAUSE_MS = 1_000;

/**
 * Carries out jobs for as long as the process lives. A runner ends for good when it cannot note what became of a job, as
 * when the database is away just then: another takes its place, and its jobs.
 */
@Injectable()
export class JobsService {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private runner: Runner | undefined;
  /** By which the present runner's jobs are known; undefined until it has had one. */
  private runnerId: string | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async start(tasks: TaskList): Promise<void> {
    await this.begin(tasks);
    this.running = this.goOn(tasks);
  }

  /** Resolves when the jobs that were begun are done, or given back. */
  async stop(): Promise<void> {
    this.stopping.abort();
    // Rejected: it has just ended by itself.
    await this.runner?.stop().catch(() => undefined);
    await this.running;
  }

  private async begin(tasks: TaskList): Promise<void> {
    const { url: databaseUrl } = this.database;
    this.runner = await runJobs({ databaseUrl, concurrency: this.config.mailConcurrency }, tasks);
    this.runner.events.on('job:start', ({ worker }) => {
      this.runnerId = worker.workerPool.id;
    });
  }

  private async goOn(tasks: TaskList): Promise<void> {
    for (;;) {
      await this.runner?.promise.catch(() => undefined);
      if (this.stopping.signal.aborted) return;
      this.logger.warn('The jobs have stopped, and are begun again.');
      await this.beginAgain(tasks);
    }
  }

  private async beginAgain(tasks: TaskList): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await sleep(PAUSE_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      try {
        if (this.runnerId !== undefined) await freeJobsOf(this.database, this.runnerId);
        this.runnerId = undefined;
        await this.begin(tasks);
        break;
      } catch (error) {
        this.logger.warn({ err: error }, 'The jobs could not be begun; this is tried again.');
      }
    }
    if (this.stopping.signal.aborted) await this.runner?.stop().catch(() => undefined);
  }
}
