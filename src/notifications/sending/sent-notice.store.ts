import type { PatronKey } from '../../domain/patron.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { purgeOf } from '../../platform/database/purge.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { messageIdOf, type Notice } from '../notice-types/notice.js';
import { momentOf } from '../notice-types/notice-content.store.js';
import { hasOwnMoment } from '../notice-types/notice-types.js';

/** How long after the pickup a bounce still leads to the hold. Mail servers give up after five days. */
const BOUNCE_DAYS = 14;

/** A notice that is sent again after a bounce is a new one for bounces and reminders. */
const SENT = `
  ON CONFLICT (website_id, message_id) DO UPDATE SET bounced_at = NULL, remind_at = EXCLUDED.remind_at`;

/** Counts a mail of this day. Nothing else may be known of the day yet: a worker reads the figures within the hour. */
const COUNT_MAIL = statement(
  'notice-count-mail',
  `INSERT INTO library_day AS d (website_id, day, placed, live_holds, suspended, ready, longest_queue, copies_owned,
     copies_on_loan, mails_sent)
   SELECT $1::int, ($2::timestamptz AT TIME ZONE 'UTC')::date, 0, 0, 0, 0, 0, 0, 0, 1 FROM library l WHERE l.website_id = $1
   ON CONFLICT (website_id, day) DO UPDATE SET mails_sent = d.mails_sent + 1`,
);

/**
 * Also schedules the reminder, at the library's hours before the end of the pickup. There is none if that moment is over: the pickup is too short, or
 * the notice was late.
 */
const RECORD_READY_SENT = statement(
  'notice-record-sent',
  `WITH told AS (
       UPDATE hold SET notice_sent_for = expires_at
       WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3 AND expires_at = $4
       RETURNING website_id, expires_at)
   INSERT INTO sent_notice (website_id, message_id, reserve_id, ticket, expires_at, remind_at, forget_at)
   SELECT $1::int, $5, $2, $3, $4, CASE WHEN due.at > service_now() THEN due.at END, $4 + interval '${BOUNCE_DAYS} days'
   FROM told LEFT JOIN library_settings s ON s.website_id = $1 AND s.notice_reminder_hours > 0
   CROSS JOIN LATERAL (SELECT $4::timestamptz - make_interval(hours => s.notice_reminder_hours) AS at) due
   ${SENT}`,
);

const RECORD_SENT = statement(
  'notice-record-other-sent',
  `INSERT INTO sent_notice (website_id, message_id, reserve_id, ticket, expires_at, forget_at)
   VALUES ($1, $5, $2, $3, $4, $4::timestamptz + interval '${BOUNCE_DAYS} days') ${SENT}`,
);

/**
 * Records on a live hold that the notice was sent, or deletes the notice of an ended one. Counts the mail last: a process that dies before must not
 * cause it to be sent again.
 */
export async function recordSent(connection: Connection, notice: Notice): Promise<void> {
  const { occasion: noticeType, websiteId, reserveId, ticket, expiresAt } = notice;
  const record = noticeType === 'ready' ? RECORD_READY_SENT : RECORD_SENT;
  if (noticeType === 'ended') await forgetEnded(connection, notice);
  else await connection.run(record, [websiteId, reserveId, ticket, expiresAt, messageIdOf(notice)]);
  await connection.run(COUNT_MAIL, [websiteId, await readServiceTime(connection)]);
}

/** Deletes the stored content of the notice about an ended hold. */
export const forgetEnded = statement(
  'notice-forget-ended',
  `DELETE FROM ended_notice WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3 AND ended_at = $4`,
).execute(({ websiteId, reserveId, ticket, expiresAt }: Notice) => [websiteId, reserveId, ticket, expiresAt]);

/** Deletes the notices about ended holds that wait for a patron who is to be forgotten, at any address. */
export async function forgetEndedOf(
  { prisma }: Connection,
  { websiteId, patronId }: PatronKey,
): Promise<void> {
  await prisma.endedNotice.deleteMany({ where: { websiteId, patronId } });
}

/** Also clears that an earlier notice was accepted, so that it can be sent again. */
const RECORD_FAILURE = statement(
  'notice-record-failure',
  `WITH failing AS (
       UPDATE hold SET notice_sent_for = NULL, extendable_to = NULL
       WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3 AND expires_at = $4
       RETURNING website_id, reserve_id, ticket, expires_at)
   INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code)
   SELECT $1::int, reserve_id, ticket, expires_at, service_now(), $5 FROM failing
   ON CONFLICT (website_id, reserve_id, ticket, expires_at)
     DO UPDATE SET failed_at = EXCLUDED.failed_at, smtp_code = EXCLUDED.smtp_code`,
);

/** Both the notice and the reminder of a missed pickup may have been refused: the later failure counts. */
const RECORD_FAILURE_OF_TYPE = statement(
  'notice-record-failure-apart',
  `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, occasion, failed_at, smtp_code)
   SELECT $1::int, h.reserve_id, h.ticket, $4::timestamptz, $6, service_now(), $5 FROM hold h
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = $3
     AND ${momentOf('$6::text')} = $4
   ON CONFLICT (website_id, reserve_id, ticket, expires_at)
     DO UPDATE SET occasion = EXCLUDED.occasion, failed_at = EXCLUDED.failed_at, smtp_code = EXCLUDED.smtp_code`,
);

/**
 * Records that the hold's address permanently refuses mail, so that the library can see it. A reminder counts as the notice of the ready hold. Does
 * nothing if the pickup, or the suspension, has ended.
 */
export async function recordFailure(
  connection: Connection,
  { occasion: noticeType, websiteId, reserveId, ticket, expiresAt }: Notice,
  smtpCode: number,
): Promise<void> {
  const values = [websiteId, reserveId, ticket, expiresAt, smtpCode];
  if (hasOwnMoment(noticeType)) await connection.run(RECORD_FAILURE_OF_TYPE, [...values, noticeType]);
  else await connection.run(RECORD_FAILURE, values);
}

/** Deletes the remaining notices about ended holds, after all attempts. @returns how many; at most a thousand */
export const purgeEndedNotices = purgeOf({
  task: 'ended-notices',
  table: 'ended_notice',
  key: { reserve_id: 'uuid', ticket: 'int', ended_at: 'timestamptz' },
  find: `SELECT website_id, reserve_id, ticket, to_jsonb(ended_at) #>> '{}' AS ended_at FROM ended_notice
    WHERE forget_at <= now() ORDER BY forget_at LIMIT $1`,
});

/** Deletes the records of notices whose bounces are no longer expected. @returns how many; at most a thousand */
export const purgeSentNotices = purgeOf({
  task: 'sent-notices',
  table: 'sent_notice',
  key: { message_id: 'text' },
  find: `SELECT website_id, message_id FROM sent_notice
    WHERE forget_at <= (SELECT service_now()) ORDER BY forget_at LIMIT $1`,
});
