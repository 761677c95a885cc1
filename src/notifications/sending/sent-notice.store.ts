import type { PatronKey } from '../../domain/patron.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { purgeOf } from '../../platform/database/purge.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { byOther, channelOf, messageIdOf, type Notice } from '../notice-types/notice.js';
import { channelsOf } from '../texts/notice-channels.store.js';
import { momentOf } from '../notice-types/notice-content.store.js';
import { hasOwnMoment } from '../notice-types/notice-types.js';

/** How long after the pickup a bounce still leads to the hold. Mail servers give up after five days. */
const BOUNCE_DAYS = 14;

/** A notice that is sent again after a bounce is a new one for bounces and reminders. */
const SENT = `
  ON CONFLICT (website_id, message_id) DO UPDATE SET bounced_at = NULL, remind_at = EXCLUDED.remind_at, mail_id = EXCLUDED.mail_id`;

/** Counts mails of this day. Nothing else may be known of the day yet: a worker reads the figures within the hour. */
const COUNT_MAILS = statement(
  'notice-count-mails',
  `INSERT INTO library_day AS d (website_id, day, placed, live_holds, suspended, ready, longest_queue, copies_owned,
     copies_on_loan, mails_sent)
   SELECT $1::int, ($2::timestamptz AT TIME ZONE 'UTC')::date, 0, 0, 0, 0, 0, 0, 0, $3::int FROM library l WHERE l.website_id = $1
   ON CONFLICT (website_id, day) DO UPDATE SET mails_sent = d.mails_sent + EXCLUDED.mails_sent`,
);

/** Call it last: a process that dies before must not cause a mail to be sent again. */
export async function countMails(connection: Connection, websiteId: number, mails: number): Promise<void> {
  await connection.run(COUNT_MAILS, [websiteId, await readServiceTime(connection), mails]);
}

/** SQL for the notices of one type that a mail of the library $1 has told. */
const GIVEN = `unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::text[]) AS given (reserve_id, ticket, expires_at, message_id)`;

/**
 * Also schedules the reminder, at the library's hours before the end of the pickup. There is none if that moment is over: the pickup is too short, or
 * the notice was late.
 */
const recordReady = (told: string): string =>
  `WITH told AS (${told})
   INSERT INTO sent_notice (website_id, message_id, reserve_id, ticket, expires_at, remind_at, forget_at, mail_id)
   SELECT $1::int, told.message_id, told.reserve_id, told.ticket, told.expires_at, CASE WHEN due.at > service_now() THEN due.at END,
     told.expires_at + interval '${BOUNCE_DAYS} days', $6
   FROM told LEFT JOIN library_settings s ON s.website_id = $1 AND s.notice_reminder_hours > 0
   CROSS JOIN LATERAL (SELECT told.expires_at - make_interval(hours => s.notice_reminder_hours) AS at) due
   ${SENT}`;
const IS_GIVEN_PICKUP =
  'h.website_id = $1 AND h.reserve_id = given.reserve_id AND h.ticket = given.ticket AND h.expires_at = given.expires_at';
const RECORD_READY_SENT = statement(
  'notice-record-sent',
  recordReady(`
    UPDATE hold h SET notice_sent_for = h.expires_at FROM ${GIVEN} WHERE ${IS_GIVEN_PICKUP}
    RETURNING given.reserve_id, given.ticket, given.expires_at, given.message_id`),
);
/** A push message may never be shown, so that the hold does not record it. It has a reminder all the same. */
const RECORD_READY_PUSHED = statement(
  'notice-record-pushed',
  recordReady(`
    SELECT given.reserve_id, given.ticket, given.expires_at, given.message_id FROM ${GIVEN} JOIN hold h ON ${IS_GIVEN_PICKUP}`),
);

const RECORD_SENT = statement(
  'notice-record-other-sent',
  `INSERT INTO sent_notice (website_id, message_id, reserve_id, ticket, expires_at, forget_at, mail_id)
   SELECT $1::int, message_id, reserve_id, ticket, expires_at, expires_at + interval '${BOUNCE_DAYS} days', $6 FROM ${GIVEN} ${SENT}`,
);

