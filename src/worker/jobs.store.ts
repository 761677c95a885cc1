import { statement } from '../platform/database/statement.js';

/** The key of a runner's advisory lock. PostgreSQL's hash, so that a statement can compute it for any runner. */
const keyOf = (runnerId: string): string => `hashtextextended(${runnerId}, 0)`;

/**
 * Holds the lock that shows other workers that this runner is alive, as long as the session lasts. It is shared, so that a runner whose session was
 * lost need not wait until the server notices.
 */
export const holdRunnerLock = statement(
  'jobs-lock-runner',
  `SELECT pg_advisory_lock_shared(${keyOf('$1')})`,
).execute((runnerId: string) => [runnerId]);

/**
 * Other runners that have jobs but no lock: their processes are dead, or have lost their sessions. The key of an advisory lock has 64 bits in two
 * parts.
 */
export const findRunnersWithoutLock = statement<{ id: string }>(
  'jobs-runners-without-lock',
  `SELECT id FROM (
     SELECT DISTINCT locked_by AS id FROM graphile_worker._private_jobs WHERE locked_by <> $1) runner
   WHERE ${keyOf('id')} NOT IN (
     SELECT (classid::int8 << 32) | objid::int8 FROM pg_locks
     WHERE locktype = 'advisory' AND objsubid = 1 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
).column('id', (runnerId: string) => [runnerId]);

/**
 * Releases the jobs of the given runners that still have no lock. They run again. Takes the lock itself, so that a runner that comes back now waits
 * until its jobs are free.
 * @returns how many jobs
 */
export const releaseJobsWithoutLock = statement<{ jobs: number }>(
  'jobs-release-without-lock',
  `WITH dead AS MATERIALIZED (SELECT id FROM unnest($1::text[]) AS id WHERE pg_try_advisory_xact_lock(${keyOf('id')})),
     freed AS (SELECT graphile_worker.force_unlock_workers(ARRAY(SELECT id FROM dead)))
   SELECT (SELECT count(*)::int FROM graphile_worker._private_jobs WHERE locked_by IN (SELECT id FROM dead)) AS jobs
   FROM freed`,
).oneValue('jobs', (runnerIds: readonly string[]) => [runnerIds]);

/** Releases the jobs of a runner of this process that stopped before it could record their results. They run again. */
export const releaseJobsOf = statement(
  'jobs-release',
  'SELECT FROM graphile_worker.force_unlock_workers($1)',
).execute((runnerId: string) => [[runnerId]]);

/** The ids of the jobs that the database has given to a runner. */
export const findJobsOf = statement<{ id: string }>(
  'jobs-of-runner',
  'SELECT id::text FROM graphile_worker._private_jobs WHERE locked_by = $1',
).column('id', (runnerId: string) => [runnerId]);

/**
 * Releases those of a runner's jobs that it does not run. They run again. graphile-worker counts an attempt when it hands out a job; this one has not
 * begun.
 */
export const releaseJobs = statement(
  'jobs-release-lost',
  `UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL, attempts = GREATEST(attempts - 1, 0)
   WHERE id = ANY($2::bigint[]) AND locked_by = $1`,
).execute((runnerId: string, jobIds: readonly string[]) => [runnerId, jobIds]);
