import type { Database } from '../../src/platform/database/database.js';
import { statement } from '../../src/platform/database/statement.js';
import { eventually } from './clock.js';

/** A job that is not done, or a notice in the outbox, which becomes one. */
export interface WaitingJob {
  readonly task: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly payload: unknown;
  /** A worker is carrying it out, or was when it was killed. */
  readonly taken: boolean;
  /** Until the next attempt. */
  readonly secondsToWait: number;
}

const WRITTEN = statement<object>(
  'test-written-notices',
  `SELECT website_id, reserve_id, ticket, occasion, expires_at::text FROM notice_outbox`,
);

const JOBS = statement<WaitingJob>(
  'test-jobs',
  `WITH written AS (SELECT * FROM jsonb_to_recordset($1::jsonb)
     AS given (website_id int, reserve_id uuid, ticket int, occasion text, expires_at timestamptz))
   (SELECT t.identifier AS task, j.attempts, j.last_error AS "lastError", j.payload, j.locked_at IS NOT NULL AS taken,
     extract(epoch FROM j.run_at - now())::float8 AS "secondsToWait"
   FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
   WHERE NOT (t.identifier IN ('ready-notice', 'hold-notice') AND j.locked_at IS NULL AND EXISTS (
     SELECT FROM written o WHERE o.website_id = (j.payload ->> 'websiteId')::int
       AND o.reserve_id = (j.payload ->> 'reserveId')::uuid AND o.ticket = (j.payload ->> 'ticket')::int
       AND o.occasion = COALESCE(j.payload ->> 'occasion', 'ready')
       AND o.expires_at = (j.payload ->> 'expiresAt')::timestamptz))
   ORDER BY j.id)
   UNION ALL
   SELECT CASE o.occasion WHEN 'ready' THEN 'ready-notice' ELSE 'hold-notice' END, 0, NULL, json_build_object('websiteId', o.website_id, 'reserveId', o.reserve_id,
     'ticket', o.ticket, 'expiresAt', o.expires_at), false, 0
   FROM written o`,
);

/** The outbox is read first: on a cluster, a notice that is gone from there has its job only in what is read later. */
export async function waitingJobs(database: Database): Promise<WaitingJob[]> {
  const written = await database.run(WRITTEN);
  return database.run(JOBS, [JSON.stringify(written)]);
}

const LENGTHEN_RETRY_DELAYS = [
  `CREATE FUNCTION lengthen_retry_delay() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.run_at := now() + 1000 * (NEW.run_at - now());
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER lengthen_retry_delay BEFORE UPDATE ON graphile_worker._private_jobs FOR EACH ROW
   WHEN (OLD.locked_at IS NOT NULL AND NEW.locked_at IS NULL) EXECUTE FUNCTION lengthen_retry_delay()`,
];

/** Makes each delay before a retry a thousand times as long, so that a test can look at the job before it ends the delay. */
export async function lengthenRetryDelays(database: Database): Promise<void> {
  for (const sql of LENGTHEN_RETRY_DELAYS) await database.run(statement('', sql));
}

const MAKE_DUE = statement(
  'test-make-jobs-due',
  `WITH due AS (UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL RETURNING id)
   SELECT pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) FROM due`,
);

/** Ends every delay before a retry. */
export async function makeJobsDue(database: Database): Promise<void> {
  await database.run(MAKE_DUE);
}

/** Waits until every job is done. Retries do not wait for their delays. */
export function waitUntilJobsAreDone(database: Database): Promise<void> {
  return eventually(async () => {
    await makeJobsDue(database);
    expect(await waitingJobs(database)).toEqual([]);
  });
}

const UNLOCK_JOBS = statement(
  'test-unlock-jobs',
  `SELECT graphile_worker.force_unlock_workers(ARRAY(
     SELECT DISTINCT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL))`,
);

/** Lets other workers take the jobs of a killed worker now. Otherwise its locks would last for hours. */
export async function unlockJobsOfKilledWorkers(database: Database): Promise<void> {
  await database.run(UNLOCK_JOBS);
  await makeJobsDue(database);
}

/** Waits until the only job has had this many attempts, and waits for the next one. */
export async function waitForAttempts(database: Database, attempts: number): Promise<WaitingJob> {
  let job: WaitingJob | undefined;
  await eventually(async () => {
    const jobs = await waitingJobs(database);
    expect(jobs).toEqual([expect.objectContaining({ attempts, taken: false })]);
    [job] = jobs;
  });
  return job!;
}
