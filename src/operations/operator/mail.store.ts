import { READY_NOTICE } from '../../notifications/ready-notice.job.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { Page } from './paging.requests.js';

/** A notice that has not arrived: refused for good by the mail server, or still being tried. */
export interface UnsentNotice {
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
  readonly patronId: number;
  readonly state: 'refused' | 'retrying';
  /** The server's answer; null while it is still being tried. */
  readonly smtpCode: number | null;
  readonly attempts: number | null;
  readonly failedAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

const UNSENT = `
  SELECT f.website_id, f.reserve_id, f.ticket, 'refused' AS state, f.smtp_code, NULL::int AS attempts,
    f.failed_at, NULL::timestamptz AS next_attempt_at
  FROM notice_failure f
  UNION ALL
  SELECT (j.payload ->> 'websiteId')::int, (j.payload ->> 'reserveId')::uuid, (j.payload ->> 'ticket')::int, 'retrying',
    NULL, j.attempts::int, j.updated_at, j.run_at
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE t.identifier = '${READY_NOTICE}' AND j.attempts > 0`;

const FIND = statement(
  'operator-mail',
  `SELECT u.website_id AS "websiteId", u.reserve_id AS "reserveId", u.ticket, h.patron_id AS "patronId", u.state,
     u.smtp_code AS "smtpCode", u.attempts, u.failed_at AS "failedAt", u.next_attempt_at AS "nextAttemptAt"
   FROM (${UNSENT}) u JOIN hold h USING (website_id, reserve_id, ticket)
   ORDER BY u.failed_at DESC, u.website_id, u.reserve_id, u.ticket LIMIT $1 OFFSET $2`,
);

/** Of holds that there still are, the latest first. */
export function findUnsentNotices(connection: Connection, { limit, offset }: Page): Promise<UnsentNotice[]> {
  return connection.run<UnsentNotice>(FIND, [limit, offset]);
}

const RETRY = statement(
  'operator-mail-retry',
  `WITH again AS (DELETE FROM notice_failure RETURNING website_id, reserve_id, ticket, expires_at),
     refused AS (
       SELECT graphile_worker.add_job('${READY_NOTICE}', json_build_object(
         'websiteId', website_id, 'reserveId', reserve_id, 'ticket', ticket, 'expiresAt', expires_at)) FROM again),
     delayed AS (
       SELECT graphile_worker.reschedule_jobs(ARRAY(
         SELECT j.id FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         WHERE t.identifier = '${READY_NOTICE}' AND j.attempts > 0 AND j.locked_at IS NULL), run_at := now()))
   SELECT (SELECT count(*) FROM refused)::int + (SELECT count(*) FROM delayed)::int AS retried`,
);

/** Has every unsent notice tried again now. @returns how many */
export async function retryUnsentNotices(connection: Connection): Promise<number> {
  const [row] = await connection.run<{ retried: number }>(RETRY);
  return row?.retried ?? 0;
}
