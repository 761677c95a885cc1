import type { Queue } from '../../domain/holds/queue.js';
import { type Connection, type Statement, statement } from '../../platform/database/statement.js';
import { channelOf, type Notice } from '../notice-types/notice.js';
import { deleteNotices, writeHoldNotices } from './notice-outbox.store.js';
import { NOTICE_JOBS } from './ready-notice.store.js';

/** The stored notices about holds that get other tickets. */
export interface TakenNotices {
  /** Notices that no mail server has accepted or refused yet. */
  readonly unsent: readonly Notice[];
  readonly failures: readonly Failure[];
}

interface Failure {
  readonly ticket: number;
  readonly expiresAt: string;
  readonly occasion: string;
  readonly failedAt: string;
  readonly smtpCode: number;
  readonly channel: string;
}

const findUnsent = (name: string, table: string): Statement<Notice> =>
  statement(
    `moved-notices-find-${name}`,
    `SELECT website_id AS "websiteId", reserve_id AS "reserveId", ticket, occasion, to_jsonb(expires_at) #>> '{}' AS "expiresAt",
       NULLIF(channel, 'mail') AS channel
     FROM ${table} WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3::int[]) AND occasion <> 'ended'`,
  );

/**
 * A notice becomes a job before it leaves the outbox. So where the outbox is read first, by a statement of its own, the notice is in one of them, or
 * in both: in one statement, Citus would read the outbox last.
 */
const FIND_WRITTEN = findUnsent('written', 'notice_outbox');
const FIND_JOBS = findUnsent('jobs', `(${NOTICE_JOBS}) job`);

/** Failures refer to the hold's key, which cannot change while they do. */
const TAKE_FAILURES = statement<Failure>(
  'moved-notices-take-failures',
  `WITH taken AS (
       DELETE FROM notice_failure WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3::int[])
       RETURNING ticket, expires_at, occasion, failed_at, smtp_code, channel)
   SELECT ticket, to_jsonb(expires_at) #>> '{}' AS "expiresAt", occasion, to_jsonb(failed_at) #>> '{}' AS "failedAt",
     smtp_code AS "smtpCode", channel
   FROM taken`,
);

/** Call it before these holds of a locked queue get other tickets, and pass its result to `putNotices` afterwards. */
export async function takeNotices(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  tickets: readonly number[],
): Promise<TakenNotices> {
  const values = [websiteId, reserveId, tickets];
  const [written, jobs, failures] = await Promise.all([
    connection.run(FIND_WRITTEN, values),
    connection.run(FIND_JOBS, values),
    connection.run(TAKE_FAILURES, values),
  ]);
  return { unsent: [...written, ...jobs], failures };
}

const PUT_FAILURES = statement(
  'moved-notices-put-failures',
  `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, occasion, failed_at, smtp_code, channel)
   SELECT $1::int, given.*
   FROM unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::text[], $6::timestamptz[], $7::int[], $8::text[]) AS given`,
);

export interface HoldKey {
  readonly reserveId: string;
  readonly ticket: number;
}

/**
 * Writes unsent notices anew, with the hold's present key. The job of the former notice finds no hold, and sends nothing.
 * @param holdAt finds the present key of the hold that had this ticket
 */
export async function putNotices(
  connection: Connection,
  websiteId: number,
  { unsent, failures }: TakenNotices,
  holdAt: (ticket: number) => HoldKey,
): Promise<void> {
  for (const [noticeType, own] of Map.groupBy(unsent, (notice) => notice.occasion)) {
    if (noticeType === 'ended') continue;
    await deleteNotices(connection, websiteId, own);
    for (const [channel, by] of Map.groupBy(own, channelOf))
      await writeHoldNotices(
        connection,
        noticeType,
        by.map(({ ticket, expiresAt }) => ({ websiteId, ...holdAt(ticket), moment: expiresAt })),
        channel,
      );
  }
  if (failures.length === 0) return;
  const holds = failures.map(({ ticket }) => holdAt(ticket));
  await connection.run(PUT_FAILURES, [
    websiteId,
    holds.map(({ reserveId }) => reserveId),
    holds.map(({ ticket }) => ticket),
    failures.map(({ expiresAt }) => expiresAt),
    failures.map(({ occasion: noticeType }) => noticeType),
    failures.map(({ failedAt }) => failedAt),
    failures.map(({ smtpCode }) => smtpCode),
    failures.map(({ channel }) => channel),
  ]);
}
