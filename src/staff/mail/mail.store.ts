import {
  mailIdFrom,
  messageIdOf,
  type Notice,
  type TellingChannel,
} from '../../notifications/notice-types/notice.js';
import { momentOf } from '../../notifications/notice-types/notice-content.store.js';
import type { NoticeType } from '../../notifications/notice-types/notice-types.js';
import { NOT_ENCRYPTED } from '../../notifications/sending/mail-transport.js';
import { jobsOfMails } from '../../notifications/sending/gathered-notices.js';
import { addNoticeJobs } from '../../notifications/sending/notice-jobs.store.js';
import { TELLING_JOBS } from '../../notifications/sending/ready-notice.store.js';
import { groupSearch } from '../../platform/database/library-groups.js';
import { type Connection, statement, type Transactions } from '../../platform/database/statement.js';

/**
 * A notice that was not delivered: permanently refused by the mail server or the gateway of text messages, waiting for the next attempt, given up after
 * the last attempt, or being sent for unusually long.
 */
export interface UnsentNotice {
  readonly occasion: NoticeType;
  /** As a mail or a text message. */
  readonly channel: TellingChannel;
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
  /** Null if the hold has ended: then nothing ties the patron to the title any more. */
  readonly patronId: number | null;
  /** Why the hold has ended, or what is told of a title that the patron watches; null in notices of other types. */
  readonly reason: string | null;
  readonly state: 'refused' | 'retrying' | 'given-up' | 'sending';
  /** The SMTP code of the refusal, or the HTTP status with which the gateway refused the text message; null unless the state is `refused`. */
  readonly smtpCode: number | null;
  /** How many attempts have failed; null if the state is `refused`. */
  readonly attempts: number | null;
  /** How many notices its mail tells of; null if the state is `refused`. */
  readonly noticesOfMail: number | null;
  /** Null if no attempt has failed yet. */
  readonly failedAt: Date | null;
  /** Null unless the state is `retrying`. */
  readonly nextAttemptAt: Date | null;
  /** The start of the attempt in progress; null unless the state is `sending`. */
  readonly sendingSince: Date | null;
}

/** Most attempts take less. A longer one waits for the mail server, or belongs to a dead worker. */
const LONG_ATTEMPT = `interval '10 seconds'`;

/** graphile-worker counts an attempt when it starts, so a running one is subtracted. */
const TRIED = `
  SELECT notice.*, attempts - (locked_at IS NOT NULL)::int AS failures,
    COALESCE(locked_at < now() - ${LONG_ATTEMPT}, false) AS takes_long
  FROM (${TELLING_JOBS}) notice`;

/** graphile-worker does not store it; the pause after it grows with the failures. A job of a dead worker has no pause. */
const LAST_FAILURE = `GREATEST(created_at, run_at - exp(least(failures, 10)) * interval '1 second')`;

/** SQL for the unsent notices of these libraries. */
const unsent = (inGroup: string): string => `
  SELECT f.website_id, f.reserve_id, f.ticket, f.expires_at, f.occasion, f.channel, 'refused' AS state, f.smtp_code, NULL::int AS attempts, NULL::int AS notices_of_mail,
    f.failed_at, NULL::timestamptz AS next_attempt_at, NULL::timestamptz AS sending_since
  FROM notice_failure f WHERE ${inGroup}
  UNION ALL
  SELECT website_id, reserve_id, ticket, expires_at, occasion, channel, state, NULL, failures, notices_of_mail,
    CASE WHEN failures > 0 THEN ${LAST_FAILURE} END, CASE WHEN state = 'retrying' THEN run_at END, CASE WHEN state = 'sending' THEN locked_at END
  FROM (SELECT *, CASE WHEN takes_long THEN 'sending' WHEN failures >= max_attempts THEN 'given-up' ELSE 'retrying' END
          AS state
        FROM (${TRIED}) tried WHERE (failures > 0 OR takes_long) AND ${inGroup}) late`;

/**
 * SQL for the notices `u` that are still true: one about an earlier pickup or suspension is obsolete. The libraries are a condition of each table, so
 * that a database node without these libraries may be down. Two joins replace an outer one, which would fetch all holds (cluster.store.ts).
 */
