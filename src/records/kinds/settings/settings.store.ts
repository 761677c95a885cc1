import { isDeepStrictEqual } from 'node:util';
import { type LibrarySettings, Prisma } from '../../../generated/prisma/client.js';
import { readDatabaseTime } from '../../../platform/database/clock.store.js';
import type { Database } from '../../../platform/database/database.js';
import { type Connection, lookup } from '../../../platform/database/statement.js';
import { type SecretSeal, SecretUnreadable } from '../../../platform/secret-seal.js';
import {
  readLibraryClaim,
  readPatronClaim,
  writeLibraryClaim,
  writePatronClaim,
} from '../../../platform/settings/identity-provider-settings.js';
import { textSecretOwner } from '../../../domain/texts.js';
import { ILS_PASSWORDS, type IlsPassword, ilsSecretOwner } from '../../../access/ils/ils-settings.js';
import type { SettingsRecord, SignInRecord } from './settings.schema.js';
import { partsOf, SETTING_NAMES, type SettingName, settingNamed, SETTINGS } from './settings.table.js';
import { KEPT_PASSWORD } from './sign-in-values.js';

/** Lacks the time of the change, which the database sets. */
type SettingsRow = Omit<LibrarySettings, 'changedAt' | 'signIn'> & { readonly signIn: SignInRecord | null };

type Column = Exclude<keyof SettingsRow, 'websiteId' | 'signIn'>;

/** The settings that have a column of their own. */
const STORED = SETTING_NAMES.flatMap((name): [Column, SettingName][] => {
  const { column } = settingNamed(name);
  return column === undefined ? [] : [[column as Column, name]];
});

async function findRow({ prisma }: Connection, websiteId: number): Promise<SettingsRow | undefined> {
  const row = await prisma.librarySettings.findFirst({ where: { websiteId }, omit: { changedAt: true } });
  return row === null ? undefined : { ...row, signIn: row.signIn as SignInRecord | null };
}

export async function insertSettings(
  transaction: Connection,
  settings: SettingsRecord,
  seal: SecretSeal,
): Promise<void> {
  await saveRow(transaction, rowOf(settings, undefined, seal));
}

async function saveRow(connection: Connection, { websiteId, signIn, ...values }: SettingsRow): Promise<void> {
  // Other processes ask which settings have changed since they last read.
  const changedAt = await readDatabaseTime(connection);
  const row = { ...values, signIn: signIn ?? Prisma.DbNull, changedAt };
  await connection.prisma.librarySettings.upsert({
    where: { websiteId },
    create: { websiteId, ...row },
    update: row,
    select: { websiteId: true },
  });
}

/** Records a change in the transaction that makes it. */
type RecordChange = (transaction: Connection) => Promise<void> | undefined;

/** Replaces all settings of the library; writes nothing if they are unchanged. */
export async function upsertSettings(
  database: Database,
  settings: SettingsRecord,
  seal: SecretSeal,
  record?: RecordChange,
): Promise<void> {
  const stored = await findRow(database, settings.websiteId);
  const row = rowOf(settings, stored, seal);
  if (isDeepStrictEqual(stored, row)) return;
  await database.transaction(async (transaction) => {
    await saveRow(transaction, row);
    await record?.(transaction);
  });
}

/** Afterwards the service's settings apply to the library. */
export async function removeSettings(
  database: Database,
  websiteId: number,
  record?: RecordChange,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const removed = await transaction.prisma.librarySettings.deleteMany({ where: { websiteId } });
    if (removed.count > 0) await record?.(transaction);
  });
}

export async function findSettings(
  database: Database,
  websiteId: number,
): Promise<SettingsRecord | undefined> {
  const row = await findRow(database, websiteId);
  return row && recordOf(row);
}

export async function hasTextSecret(database: Database, websiteId: number): Promise<boolean> {
  return ((await findRow(database, websiteId))?.textSecret ?? null) !== null;
}

export interface LibraryOfTokens {
  readonly patronClaim: string;
  readonly libraryClaim: string | null;
}

/** Finds other libraries whose patrons may be named by this issuer's tokens for this audience. */
export const findOtherLibrariesOfTokens = lookup<LibraryOfTokens>(
  'settings-find-of-tokens',
  `SELECT jwt_patron_claim AS "patronClaim", jwt_library_claim AS "libraryClaim" FROM library_settings
   WHERE jwt_issuer = $2 AND jwt_audience = $3 AND website_id <> $1 AND jwt_patron_claim IS NOT NULL`,
).all((websiteId: number, { issuer, audience }: Provider) => [websiteId, issuer, audience]);

