import type { Runner, Task, TaskList } from 'graphile-worker';
import pg from 'pg';
import { DatabaseSocket } from '../database/connections/database-socket.js';
import { settlesWithin } from '../settles-within.js';
import { createJobHistory, hasKnownTables } from './job-tables.store.js';
import { JobsPool } from './jobs-pool.js';

/**
 * Jobs are rows in graphile-worker's own schema. A transaction writes a job together with the change that needs it, and a
 * worker runs it afterwards, at least once.
 */

/**
 * Loads graphile-worker only where it is needed: that takes longer than most commands.
 *
 * @returns it with a logger that logs nothing, because payloads and errors of jobs may identify a hold. The tasks write their own log lines.
 */
async function loadWorker() {
  const worker = await import('graphile-worker');
  return { ...worker, logger: new worker.Logger(() => () => undefined) };
}

/** Creates or updates the job tables. Several processes may call it at once. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  // The library removes the listeners from its own pool before closing it: a session lost then would end the process.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, stream: () => new DatabaseSocket() });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    if (await hasKnownTables(pool)) return;
    await createJobHistory(pool);
    const { runMigrations, logger } = await loadWorker();
    await runMigrations({ pgPool: pool, logger });
  } finally {
    await pool.end();
  }
}

export interface JobOptions {
  readonly databaseUrl: string;
  /** How many jobs run at the same time. */
  readonly concurrency: number;
  /** Called with the id under which the runner locks its jobs. The runner takes no job before this resolves; it must not fail. */
  readonly beforeFirstJob: (runnerId: string) => Promise<void>;
}

/** Takes jobs and runs them until it is stopped, or until it cannot record the result of a job. */
export interface JobRunner {
  /** Resolves when it takes no more jobs and none is running; at the latest with `stop`. */
  readonly ended: Promise<void>;
  /** Whether it runs this job of graphile-worker now. */
  isRunning(jobId: string): boolean;
  /**
   * Takes no more jobs. Jobs in progress have 5 s before their `abortSignal` aborts. Resolves within 12 s, even if the database does not answer; jobs
   * whose results could not be recorded stay locked.
   */
  stop(): Promise<void>;
  /** Stops, and aborts the jobs in progress at once. */
  abort(): Promise<void>;
}

const STOP_MS = 10_000;
/** For work that fails once the connections are cut. */
const AFTER_CUT_MS = 2_000;

/** Starts a runner. It needs session connections, so PgBouncer in transaction mode does not work. */
export async function runJobs(options: JobOptions, tasks: TaskList): Promise<JobRunner> {
  const { databaseUrl, concurrency, beforeFirstJob } = options;
  const { run, logger } = await loadWorker();
  const pool = new JobsPool(databaseUrl, concurrency + 2);
  const inProgress = new TasksInProgress(tasks);
  let prepared: Promise<void> | undefined;
  try {
    const runner = await run({
      pgPool: pool,
      concurrency,
      taskList: inProgress.taskList,
      parsedCronItems: [],
      noHandleSignals: true,
      logger,
      // LISTEN/NOTIFY starts new jobs at once. Polling finds jobs whose retry is due.
      pollInterval: 1_000,
      preset: {
        // Records results in batches (without delay), because a stopping runner waits only for batched results. It would lose others, and a failure
        // to record them would end the process with an unhandled rejection.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        plugins: [
          {
            name: 'HoldfastBeforeFirstJob',
            version: '1',
            worker: {
              hooks: { startWorker: (_, { worker }) => (prepared ??= beforeFirstJob(worker.workerPool.id)) },
            },
          },
        ],
      },
    });
    return jobRunner(runner, pool, inProgress);
  } catch (error) {
    pool.close();
    throw error;
  }
}

function jobRunner(runner: Runner, pool: JobsPool, inProgress: TasksInProgress): JobRunner {
  let giveUp: () => void = () => undefined;
  const ended = new Promise<void>((end) => {
    giveUp = end;
    void runner.promise
      .catch(() => undefined)
      // A failed runner does not always wait for its tasks.
      .then(() => inProgress.abort())
      .then(() => {
        pool.close();
        end();
      });
  });
  const stop = async (): Promise<void> => {
    // Rejects if the runner has just stopped by itself.
    runner.stop().catch(() => undefined);
    if (await settlesWithin(STOP_MS, ended)) return;
    pool.cut();
    await settlesWithin(AFTER_CUT_MS, ended);
    giveUp();
  };
  return {
    ended,
    isRunning: (jobId) => inProgress.has(jobId),
    stop,
    abort: () => {
      void inProgress.abort();
      return stop();
    },
  };
}

/** The running tasks, which can be aborted and waited for. */
class TasksInProgress {
  readonly taskList: TaskList;
  private readonly aborted = new AbortController();
  /** The running tasks with the ids of their jobs. */
  private readonly running = new Map<Promise<void>, string>();

  constructor(tasks: TaskList) {
    this.taskList = Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, this.watched(task as Task)]),
    );
  }

  has(jobId: string): boolean {
    return [...this.running.values()].includes(jobId);
  }

  /** Resolves when the tasks in progress have ended. */
  async abort(): Promise<void> {
    this.aborted.abort();
    await Promise.allSettled(this.running.keys());
  }

  private watched(task: Task): Task {
    return async (payload, helpers) => {
      const abortSignal = AbortSignal.any([helpers.abortSignal, this.aborted.signal]);
      const work = (async () => void (await task(payload, { ...helpers, abortSignal })))();
      this.running.set(work, helpers.job.id);
      await work.finally(() => this.running.delete(work));
    };
  }
}
