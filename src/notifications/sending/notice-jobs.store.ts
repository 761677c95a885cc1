import { groupSearch } from '../../platform/database/library-groups.js';
import { statement } from '../../platform/database/statement.js';
import {
  type Channel,
  channelOf,
  HOLD_NOTICE,
  HOLD_NOTICES,
  messageIdOf,
  type Notice,
  PUSH_NOTICES,
  TEXT_NOTICES,
} from '../notice-types/notice.js';
import { keysOf } from './notice-outbox.store.js';
import { READY_NOTICE, type ReadyNotice } from './ready-notice.job.js';

/**
 * Prevents that two workers make two jobs of one notice.
 * @returns false if another worker is making jobs; otherwise this one does until its transaction ends
 */
export const tryLockOutbox = statement<{ locked: boolean }>(
  'outbox-try-lock',
  `SELECT pg_try_advisory_xact_lock(hashtextextended('notice_outbox', 0)) AS locked`,
).isTrue('locked');

/** A notice in the outbox. */
export interface WrittenNotice extends Notice {
  /** The key of its job; null: not decided yet. */
  readonly jobKey: string | null;
}

/** Those that wait no longer for others. */
export const findWrittenNotices = groupSearch<WrittenNotice>(
  'outbox-find',
  1,
  (inGroup) => `
  SELECT website_id AS "websiteId", reserve_id AS "reserveId", ticket, occasion, to_jsonb(expires_at) #>> '{}' AS "expiresAt",
    NULLIF(channel, 'mail') AS channel, job_key AS "jobKey"
  FROM notice_outbox WHERE ${inGroup} AND (wait_until IS NULL OR wait_until <= (SELECT service_now())) LIMIT $1`,
).some();

/** A notice that waits for the same patron as others. */
export interface NoticeOfRecipient extends WrittenNotice {
  /** The same for all notices to one patron at one address, or by another channel. */
  readonly recipient: string;
}

const GIVEN = `unnest($2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::text[]) AS given (reserve_id, ticket, occasion, expires_at, channel)`;
const OUTBOX_KEY = `o.website_id AS "websiteId", o.reserve_id AS "reserveId", o.ticket, o.occasion,
  to_jsonb(o.expires_at) #>> '{}' AS "expiresAt", NULLIF(o.channel, 'mail') AS channel, o.job_key AS "jobKey",
  concat_ws(' ', due.patron_id, due.channel, due.email_address) AS recipient`;
/** What is no mail goes together, whatever addresses the holds have. */
const addressIn = (of: string): string =>
  `CASE WHEN given.channel = 'mail' THEN ${of}.email_address END AS email_address`;
const isTo = (of: string): string =>
  `${of}.patron_id = due.patron_id AND (due.channel <> 'mail' OR ${of}.email_address = due.email_address)`;

/** All notices in the outbox to the patrons of these notices of one library, at the same addresses. Those whose hold is gone are missing. */
export const findNoticesOfRecipients = statement<NoticeOfRecipient>(
  'outbox-find-of-recipients',
  `WITH due AS MATERIALIZED (
     SELECT h.patron_id, given.channel, ${addressIn('h')} FROM ${GIVEN}
       JOIN hold h ON h.website_id = $1 AND h.reserve_id = given.reserve_id AND h.ticket = given.ticket
     WHERE given.occasion <> 'ended' AND (given.channel <> 'mail' OR h.email_address IS NOT NULL)
     UNION
     SELECT e.patron_id, given.channel, ${addressIn('e')} FROM ${GIVEN}
       JOIN ended_notice e ON e.website_id = $1 AND e.reserve_id = given.reserve_id AND e.ticket = given.ticket
         AND e.ended_at = given.expires_at
     WHERE given.occasion = 'ended' AND e.patron_id IS NOT NULL)
   SELECT ${OUTBOX_KEY} FROM due
     JOIN hold h ON h.website_id = $1 AND ${isTo('h')}
     JOIN notice_outbox o ON o.website_id = $1 AND o.reserve_id = h.reserve_id AND o.ticket = h.ticket AND o.occasion <> 'ended'
       AND o.channel = due.channel
   UNION ALL
   SELECT ${OUTBOX_KEY} FROM due
     JOIN ended_notice e ON e.website_id = $1 AND ${isTo('e')}
     JOIN notice_outbox o ON o.website_id = $1 AND o.reserve_id = e.reserve_id AND o.ticket = e.ticket AND o.expires_at = e.ended_at
       AND o.occasion = 'ended' AND o.channel = due.channel`,
).all((websiteId: number, notices: readonly Notice[]) => [websiteId, ...keysOf(notices)]);

