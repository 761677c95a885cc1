import { Logger as JobLogger, run, type Runner, runMigrations, type TaskList } from 'graphile-worker';
import pg from 'pg';

/**
 * Jobs are rows in graphile-worker's own schema. A transaction writes a job together with the change that needs it, and a
 * worker runs it afterwards, at least once.
 */

/** Logs nothing, because payloads and errors of jobs may identify a hold. The tasks log what is relevant themselves. */
const silentLogger = new JobLogger(() => () => undefined);

/** Creates or updates the job tables. Several processes may call it at once. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: silentLogger });
}

export interface JobOptions {
  readonly databaseUrl: string;
  /** How many jobs run at the same time. */
  readonly concurrency: number;
}

/** Runs jobs until the runner is stopped. Needs session connections, so PgBouncer in transaction mode does not work. */
export async function runJobs({ databaseUrl, concurrency }: JobOptions, tasks: TaskList): Promise<Runner> {
  const pool = openErrorTolerantPool(databaseUrl, concurrency + 2);
  const endPool = (): void => void pool.end().catch(() => undefined);
  try {
    const runner = await run({
      pgPool: pool,
      concurrency,
      taskList: tasks,
      parsedCronItems: [],
      noHandleSignals: true,
      logger: silentLogger,
      // LISTEN/NOTIFY starts new jobs at once. Polling finds jobs whose retry is due.
      pollInterval: 1_000,
      // Records results in batches (of no delay), because a stopping runner waits only for batched results. It would lose
      // others, and a failure to record them would end the process with an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner.promise.then(endPool, endPool);
    return runner;
  } catch (error) {
    endPool();
    throw error;
  }
}

/**
 * A runner removes its listeners from its own pool before closing it, and a session lost at that moment would end the
 * process. The listeners of this pool stay.
 */
function openErrorTolerantPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, application_name: 'holdfast-jobs' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
