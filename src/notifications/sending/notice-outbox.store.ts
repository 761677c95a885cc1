import { type Connection, type Statement, statement } from '../../platform/database/statement.js';
import { type Channel, channelOf, type Notice } from '../notice-types/notice.js';
import {
  isAboutEnd,
  type NoticeType,
  NOTICE_TYPE_DEFINITIONS,
  NOTICE_TYPES,
} from '../notice-types/notice-types.js';
import { channelsAndPush } from '../texts/notice-channels.store.js';
import { waitUntil } from './notice-wait.store.js';
import type { ReadyNotice } from './ready-notice.job.js';

/** The channel that informs workers of new notices. */
const NOTICES_WRITTEN = 'holdfast_notices';

/** The notice's moment is a column of the hold. What waits to be told already, such as the same end of a pickup, is told once. */
const WRITE: ReadonlyMap<NoticeType, Statement> = new Map(
  NOTICE_TYPES.filter((noticeType) => !isAboutEnd(noticeType)).map((noticeType) => [
    noticeType,
    statement(
      `outbox-write-${noticeType}`,
      `INSERT INTO notice_outbox (website_id, reserve_id, ticket, occasion, expires_at, wait_until, channel)
       SELECT h.website_id, h.reserve_id, h.ticket, '${noticeType}', told.moment, ${waitUntil(`'${noticeType}'`)}, by.channel
       FROM hold h JOIN patron p USING (website_id, patron_id) LEFT JOIN library_settings s USING (website_id)
       CROSS JOIN LATERAL (SELECT h.${NOTICE_TYPE_DEFINITIONS[noticeType].moment} AS moment) told
       CROSS JOIN LATERAL ${channelsAndPush('h.email_address')} by
       WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[])
       ON CONFLICT DO NOTHING`,
    ),
  ]),
);

const WAKE_WORKERS = statement('outbox-wake-workers', `SELECT pg_notify('${NOTICES_WRITTEN}', '')`);

export const wakeWorkers = async (connection: Connection): Promise<void> =>
  void (await connection.run(WAKE_WORKERS));

/**
 * Writes the notices of one type about holds that this transaction has changed, to patrons who can be told. Workers are woken when the transaction is
 * committed. A notice that is no longer true when the mail is due is not sent.
 */
export async function writeNotices(
  connection: Connection,
  noticeType: Exclude<NoticeType, 'ended'>,
  { websiteId, reserveId }: Pick<ReadyNotice, 'websiteId' | 'reserveId'>,
  tickets: readonly number[],
): Promise<void> {
  const write = WRITE.get(noticeType);
  if (write === undefined) throw new Error(`There is no type of notice "${noticeType}".`);
  await Promise.all([connection.run(write, [websiteId, reserveId, tickets]), connection.run(WAKE_WORKERS)]);
}

/** The notice about an ended hold. */
export interface EndedNotice extends Pick<ReadyNotice, 'websiteId' | 'reserveId' | 'ticket'> {
  readonly patronId: number;
  /** Null: the patron is told without a mail. */
  readonly emailAddress: string | null;
  /** The patron's language tag; null: the library's. */
  readonly language: string | null;
  /** A `HoldEndReason`. A reason without words of its own gets general words. */
  readonly reason: string;
  readonly endedAt: Date;
}

/** The retries of a job end after four days. They use the database's own time, which a sandbox does not move. */
const ENDED_NOTICE_DAYS = 7;

/**
 * The title's name is stored too: the title may be deleted before the mail is sent. If it comes back, its tickets begin with 1 again, so the moment
 * is part of the key.
 */
const WRITE_ENDED_CONTENT = statement(
  'outbox-write-ended-content',
  `INSERT INTO ended_notice
     (website_id, reserve_id, ticket, patron_id, email_address, title, language, reason, ended_at, forget_at, untold)
   SELECT $1::int, reserve_id, ticket, patron_id, email_address, t.title, language, reason, ended_at,
     now() + interval '${ENDED_NOTICE_DAYS} days', string_to_array(channels, ',')
   FROM unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[])
     AS given (reserve_id, ticket, ended_at, patron_id, email_address, language, reason, channels)
   JOIN title t USING (reserve_id)
   ON CONFLICT (website_id, reserve_id, ticket, ended_at) DO NOTHING`,
);

const WRITE_ENDED = statement<Pick<ReadyNotice, 'reserveId' | 'ticket'> & { readonly channel: Channel }>(
  'outbox-write-ended',
  `INSERT INTO notice_outbox (website_id, reserve_id, ticket, occasion, expires_at, wait_until, channel)
   SELECT l.website_id, told.reserve_id, told.ticket, 'ended', told.moment, ${waitUntil("'ended'")}, by.channel
   FROM library l CROSS JOIN unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::int[], $6::text[])
       AS told (reserve_id, ticket, moment, patron_id, email_address)
     LEFT JOIN patron p ON p.website_id = l.website_id AND p.patron_id = told.patron_id
     LEFT JOIN library_settings s ON s.website_id = l.website_id
     CROSS JOIN LATERAL ${channelsAndPush('told.email_address')} by
   WHERE l.website_id = $1
   ON CONFLICT DO NOTHING
   RETURNING reserve_id AS "reserveId", ticket, channel`,
);