/** The connection to the library's own system, with the passwords as they are stored. */
export async function findIls(database: Database, websiteId: number): Promise<SignInRecord | undefined> {
  return (await findRow(database, websiteId))?.signIn ?? undefined;
}

type Members = Readonly<Record<string, unknown>>;

function rowOf(settings: SettingsRecord, stored: SettingsRow | undefined, seal: SecretSeal): SettingsRow {
  const values = STORED.map(([column, name]) => {
    const [group, member] = partsOf(name);
    const absent = settingNamed(name).isList ? [] : null;
    return [column, (settings[group] as Members | null)?.[member] ?? absent];
  });
  const { websiteId, signIn, identityProvider, texts } = settings;
  return {
    websiteId,
    ...Object.fromEntries(values),
    ...(texts && {
      textSecret: sealedOnce(texts.secret, stored?.textSecret ?? null, textSecretOwner(websiteId), seal),
    }),
    ...(identityProvider && claimsToStore(identityProvider)),
    signIn: signIn && { ...signIn, ...passwordsToStore(websiteId, signIn, stored?.signIn ?? null, seal) },
  } as SettingsRow;
}

type Provider = NonNullable<SettingsRecord['identityProvider']>;

/** Claims are stored as text. An earlier release, which knows only claims with the service's numbers, finds no patron by them. */
function claimsToStore({ patronClaim, libraryClaim }: Provider): Partial<SettingsRow> {
  return {
    jwtPatronClaim: writePatronClaim(patronClaim),
    jwtLibraryClaim: libraryClaim && writeLibraryClaim(libraryClaim),
  };
}

function providerOf(row: SettingsRow): Provider | null {
  const { jwtIssuer: issuer, jwtAudience: audience, jwtJwksUrl: jwksUrl, jwtPatronClaim: patronClaim } = row;
  if (issuer === null || audience === null || jwksUrl === null || patronClaim === null) return null;
  const libraryClaim = row.jwtLibraryClaim === null ? null : readLibraryClaim(row.jwtLibraryClaim);
  return { issuer, audience, jwksUrl, patronClaim: readPatronClaim(patronClaim), libraryClaim };
}

type Passwords = Readonly<Record<IlsPassword, string | null>>;

/** Keeps a stored password only for the host that it was given for: whoever names another host may not know it. */
function passwordsToStore(
  websiteId: number,
  signIn: SignInRecord,
  stored: SignInRecord | null,
  seal: SecretSeal,
): Passwords {
  const owner = ilsSecretOwner(websiteId);
  const isOfHost = stored?.host === signIn.host && stored.port === signIn.port;
  return eachPassword((name) => {
    const given = signIn[name];
    return given === null ? null : sealedOnce(given, isOfHost ? stored[name] : null, owner, seal);
  });
}

/** What is stored already stays as it is: another seal of the same would be a change. */
function sealedOnce(given: string, former: string | null, owner: string, seal: SecretSeal): string | null {
  if (given === KEPT_PASSWORD) return former;
  return former !== null && opened(seal, owner, former) === given ? former : seal.seal(owner, given);
}

function eachPassword(valueOf: (name: IlsPassword) => string | null): Passwords {
  return Object.fromEntries(ILS_PASSWORDS.map((name) => [name, valueOf(name)])) as Passwords;
}

/** Undefined for a password that is sealed with a lost key. */
function opened(seal: SecretSeal, owner: string, stored: string): string | undefined {
  try {
    return seal.open(owner, stored);
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}

function recordOf(row: SettingsRow): SettingsRecord {
  const values = new Map<string, unknown>(STORED.map(([column, name]) => [name, row[column]]));
  const groups = Object.entries(SETTINGS).map(([group, members]): [string, Members] => [
    group,
    Object.fromEntries(Object.keys(members).map((member) => [member, values.get(`${group}.${member}`)])),
  ]);
  const { websiteId, signIn } = row;
  return {
    websiteId,
    ...Object.fromEntries(groups),
    identityProvider: providerOf(row),
    texts: row.textUrl === null ? null : { url: row.textUrl, secret: KEPT_PASSWORD, by: row.textBy },
    signIn: signIn && { ...signIn, ...eachPassword((name) => signIn[name] && KEPT_PASSWORD) },
  } as unknown as SettingsRecord;
}