const stillTrue = (notices: string, inGroup: string): string => `
  SELECT u.*, h.patron_id, h.email_address, u.occasion = 'ready' AND h.notice_sent_for IS NOT DISTINCT FROM h.expires_at AS is_sent, NULL::text AS reason
  FROM (${notices}) u JOIN (SELECT * FROM hold WHERE ${inGroup}) h USING (website_id, reserve_id, ticket)
  WHERE ${momentOf('u.occasion')} = u.expires_at
  UNION ALL
  SELECT u.*, NULL, NULL, false, e.reason
  FROM (${notices}) u JOIN (SELECT * FROM ended_notice WHERE ${inGroup}) e USING (website_id, reserve_id, ticket)
  WHERE u.occasion = 'ended' AND u.expires_at = e.ended_at`;

/** The rows are unsent notices that are still true, latest first. $1: the limit, $2: the offset */
export const FIND_UNSENT = groupSearch<UnsentNotice>(
  'operator-mail',
  2,
  (inGroup) => `
   SELECT u.occasion, u.channel, u.website_id AS "websiteId", u.reserve_id AS "reserveId", u.ticket, u.patron_id AS "patronId", u.reason, u.state,
     u.smtp_code AS "smtpCode", u.attempts, u.notices_of_mail AS "noticesOfMail", u.failed_at AS "failedAt", u.next_attempt_at AS "nextAttemptAt",
     u.sending_since AS "sendingSince"
   FROM (${stillTrue(unsent(inGroup), inGroup)}) u
   WHERE NOT u.is_sent
   ORDER BY COALESCE(u.sending_since, u.failed_at) DESC, u.website_id, u.reserve_id, u.ticket LIMIT $1 OFFSET $2`,
);

/** The number of a library's undelivered notices with the same state. */
export interface UnsentCount {
  readonly websiteId: number;
  readonly state: UnsentNotice['state'];
  readonly count: number;
}

/** The rows are an `UnsentCount` for each library and state. $1: the limit on counted notices, latest first */
export const COUNT_UNSENT = groupSearch<UnsentCount>(
  'operator-mail-count',
  1,
  (inGroup) => `
   SELECT website_id AS "websiteId", state, count(*)::int AS count
   FROM (SELECT u.website_id, u.state FROM (${stillTrue(unsent(inGroup), inGroup)}) u
         WHERE NOT u.is_sent
         ORDER BY COALESCE(u.sending_since, u.failed_at) DESC, u.website_id, u.reserve_id, u.ticket LIMIT $1) latest
   GROUP BY website_id, state`,
);

/** The rows are the libraries that have unsent notices. */
export const FIND_LIBRARIES_OF_UNSENT = groupSearch<{ websiteId: number }>(
  'operator-mail-libraries',
  0,
  (inGroup) => `
   SELECT DISTINCT u.website_id AS "websiteId" FROM (${stillTrue(unsent(inGroup), inGroup)}) u ORDER BY 1`,
);

/** Selects unsent notices: all, those of some libraries, or those of one hold. */
export interface NoticeFilter {
  /** Undefined: all. */
  readonly websiteIds: readonly number[] | undefined;
  readonly reserveId?: string;
  readonly ticket?: number;
}

const FILTERED = `($1::uuid IS NULL OR reserve_id = $1) AND ($2::int IS NULL OR ticket = $2)`;

interface RefusedNotice extends Notice {
  /** As the database writes it, in microseconds. */
  readonly failedAt: string;
  /** The same for all notices to one patron at one address, or as text messages. */
  readonly recipient: string;
}

const FIND_REFUSED = groupSearch<RefusedNotice>(
  'operator-mail-refused',
  2,
  (inGroup) => `
   SELECT u.website_id AS "websiteId", u.reserve_id AS "reserveId", u.ticket, u.occasion,
     to_jsonb(u.expires_at) #>> '{}' AS "expiresAt", to_jsonb(u.failed_at) #>> '{}' AS "failedAt",
     NULLIF(u.channel, 'mail') AS channel,
     concat_ws(' ', u.website_id, u.patron_id, u.channel, CASE WHEN u.channel = 'mail' THEN u.email_address END) AS recipient
   FROM (${stillTrue(`SELECT * FROM notice_failure WHERE ${inGroup}`, inGroup)}) u WHERE ${FILTERED}`,
);

