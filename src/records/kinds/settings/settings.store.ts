import { isDeepStrictEqual } from 'node:util';
import type { LibrarySettings } from '../../../generated/prisma/client.js';
import { columnOf } from '../../../platform/database/by-library.js';
import type { Database, PrismaTransaction } from '../../../platform/database/database.js';
import { type Connection, statement } from '../../../platform/database/statement.js';
import { SETTING_LISTS, type SettingName, SETTINGS, type SettingsRecord } from './settings.schema.js';

/** All but the time of the change, which the database sets. */
type SettingsRow = Omit<LibrarySettings, 'changedAt'>;

/** Every column: the compiler notices a setting that is missing here, which would be lost without a word. */
const SETTING_OF: Readonly<Record<Exclude<keyof SettingsRow, 'websiteId'>, SettingName>> = {
  mailFromAddress: 'mail.fromAddress',
  mailFromName: 'mail.fromName',
  mailReplyTo: 'mail.replyTo',
  jwtIssuer: 'identityProvider.issuer',
  jwtAudience: 'identityProvider.audience',
  jwtJwksUrl: 'identityProvider.jwksUrl',
  jwtPatronClaim: 'identityProvider.patronClaim',
  requestsPerPatron: 'rates.perPatron',
  requestsPerClient: 'rates.perClient',
  requestsPerLibrary: 'rates.perLibrary',
  noticeName: 'notices.name',
  noticeHomepage: 'notices.homepage',
  noticeLogo: 'notices.logo',
  noticeColor: 'notices.color',
  noticeTimeZone: 'notices.timeZone',
  noticeLanguages: 'notices.languages',
  noticeReminderHours: 'notices.reminderHours',
  noticeTitleUrl: 'notices.titleUrl',
  holdsPerCopy: 'collections.holdsPerCopy',
  targetWaitDays: 'collections.targetWaitDays',
  daysWithoutCopies: 'holds.daysWithoutCopies',
  contentFrameOrigins: 'content.frameOrigins',
};
const NAMES = Object.entries(SETTING_OF) as [keyof typeof SETTING_OF, SettingName][];
const COLUMNS = NAMES.map(([member]) => columnOf(member));

/**
 * By the database's clock: other processes ask for what has changed since they last read. Citus refuses an update that names the
 * column by which rows are distributed, even if it does not change.
 */
const SAVE = statement(
  'settings-save',
  `INSERT INTO library_settings (website_id, ${COLUMNS.join(', ')}, changed_at)
   VALUES ($1, ${COLUMNS.map((_, index) => `$${index + 2}`).join(', ')}, now())
   ON CONFLICT (website_id) DO UPDATE SET ${COLUMNS.map((column) => `${column} = EXCLUDED.${column}, `).join('')}
     changed_at = EXCLUDED.changed_at`,
);

async function findRow({ prisma }: Database, websiteId: number): Promise<SettingsRow | undefined> {
  const row = await prisma.librarySettings.findUnique({ where: { websiteId }, omit: { changedAt: true } });
  return row ?? undefined;
}

/** The settings of a new library. @param changedAt by the database's clock */
export async function insertSettings(
  transaction: PrismaTransaction,
  settings: SettingsRecord,
  changedAt: Date,
): Promise<void> {
  await transaction.librarySettings.createMany({ data: { ...rowOf(settings), changedAt } });
}

async function saveSettings(connection: Connection, settings: SettingsRecord): Promise<void> {
  const row = rowOf(settings);
  await connection.run(SAVE, [row.websiteId, ...NAMES.map(([member]) => row[member])]);
}

/** Records a change in its transaction. */
type RecordChange = (transaction: Connection) => Promise<void> | undefined;

/** Replaces all settings of the library, unless they are these already. */
export async function upsertSettings(
  database: Database,
  settings: SettingsRecord,
  record?: RecordChange,
): Promise<void> {
  const row = rowOf(settings);
  if (isDeepStrictEqual(await findRow(database, row.websiteId), row)) return;
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
  database: Database,
  websiteId: number,
): Promise<SettingsRecord | undefined> {
  const row = await findRow(database, websiteId);
  return row && recordOf(row);
}

type Members = Readonly<Record<string, unknown>>;

function rowOf(settings: SettingsRecord): SettingsRow {
  const values = NAMES.map(([column, name]) => {
    const [group, member] = name.split('.') as [keyof typeof SETTINGS, string];
    const absent = SETTING_LISTS.includes(name) ? [] : null;
    return [column, (settings[group] as Members | null)?.[member] ?? absent];
  });
  return { websiteId: settings.websiteId, ...Object.fromEntries(values) } as SettingsRow;
}

function recordOf(row: SettingsRow): SettingsRecord {
  const values = new Map<string, unknown>(NAMES.map(([column, name]) => [name, row[column]]));
  const groups = Object.entries(SETTINGS).map(([group, members]): [string, Members] => [
    group,
    Object.fromEntries(members.map((member) => [member, values.get(`${group}.${member}`)])),
  ]);
  const settings = { websiteId: row.websiteId, ...Object.fromEntries(groups) } as unknown as SettingsRecord;
  const isWhole = !Object.values<unknown>(settings.identityProvider ?? {}).includes(null);
  return isWhole ? settings : { ...settings, identityProvider: null };
}