const keyOf = ({ reserveId, ticket }: Pick<ReadyNotice, 'reserveId' | 'ticket'>): string =>
  `${reserveId} ${ticket}`;

/**
 * Writes the notices about holds that this transaction ends. The mail's content is stored with them, because the hold is gone, and is deleted when
 * all channels have sent it, refused it or given it up. Does nothing if there are none.
 */
export async function writeEndedNotices(
  connection: Connection,
  endings: readonly EndedNotice[],
): Promise<void> {
  for (const [websiteId, own] of Map.groupBy(endings, (ending) => ending.websiteId)) {
    const columns = <Row>(rows: readonly Row[], ...names: readonly (keyof Row)[]): unknown[] =>
      names.map((name) => rows.map((row) => row[name]));
    const written = await connection.run(WRITE_ENDED, [
      websiteId,
      ...columns(own, 'reserveId', 'ticket', 'endedAt', 'patronId', 'emailAddress'),
    ]);
    const byHold = Map.groupBy(written, keyOf);
    const told = own.flatMap((ending) => {
      const rows = byHold.get(keyOf(ending));
      return rows === undefined ? [] : [{ ...ending, channels: rows.map(({ channel }) => channel).join() }];
    });
    if (told.length === 0) continue;
    await connection.run(WRITE_ENDED_CONTENT, [
      websiteId,
      ...columns(
        told,
        'reserveId',
        'ticket',
        'endedAt',
        'patronId',
        'emailAddress',
        'language',
        'reason',
        'channels',
      ),
    ]);
  }
  if (endings.length > 0) await connection.run(WAKE_WORKERS);
}

export interface HoldNotice extends Pick<ReadyNotice, 'websiteId' | 'reserveId' | 'ticket'> {
  /** The moment that the notice names, perhaps as the database writes it, in microseconds. */
  readonly moment: Date | string;
}

const writeForHolds = statement(
  'outbox-write-for-holds',
  `INSERT INTO notice_outbox (website_id, reserve_id, ticket, occasion, expires_at, wait_until, channel)
   SELECT $1::int, h.reserve_id, h.ticket, $2, told.moment, ${waitUntil('$2::text')}, by.channel
   FROM unnest($3::uuid[], $4::int[], $5::timestamptz[]) AS told (title_id, number, moment)
   JOIN hold h ON h.website_id = $1 AND h.reserve_id = told.title_id AND h.ticket = told.number
   JOIN patron p USING (website_id, patron_id) LEFT JOIN library_settings s USING (website_id)
   CROSS JOIN LATERAL ${channelsAndPush('h.email_address')} by
   WHERE $6::text IS NULL OR by.channel = $6
   ON CONFLICT DO NOTHING`,
).execute(
  (
    websiteId: number,
    noticeType: NoticeType,
    holds: readonly Omit<HoldNotice, 'websiteId'>[],
    channel?: Channel,
  ) => [
    websiteId,
    noticeType,
    holds.map(({ reserveId }) => reserveId),
    holds.map(({ ticket }) => ticket),
    holds.map(({ moment }) => moment),
    channel ?? null,
  ],
);

/**
 * Writes the notices of one type about live holds, to patrons who can be told. A notice that is no longer true when the mail is due is not sent.
 * Write each once: a second call makes a second mail. Does nothing if there are none.
 * @param channel undefined: as the patron has chosen
 */
export async function writeHoldNotices(
  connection: Connection,
  noticeType: Exclude<NoticeType, 'ended'>,
  notices: readonly HoldNotice[],
  channel?: Channel,
): Promise<void> {
  for (const [websiteId, own] of Map.groupBy(notices, (notice) => notice.websiteId))
    await writeForHolds(connection, websiteId, noticeType, own, channel);
  if (notices.length > 0) await connection.run(WAKE_WORKERS);
}

/** Writes the reminders that these pickups of one library end soon. */
export async function writeReminders(
  connection: Connection,
  websiteId: number,
  pickups: readonly Pick<ReadyNotice, 'reserveId' | 'ticket' | 'expiresAt'>[],
): Promise<void> {
  const holds = pickups.map(({ reserveId, ticket, expiresAt }) => ({ reserveId, ticket, moment: expiresAt }));
  await writeForHolds(connection, websiteId, 'reminder', holds);
}

export const listenForNotices = statement('', `LISTEN ${NOTICES_WRITTEN}`).execute();

/** @param notices of one library */
export const deleteNotices = statement(
  'outbox-delete',
  `DELETE FROM notice_outbox o
   USING unnest($2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::text[]) AS moved (reserve_id, ticket, occasion, expires_at, channel)
   WHERE o.website_id = $1 AND o.reserve_id = moved.reserve_id AND o.ticket = moved.ticket
     AND o.occasion = moved.occasion AND o.expires_at = moved.expires_at AND o.channel = moved.channel`,
).execute((websiteId: number, notices: readonly Notice[]) => [websiteId, ...keysOf(notices)]);

/** The columns of notices. */
export function keysOf(notices: readonly Notice[]): (readonly unknown[])[] {
  return [
    notices.map(({ reserveId }) => reserveId),
    notices.map(({ ticket }) => ticket),
    notices.map(({ occasion: noticeType }) => noticeType),
    notices.map(({ expiresAt }) => expiresAt),
    notices.map(channelOf),
  ];
}