/** A job with its notices. */
export interface NoticeJob {
  readonly key: string;
  readonly notices: readonly Notice[];
}

/** Decides the jobs of a library's notices, so that a worker that dies now leaves the decision to the next. */
export const writeJobKeys = statement(
  'outbox-write-job-keys',
  `UPDATE notice_outbox o SET job_key = given.job_key
   FROM unnest($2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::text[], $7::text[])
     AS given (reserve_id, ticket, occasion, expires_at, channel, job_key)
   WHERE o.website_id = $1 AND o.reserve_id = given.reserve_id AND o.ticket = given.ticket
     AND o.occasion = given.occasion AND o.expires_at = given.expires_at AND o.channel = given.channel AND o.job_key IS NULL`,
).execute((websiteId: number, jobs: readonly NoticeJob[]) => [
  websiteId,
  ...keysOf(jobs.flatMap(({ notices }) => notices)),
  jobs.flatMap(({ key, notices }) => notices.map(() => key)),
]);

/**
 * A notice never gets a second job, even if a worker died before it deleted the row: the key of its job was written first. graphile-worker deletes a
 * finished job with its key, and the result is recorded with the hold. Push messages come after all that waits: their services may be slow.
 */
export const addNoticeJobs = statement(
  'outbox-add-jobs',
  `SELECT FROM graphile_worker.add_jobs(ARRAY(
     SELECT ROW(job ->> 'identifier', job -> 'payload', NULL, NULL, NULL, job ->> 'key', (job ->> 'priority')::smallint, NULL)::graphile_worker.job_spec
     FROM json_array_elements($1::json) AS job
     WHERE NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.key = job ->> 'key')))`,
).execute((jobs: readonly NoticeJob[]) => [JSON.stringify(jobs.map(specificationOf))]);

/** The key of a job begins with the name of its task. */
function specificationOf({ key, notices }: NoticeJob): object {
  const [identifier, mailId] = key.split(' ');
  const told = notices.map(
    ({ websiteId, reserveId, ticket, expiresAt, occasion: noticeType, channel }): ReadyNotice => ({
      ...{ websiteId, reserveId, ticket, expiresAt },
      ...(noticeType !== 'ready' && { occasion: noticeType }),
      ...(channel != null && { channel }),
    }),
  );
  return {
    identifier,
    key,
    priority: identifier === PUSH_NOTICES ? AFTER_OTHERS : null,
    payload: mailId !== undefined && SEVERAL.includes(identifier) ? { mailId, notices: told } : told[0],
  };
}

/** The jobs of others have the priority 0, and lower numbers come first. */
const AFTER_OTHERS = 10;

/** The task of a job with several notices. */
const TASK_OF: Readonly<Record<Channel, string>> = {
  mail: HOLD_NOTICES,
  text: TEXT_NOTICES,
  push: PUSH_NOTICES,
};

const SEVERAL: readonly (string | undefined)[] = Object.values(TASK_OF);

/** The job of one notice. Those of ready holds have the task of the former release. */
export function jobOfOne(notice: Notice): NoticeJob {
  if (channelOf(notice) !== 'mail') return jobOfSeveral([notice], messageIdOf(notice));
  const { websiteId, reserveId, ticket, expiresAt, occasion: noticeType } = notice;
  const key = [websiteId, reserveId, ticket, expiresAt];
  const ofType = noticeType === 'ready' ? [READY_NOTICE, ...key] : [HOLD_NOTICE, ...key, noticeType];
  return { key: ofType.join(' '), notices: [notice] };
}

/** The job of several notices to one patron, which become one message. */
export function jobOfSeveral(notices: readonly Notice[], mailId: string): NoticeJob {
  const [first] = notices;
  return { key: `${TASK_OF[first ? channelOf(first) : 'mail']} ${mailId}`, notices };
}
