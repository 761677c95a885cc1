import { READY_NOTICE } from '../notifications/ready-notice.job.js';
import { type Connection, statement } from '../platform/database/statement.js';
import type { Page } from './paging.requests.js';

/**
 * A notice that was not delivered: permanently refused by the mail server, waiting for the next attempt, or given up
 * after the last attempt.
 */
export interface UnsentNotice {
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
  readonly patronId: number;
  readonly state: 'refused' | 'retrying' | 'given-up';
  /** The SMTP code of the refusal; null unless the state is `refused`. */
  readonly smtpCode: number | null;
  readonly attempts: number | null;
  readonly failedAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

/**
 * Notices that failed at least once. graphile-worker counts an attempt when it starts, so one that is still running is
 * subtracted.
 */
const TRIED = `
  SELECT (j.payload ->> 'websiteId')::int AS website_id, (j.payload ->> 'reserveId')::uuid AS reserve_id,
    (j.payload ->> 'ticket')::int AS ticket, (j.payload ->> 'expiresAt')::timestamptz AS expires_at,
    j.id, failed.attempts, failed.attempts >= j.max_attempts AS given_up, j.updated_at, j.run_at, j.locked_at
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  CROSS JOIN LATERAL (SELECT j.attempts - (j.locked_at IS NOT NULL)::int AS attempts) failed
  WHERE t.identifier = '${READY_NOTICE}' AND failed.attempts > 0`;

const UNSENT = `
  SELECT f.website_id, f.reserve_id, f.ticket, f.expires_at, 'refused' AS state, f.smtp_code, NULL::int AS attempts,
    f.failed_at, NULL::timestamptz AS next_attempt_at
  FROM notice_failure f
  UNION ALL
  SELECT website_id, reserve_id, ticket, expires_at, CASE WHEN given_up THEN 'given-up' ELSE 'retrying' END, NULL,
    attempts, updated_at, CASE WHEN given_up THEN NULL ELSE run_at END
  FROM (${TRIED}) tried`;

/** Only notices about the current pickup of a ready hold: a notice about an earlier pickup is obsolete. */
const OF_READY_HOLDS = 'JOIN hold h USING (website_id, reserve_id, ticket, expires_at)';

const FIND = statement(
  'operator-mail',
  `SELECT u.website_id AS "websiteId", u.reserve_id AS "reserveId", u.ticket, h.patron_id AS "patronId", u.state,
     u.smtp_code AS "smtpCode", u.attempts, u.failed_at AS "failedAt", u.next_attempt_at AS "nextAttemptAt"
   FROM (${UNSENT}) u ${OF_READY_HOLDS}
   ORDER BY u.failed_at DESC, u.website_id, u.reserve_id, u.ticket LIMIT $1 OFFSET $2`,
);

/** Unsent notices of holds that are still ready, latest failure first. */
export function findUnsentNotices(connection: Connection, { limit, offset }: Page): Promise<UnsentNotice[]> {
  return connection.run<UnsentNotice>(FIND, [limit, offset]);
}

/** Resets the number of attempts: graphile-worker does not run a job that has used all of them. */
const RETRY = statement(
  'operator-mail-retry',
  `WITH again AS (
       DELETE FROM notice_failure WHERE (website_id, reserve_id, ticket, expires_at) IN (
         SELECT website_id, reserve_id, ticket, expires_at FROM notice_failure ${OF_READY_HOLDS})
       RETURNING website_id, reserve_id, ticket, expires_at),
     refused AS (
       SELECT graphile_worker.add_job('${READY_NOTICE}', json_build_object(
         'websiteId', website_id, 'reserveId', reserve_id, 'ticket', ticket, 'expiresAt', expires_at)) FROM again),
     delayed AS (
       SELECT graphile_worker.reschedule_jobs(ARRAY(
         SELECT tried.id FROM (${TRIED}) tried ${OF_READY_HOLDS} WHERE tried.locked_at IS NULL),
         run_at := now(), attempts := 0))
   SELECT (SELECT count(*) FROM refused)::int + (SELECT count(*) FROM delayed)::int AS retried`,
);

/** Schedules every unsent notice for now. @returns how many there are */
export async function retryUnsentNotices(connection: Connection): Promise<number> {
  const [row] = await connection.run<{ retried: number }>(RETRY);
  return row?.retried ?? 0;
}
