import { isDeepStrictEqual } from 'node:util';
import type { LibrarySettings } from '../../../generated/prisma/client.js';
import type { Database } from '../../../platform/database/database.js';
import { type Connection, statement } from '../../../platform/database/statement.js';
import type { SettingsRecord } from './settings.schemas.js';

/** All but the time of the change, which the database sets. */
type SettingsRow = Omit<LibrarySettings, 'changedAt'>;

/** Every column: the compiler notices a setting that is missing here, which would be lost without a word. */
const COLUMNS: Readonly<Record<keyof SettingsRow, string>> = {
  websiteId: 'website_id',
  mailFromAddress: 'mail_from_address',
  mailFromName: 'mail_from_name',
  mailReplyTo: 'mail_reply_to',
  jwtIssuer: 'jwt_issuer',
  jwtAudience: 'jwt_audience',
  jwtJwksUrl: 'jwt_jwks_url',
  jwtPatronClaim: 'jwt_patron_claim',
  requestsPerPatron: 'requests_per_patron',
  requestsPerClient: 'requests_per_client',
  requestsPerLibrary: 'requests_per_library',
  noticeName: 'notice_name',
  noticeHomepage: 'notice_homepage',
  noticeLogo: 'notice_logo',
  noticeColor: 'notice_color',
  noticeTimeZone: 'notice_time_zone',
  noticeLanguages: 'notice_languages',
  noticeReminderHours: 'notice_reminder_hours',
  noticeTitleUrl: 'notice_title_url',
  holdsPerCopy: 'holds_per_copy',
  contentFrameOrigins: 'content_frame_origins',
};
const MEMBERS = Object.keys(COLUMNS) as (keyof SettingsRow)[];

/**
 * By the database's clock: other processes ask for what has changed since they last read. Citus refuses an update that names the
 * column by which rows are distributed, even if it does not change.
 */
const SAVE = statement(
  'settings-save',
  `INSERT INTO library_settings (${Object.values(COLUMNS).join(', ')}, changed_at)
   VALUES (${MEMBERS.map((_, index) => `$${index + 1}`).join(', ')}, now())
   ON CONFLICT (website_id) DO UPDATE SET ${Object.values(COLUMNS)
     .filter((column) => column !== COLUMNS.websiteId)
     .map((column) => `${column} = EXCLUDED.${column}, `)
     .join('')}changed_at = EXCLUDED.changed_at`,
);

/** Replaces all settings of the library. */
export async function saveSettings(connection: Connection, settings: SettingsRecord): Promise<void> {
  const row = rowOf(settings);
  await connection.run(
    SAVE,
    MEMBERS.map((member) => row[member]),
  );
}

/** Records a change in its transaction. */
type RecordChange = (transaction: Connection) => Promise<void> | undefined;

/** The same, unless they are these already. */
export async function upsertSettings(
  database: Database,
  settings: SettingsRecord,
  record?: RecordChange,
): Promise<void> {
  const row = rowOf(settings);
  const found = await database.prisma.librarySettings.findUnique({
    where: { websiteId: row.websiteId },
    omit: { changedAt: true },
  });
  if (isDeepStrictEqual(found, row)) return;
  await database.transaction(async (transaction) => {
    await saveSettings(transaction, settings);
    await record?.(transaction);
  });
}

const REMOVE = statement(
  'settings-remove',
  'DELETE FROM library_settings WHERE website_id = $1 RETURNING 1 AS one',
);

/** The library then has the service's settings again. */
export async function removeSettings(
  database: Database,
  websiteId: number,
  record?: RecordChange,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const removed = await transaction.run(REMOVE, [websiteId]);
    if (removed.length > 0) await record?.(transaction);
  });
}

/** Undefined if the library has none. */
export async function findSettings(
  { prisma }: Database,
  websiteId: number,
): Promise<SettingsRecord | undefined> {
  const row = await prisma.librarySettings.findUnique({ where: { websiteId } });
  return row === null ? undefined : recordOf(row);
}

function rowOf({
  websiteId,
  mail,
  identityProvider,
  rates,
  notices,
  collections,
  content,
}: SettingsRecord): SettingsRow {
  return {
    websiteId,
    mailFromAddress: mail?.fromAddress ?? null,
    mailFromName: mail?.fromName ?? null,
    mailReplyTo: mail?.replyTo ?? null,
    jwtIssuer: identityProvider?.issuer ?? null,
    jwtAudience: identityProvider?.audience ?? null,
    jwtJwksUrl: identityProvider?.jwksUrl ?? null,
    jwtPatronClaim: identityProvider?.patronClaim ?? null,
    requestsPerPatron: rates?.perPatron ?? null,
    requestsPerClient: rates?.perClient ?? null,
    requestsPerLibrary: rates?.perLibrary ?? null,
    noticeName: notices?.name ?? null,
    noticeHomepage: notices?.homepage ?? null,
    noticeLogo: notices?.logo ?? null,
    noticeColor: notices?.color ?? null,
    noticeTimeZone: notices?.timeZone ?? null,
    noticeLanguages: notices?.languages ?? [],
    noticeReminderHours: notices?.reminderHours ?? null,
    noticeTitleUrl: notices?.titleUrl ?? null,
    holdsPerCopy: collections?.holdsPerCopy ?? null,
    contentFrameOrigins: content?.frameOrigins ?? [],
  };
}

function recordOf(row: SettingsRow): SettingsRecord {
  const { jwtIssuer: issuer, jwtAudience: audience, jwtJwksUrl: jwksUrl, jwtPatronClaim: patronClaim } = row;
  const isWhole = issuer !== null && audience !== null && jwksUrl !== null && patronClaim !== null;
  return {
    websiteId: row.websiteId,
    mail: { fromAddress: row.mailFromAddress, fromName: row.mailFromName, replyTo: row.mailReplyTo },
    identityProvider: isWhole ? { issuer, audience, jwksUrl, patronClaim } : null,
    rates: {
      perPatron: row.requestsPerPatron,
      perClient: row.requestsPerClient,
      perLibrary: row.requestsPerLibrary,
    },
    notices: noticesOf(row),
    collections: { holdsPerCopy: row.holdsPerCopy },
    content: { frameOrigins: row.contentFrameOrigins },
  };
}

function noticesOf(row: SettingsRow): SettingsRecord['notices'] {
  return {
    name: row.noticeName,
    homepage: row.noticeHomepage,
    logo: row.noticeLogo,
    color: row.noticeColor,
    timeZone: row.noticeTimeZone,
    languages: row.noticeLanguages,
    reminderHours: row.noticeReminderHours,
    titleUrl: row.noticeTitleUrl,
  };
}