/**
 * Records on live holds that their notices were sent, or deletes the notices of ended ones.
 * @param notices of one library and one channel
 * @param mailId the first part of the Message-ID, if the mail told of several
 */
export async function recordSent(
  connection: Connection,
  websiteId: number,
  notices: readonly Notice[],
  mailId?: string,
): Promise<void> {
  for (const [noticeType, own] of Map.groupBy(notices, ({ occasion }) => occasion)) {
    const isPushed = own[0]?.channel === 'push';
    const ofReady = isPushed ? RECORD_READY_PUSHED : RECORD_READY_SENT;
    const record = noticeType === 'ready' ? ofReady : RECORD_SENT;
    if (noticeType === 'ended') await forgetEnded(connection, websiteId, own);
    else await connection.run(record, [websiteId, ...keysOf(own), own.map(messageIdOf), mailId ?? null]);
  }
}

/** The columns of notices. */
function keysOf(
  notices: readonly Notice[],
): [reserveIds: readonly string[], tickets: readonly number[], moments: readonly string[]] {
  return [
    notices.map(({ reserveId }) => reserveId),
    notices.map(({ ticket }) => ticket),
    notices.map(({ expiresAt }) => expiresAt),
  ];
}

const GIVEN_ENDED = `unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::text[]) AS given (reserve_id, ticket, ended_at, channel)`;
const IS_GIVEN = `e.website_id = $1 AND e.reserve_id = given.reserve_id AND e.ticket = given.ticket AND e.ended_at = given.ended_at`;

const TELL_ENDED = statement(
  'notice-tell-ended',
  `UPDATE ended_notice e SET untold = array_remove(e.untold, given.channel),
     email_address = CASE WHEN given.channel <> 'mail' THEN e.email_address END
   FROM ${GIVEN_ENDED} WHERE ${IS_GIVEN}`,
);
const FORGET_ENDED = statement(
  'notice-forget-ended',
  `DELETE FROM ended_notice e USING ${GIVEN_ENDED} WHERE ${IS_GIVEN} AND e.untold = '{}'`,
);

/**
 * Deletes the stored content of notices about ended holds, unless another channel still has to tell it. In two statements: one alone would not see
 * what another channel has told meanwhile.
 */
export async function forgetEnded(
  connection: Connection,
  websiteId: number,
  notices: readonly Notice[],
): Promise<void> {
  const values = [websiteId, ...keysOf(notices), notices.map(channelOf)];
  await connection.run(TELL_ENDED, values);
  await connection.run(FORGET_ENDED, values);
}

/** Deletes the notices about ended holds that wait for a patron who is to be forgotten, at any address. */
export async function forgetEndedOf(
  { prisma }: Connection,
  { websiteId, patronId }: PatronKey,
): Promise<void> {
  await prisma.endedNotice.deleteMany({ where: { websiteId, patronId } });
}

/** SQL for "`e` tells of a title that its patron watched". */
export const IS_WATCH_NEWS = `e.reason LIKE 'watched-%'`;

/** SQL that deletes what waits to be told to a patron of the library $1 of a title that they watched. */
export const forgetWatchNewsOf = (patronId: string, reserveId: string): string => `
  DELETE FROM ended_notice e
  WHERE e.website_id = $1 AND e.patron_id = ${patronId} AND e.reserve_id = ${reserveId} AND ${IS_WATCH_NEWS}`;

/** Deletes what waits to be told to a patron of a title that they watched. */
export const forgetWatchNews = statement('notice-forget-watch-news', forgetWatchNewsOf('$2', '$3')).execute(
  ({ websiteId, patronId }: PatronKey, reserveId: string) => [websiteId, patronId, reserveId],
);

