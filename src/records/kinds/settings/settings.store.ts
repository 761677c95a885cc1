import { isDeepStrictEqual } from 'node:util';
import type { LibrarySettings } from '../../../generated/prisma/client.js';
import type { Database } from '../../../platform/database/database.js';
import type { SettingsRecord } from './settings.schemas.js';

export async function upsertSettings({ prisma }: Database, settings: SettingsRecord): Promise<void> {
  const row = rowOf(settings);
  // Citus refuses an update that names the column by which rows are distributed, even if it does not change.
  const { websiteId, ...update } = row;
  const where = { websiteId };
  const found = await prisma.librarySettings.findUnique({ where });
  if (isDeepStrictEqual(found, row)) return;
  await prisma.librarySettings.upsert({ where, create: row, update });
}

/** The library then has the service's settings again. */
export async function removeSettings({ prisma }: Database, websiteId: number): Promise<void> {
  await prisma.librarySettings.deleteMany({ where: { websiteId } });
}

/** Undefined if the library has none. */
export async function findSettings(
  { prisma }: Database,
  websiteId: number,
): Promise<SettingsRecord | undefined> {
  const row = await prisma.librarySettings.findUnique({ where: { websiteId } });
  return row === null ? undefined : recordOf(row);
}

export function rowOf({
  websiteId,
  mail,
  identityProvider,
  rates,
  notices,
  collections,
}: SettingsRecord): LibrarySettings {
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
  };
}

function recordOf(row: LibrarySettings): SettingsRecord {
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
  };
}

function noticesOf(row: LibrarySettings): SettingsRecord['notices'] {
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