const FIND_DELAYED = groupSearch<{ id: string }>(
  'operator-mail-delayed',
  2,
  (inGroup) => `
   SELECT u.id::text FROM (${stillTrue(TRIED, inGroup)}) u
   WHERE failures > 0 AND locked_at IS NULL AND ${FILTERED}`,
);

/** Resets the number of attempts: graphile-worker does not run a job that has used all of them. */
const RETRY_DELAYED = statement<{ id: string }>(
  'operator-mail-retry-delayed',
  `SELECT id::text FROM graphile_worker.reschedule_jobs($1::bigint[], run_at := now(), attempts := 0)`,
);

const FORGET_REFUSAL = statement(
  'operator-mail-forget-refusal',
  `DELETE FROM notice_failure WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3 AND expires_at = $4
     AND failed_at = $5`,
);

/**
 * Schedules each of the notices for now; those to one patron that were refused are one mail. A refusal is deleted once its notice has a job again, unless the mail server has refused it again meanwhile.
 * A process that dies in between leaves both.
 * @param record logs, in the same transaction, who did it
 * @returns how many there are, without those being sent
 */
export async function retryUnsentNotices(
  database: Transactions,
  { websiteIds, ...hold }: NoticeFilter,
  record?: (transaction: Connection) => Promise<void>,
): Promise<number> {
  const ofHold = [hold.reserveId ?? null, hold.ticket ?? null];
  const refused = await FIND_REFUSED.run(database, websiteIds, ...ofHold);
  const delayed = await FIND_DELAYED.run(database, websiteIds, ...ofHold);
  const retried = await database.transaction(async (connection) => {
    await addNoticeJobs(connection, jobsOfMails(refused, mailIdOf));
    const jobs = await connection.run(RETRY_DELAYED, [delayed.map(({ id }) => id)]);
    await record?.(connection);
    const ids = new Set(jobs.map(({ id }) => id));
    return delayed.filter(({ id }) => ids.has(id)).length;
  });
  for (const { websiteId, reserveId, ticket, expiresAt, failedAt } of refused)
    await database.run(FORGET_REFUSAL, [websiteId, reserveId, ticket, expiresAt, failedAt]);
  return refused.length + retried;
}

/** Two members of staff who do it at the same time make one mail. */
function mailIdOf(refused: readonly RefusedNotice[]): string {
  return mailIdFrom(refused.flatMap((notice) => [messageIdOf(notice), notice.failedAt]));
}

/** Whether the last attempt at some notice failed because the connection to the mail server could not be encrypted. */
export const isMailServerUnencrypted = statement<{ hasFailedSo: boolean }>(
  'operator-mail-has-failed-so',
  'SELECT EXISTS (SELECT FROM graphile_worker._private_jobs WHERE last_error = $1) AS "hasFailedSo"',
).isTrue('hasFailedSo', () => [NOT_ENCRYPTED]);

/** The hold of a notice. */
export interface NoticedHold {
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
}

export interface Recipient {
  readonly patronId: number;
  readonly emailAddress: string | null;
}

/** The hold's patron and the address of its notices; undefined if the hold has ended. */
export async function findRecipient(
  { prisma }: Connection,
  { websiteId, reserveId, ticket }: NoticedHold,
): Promise<Recipient | undefined> {
  const hold = await prisma.hold.findFirst({
    where: { websiteId, reserveId, ticket },
    select: { patronId: true, emailAddress: true },
  });
  return hold ?? undefined;
}

/** Whether there are libraries besides these. */
export async function hasOtherLibraries(
  { prisma }: Connection,
  websiteIds: readonly number[],
): Promise<boolean> {
  const other = await prisma.library.findFirst({
    where: { websiteId: { notIn: [...websiteIds] } },
    select: { websiteId: true },
  });
  return other !== null;
}
