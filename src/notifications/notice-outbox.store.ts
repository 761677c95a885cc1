import { groupSearch, type LibraryGroup, searchGroup } from '../platform/database/library-groups.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { READY_NOTICE, type ReadyNotice } from './ready-notice.job.js';

/** The channel on which workers hear of new notices. */
export const NOTICES_WRITTEN = 'holdfast_notices';

const WRITE = statement(
  'outbox-write',
  `INSERT INTO notice_outbox (website_id, reserve_id, ticket, expires_at)
   SELECT website_id, reserve_id, ticket, expires_at FROM hold
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3::int[]) AND email_address IS NOT NULL`,
);

const WAKE_WORKERS = statement('outbox-wake-workers', `SELECT pg_notify('${NOTICES_WRITTEN}', '')`);

/**
 * Writes the notices of holds that this transaction has made ready, to those who have an address: there is never one without
 * the other. Workers are woken when the transaction is committed.
 */
export async function writeNotices(
  connection: Connection,
  { websiteId, reserveId }: Pick<ReadyNotice, 'websiteId' | 'reserveId'>,
  tickets: readonly number[],
): Promise<void> {
  await Promise.all([connection.run(WRITE, [websiteId, reserveId, tickets]), connection.run(WAKE_WORKERS)]);
}

/** Two workers would make two jobs of one notice. */
const TRY_LOCK = statement(
  'outbox-try-lock',
  `SELECT pg_try_advisory_xact_lock(hashtextextended('notice_outbox', 0)) AS locked`,
);

/** @returns false if another worker is making jobs of notices; otherwise this one does until its transaction ends */
export async function tryLockOutbox(connection: Connection): Promise<boolean> {
  const [row] = await connection.run<{ locked: boolean }>(TRY_LOCK);
  return row?.locked === true;
}

const FIND = groupSearch(
  'outbox-find',
  1,
  (inGroup) => `
  SELECT website_id AS "websiteId", reserve_id AS "reserveId", ticket, to_jsonb(expires_at) #>> '{}' AS "expiresAt"
  FROM notice_outbox WHERE ${inGroup} LIMIT $1`,
);

/** Any of the notices of these libraries. */
export function findWrittenNotices(
  connection: Connection,
  group: LibraryGroup,
  most: number,
): Promise<ReadyNotice[]> {
  return searchGroup<ReadyNotice>(connection, FIND, group, [most]);
}

/**
 * The job's key is the notice. A notice that has its job gets no other: that worker died before it deleted the row.
 * graphile-worker deletes a job with its key when it is done, and what was done is recorded with the hold.
 */
const ADD_JOBS = statement(
  'outbox-add-jobs',
  `WITH notice AS (
       SELECT value AS payload,
         concat_ws(' ', '${READY_NOTICE}', value ->> 'websiteId', value ->> 'reserveId', value ->> 'ticket',
           value ->> 'expiresAt') AS key
       FROM jsonb_array_elements($1::jsonb))
   SELECT FROM graphile_worker.add_jobs(ARRAY(
     SELECT ROW('${READY_NOTICE}', payload::json, NULL, NULL, NULL, key, NULL, NULL)::graphile_worker.job_spec
     FROM notice WHERE NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.key = notice.key)))`,
);

export async function addNoticeJobs(connection: Connection, notices: readonly ReadyNotice[]): Promise<void> {
  await connection.run(ADD_JOBS, [JSON.stringify(notices)]);
}

const LISTEN = statement('', `LISTEN ${NOTICES_WRITTEN}`);

/** From now on, the session hears of new notices. */
export async function listenForNotices(session: Connection): Promise<void> {
  await session.run(LISTEN);
}

const DELETE = statement(
  'outbox-delete',
  `DELETE FROM notice_outbox o USING unnest($2::uuid[], $3::int[], $4::timestamptz[]) AS moved (reserve_id, ticket, expires_at)
   WHERE o.website_id = $1 AND o.reserve_id = moved.reserve_id AND o.ticket = moved.ticket
     AND o.expires_at = moved.expires_at`,
);

/** @param notices of one library */
export async function deleteNotices(
  connection: Connection,
  websiteId: number,
  notices: readonly ReadyNotice[],
): Promise<void> {
  await connection.run(DELETE, [
    websiteId,
    notices.map(({ reserveId }) => reserveId),
    notices.map(({ ticket }) => ticket),
    notices.map(({ expiresAt }) => expiresAt),
  ]);
}

/** A hold that ends soon, because it has been suspended for long. */
export interface SuspensionEndsNotice extends Pick<ReadyNotice, 'websiteId' | 'reserveId' | 'ticket'> {
  /** When the hold ends. */
  readonly endsAt: Date;
}

/** Replaced by the notices of all occasions; until then the end is announced to nobody. */
export async function writeSuspensionEndsNotices(
  _connection: Connection,
  _notices: readonly SuspensionEndsNotice[],
): Promise<void> {
  await Promise.resolve();
}