/** SQL for "the other channel has told the patron of the pickup of the hold `h`". $7 is the id of its message. */
const TOLD_BY_OTHER = `EXISTS (
  SELECT FROM sent_notice o WHERE o.website_id = $1 AND o.message_id = $7 AND o.bounced_at IS NULL)`;
/** SQL for "the other channel than $6 may still tell the patron of the pickup of the hold `h`". */
const AWAITS_OTHER = `(
  EXISTS (SELECT FROM patron p LEFT JOIN library_settings s USING (website_id) CROSS JOIN LATERAL ${channelsOf('h.email_address')} by
    WHERE p.website_id = $1 AND p.patron_id = h.patron_id AND by.channel <> $6)
  AND NOT EXISTS (SELECT FROM notice_failure f WHERE f.website_id = $1 AND f.reserve_id = $2 AND f.ticket = $3 AND f.expires_at = $4
    AND f.channel <> $6))`;

/**
 * Also clears that an earlier notice was accepted, so that it can be sent again. Who was told by the other channel knows of the pickup; while that one
 * may still tell, the pickup goes on.
 */
const RECORD_FAILURE = statement(
  'notice-record-failure',
  `WITH failing AS (
       UPDATE hold h SET notice_sent_for = CASE WHEN ${TOLD_BY_OTHER} THEN h.notice_sent_for END,
         extendable_to = CASE WHEN ${AWAITS_OTHER} THEN h.extendable_to END
       WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = $3 AND h.expires_at = $4
       RETURNING h.website_id, h.reserve_id, h.ticket, h.expires_at)
   INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code, channel)
   SELECT $1::int, reserve_id, ticket, expires_at, service_now(), $5, $6 FROM failing
   ON CONFLICT (website_id, reserve_id, ticket, expires_at)
     DO UPDATE SET failed_at = EXCLUDED.failed_at, smtp_code = EXCLUDED.smtp_code, channel = EXCLUDED.channel`,
);

/** Both the notice and the reminder of a missed pickup may have been refused: the later failure counts. */
const RECORD_FAILURE_OF_TYPE = statement(
  'notice-record-failure-apart',
  `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, occasion, failed_at, smtp_code, channel)
   SELECT $1::int, h.reserve_id, h.ticket, $4::timestamptz, $7, service_now(), $5, $6 FROM hold h
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = $3
     AND ${momentOf('$7::text')} = $4
   ON CONFLICT (website_id, reserve_id, ticket, expires_at)
     DO UPDATE SET occasion = EXCLUDED.occasion, failed_at = EXCLUDED.failed_at, smtp_code = EXCLUDED.smtp_code, channel = EXCLUDED.channel`,
);

/**
 * Records that the hold's address permanently refuses mail, or the patron's number text messages, so that the library can see it. A reminder counts as
 * the notice of the ready hold. Does nothing if the pickup, or the suspension, has ended.
 * @param smtpCode of a text message, the status of HTTP
 */
export async function recordFailure(connection: Connection, notice: Notice, smtpCode: number): Promise<void> {
  const { occasion: noticeType, websiteId, reserveId, ticket, expiresAt } = notice;
  const values = [websiteId, reserveId, ticket, expiresAt, smtpCode, channelOf(notice)];
  if (hasOwnMoment(noticeType))
    return void (await connection.run(RECORD_FAILURE_OF_TYPE, [...values, noticeType]));
  const ofOther = messageIdOf(byOther({ ...notice, occasion: 'ready' }));
  await connection.run(RECORD_FAILURE, [...values, ofOther]);
}

/** Records that the mail server, or the gateway, has permanently refused these notices of one library. */
export async function recordRefused(
  connection: Connection,
  notices: readonly Notice[],
  smtpCode: number,
): Promise<void> {
  const ended = notices.filter(({ occasion }) => occasion === 'ended');
  for (const { websiteId } of ended.slice(0, 1)) await forgetEnded(connection, websiteId, ended);
  for (const notice of notices)
    if (notice.occasion !== 'ended') await recordFailure(connection, notice, smtpCode);
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
