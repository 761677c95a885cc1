import { Logger as JobLogger, run, type Runner, runMigrations, type TaskList } from 'graphile-worker';

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
export function runJobs({ databaseUrl, concurrency }: JobOptions, tasks: TaskList): Promise<Runner> {
  return run({
    connectionString: databaseUrl,
    concurrency,
    maxPoolSize: concurrency + 2,
    taskList: tasks,
    parsedCronItems: [],
    noHandleSignals: true,
    logger: silence,
    // A job is begun at once by LISTEN/NOTIFY; this is for the ones whose retry falls due.
    pollInterval: 1_000,
    // Only notes made in batches are waited for at the end. Others are lost when the runner stops, and a note that fails
    // ends the process, as a rejection that nobody handles.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
}
