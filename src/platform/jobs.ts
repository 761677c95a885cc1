import { Logger as JobLogger, run, type Runner, runMigrations, type TaskList } from 'graphile-worker';
import pg from 'pg';

/**
 * Jobs are rows that a transaction writes with what made them necessary, and that a worker carries out afterwards, at
 * least once (graphile-worker's tables, in their own schema).
 */

/** Tells nothing: a job's payload and errors may name a hold. What is worth telling, the tasks tell themselves. */
const silence = new JobLogger(() => () => undefined);

/** Creates or updates the job tables. Safe beside others that do the same. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: silence });
}

export interface JobOptions {
  readonly databaseUrl: string;
  /** Jobs carried out at the same time. */
  readonly concurrency: number;
}

/** Carries out jobs until the runner is stopped; it needs session connections (no PgBouncer in transaction mode). */
export async function runJobs({ databaseUrl, concurrency }: JobOptions, tasks: TaskList): Promise<Runner> {
  const pool = poolThatOutlivesErrors(databaseUrl, concurrency + 2);
  const endPool = (): void => void pool.end().catch(() => undefined);
  try {
    const runner = await run({
      pgPool: pool,
      concurrency,
      taskList: tasks,
      parsedCronItems: [],
      noHandleSignals: true,
      logger: silence,
      // A job is begun at once by LISTEN/NOTIFY; this is for the ones whose retry falls due.
      pollInterval: 1_000,
      // Only notes made in batches are waited for at the end. Others are lost when the runner stops, and a note that
      // fails ends the process, as a rejection that nobody handles.
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
 * A runner takes its listeners off a pool of its own before it closes it: a session that is lost just then would end the
 * process. These stay.
 */
function poolThatOutlivesErrors(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, application_name: 'holdfast-jobs' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
