import { type Connection, statement } from '../platform/database/statement.js';
import { READY_NOTICE, type ReadyNotice } from './ready-notice.job.js';

/**
 * SQL that writes one job for each row of `ready` (website_id, reserve_id, ticket, expires_at, email_address) whose hold
 * has an address. It runs in the transaction that makes the hold ready: there is never one without the other.
 */
export const ENQUEUE_READY_NOTICES = `
  SELECT FROM graphile_worker.add_jobs(ARRAY(
    SELECT ROW(
      '${READY_NOTICE}',
      json_build_object('websiteId', website_id, 'reserveId', reserve_id, 'ticket', ticket, 'expiresAt', expires_at),
      NULL, NULL, NULL, NULL, NULL, NULL)::graphile_worker.job_spec
    FROM ready WHERE email_address IS NOT NULL))`;

/** SQL for the jobs of notices that are not done, each with the hold and the pickup that the notice is about. */
export const READY_NOTICE_JOBS = `
  SELECT (j.payload ->> 'websiteId')::int AS website_id, (j.payload ->> 'reserveId')::uuid AS reserve_id,
    (j.payload ->> 'ticket')::int AS ticket, (j.payload ->> 'expiresAt')::timestamptz AS expires_at,
    j.id, j.attempts, j.max_attempts, j.run_at, j.locked_at, j.created_at
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE t.identifier = '${READY_NOTICE}'`;

/** What the notice tells. */
export interface NoticeContent {
  readonly emailAddress: string;
  readonly title: string;
  readonly libraryName: string;
  readonly expiresAt: Date;
  /** Of the library's own mails; null if it has none. */
  readonly senderAddress: string | null;
  readonly senderName: string | null;
  readonly replyTo: string | null;
}

const FIND = statement(
  'notice-find',
  `SELECT h.email_address AS "emailAddress", t.title, l.name AS "libraryName", h.expires_at AS "expiresAt",
     s.mail_from_address AS "senderAddress", s.mail_from_name AS "senderName", s.mail_reply_to AS "replyTo"
   FROM hold h JOIN title t USING (reserve_id) JOIN library l USING (website_id)
     LEFT JOIN library_settings s USING (website_id)
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = $3
     AND h.expires_at = $4 AND h.expires_at > (SELECT service_now()) AND h.email_address IS NOT NULL
     AND h.notice_sent_for IS DISTINCT FROM h.expires_at`,
);

/**
 * Undefined when there is nothing to tell any more: it was told, or the hold has ended, was suspended, or its time is over.
 */
export async function findNotice(
  connection: Connection,
  { websiteId, reserveId, ticket, expiresAt }: ReadyNotice,
): Promise<NoticeContent | undefined> {
  const values = [websiteId, reserveId, ticket, expiresAt];
  const [content] = await connection.run<NoticeContent>(FIND, values);
  return content;
}

const RECORD_SENT = statement(
  'notice-record-sent',
  `UPDATE hold SET notice_sent_for = expires_at
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3 AND expires_at = $4`,
);

/** Records that the notice was sent, as long as the hold lives. Does nothing if the pickup has ended. */
export async function recordSent(
  connection: Connection,
  { websiteId, reserveId, ticket, expiresAt }: ReadyNotice,
): Promise<void> {
  await connection.run(RECORD_SENT, [websiteId, reserveId, ticket, expiresAt]);
}

const RECORD_FAILURE = statement(
  'notice-record-failure',
  `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code)
   SELECT website_id, reserve_id, ticket, expires_at, service_now(), $5 FROM hold
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3 AND expires_at = $4
   ON CONFLICT (website_id, reserve_id, ticket, expires_at)
     DO UPDATE SET failed_at = EXCLUDED.failed_at, smtp_code = EXCLUDED.smtp_code`,
);

/** Records that the mail server permanently refused this notice, so that the library can see it. */
export async function recordFailure(
  connection: Connection,
  { websiteId, reserveId, ticket, expiresAt }: ReadyNotice,
  smtpCode: number,
): Promise<void> {
  await connection.run(RECORD_FAILURE, [websiteId, reserveId, ticket, expiresAt, smtpCode]);
}
