import { newSecret } from '../../access/tokens/tokens.store.js';
import type { OwnTokens } from '../../http/authorization/own-tokens.js';
import type { Database } from '../../platform/database/database.js';
import { findLibrary } from '../../platform/database/libraries.store.js';
import * as changes from './account-changes.store.js';
import { accountName } from './account-names.js';
import * as store from './accounts.store.js';
import { hashPassword } from './password.js';
import { problemOfPassword } from './password-rules.js';
import {
  INSTALLATION,
  type Role,
  type RoleInLibrary,
  type StaffPrincipal,
} from '../permissions/staff-principal.js';

/** What was asked for cannot be done. The message says why. */
export class AccountProblem extends Error {}

export const MAX_TOKEN_DAYS = 3_650;
const DAY_MS = 24 * 3600 * 1000;

export interface WantedAccount {
  readonly name: string;
  readonly password?: string | undefined;
  /** The person's identifier at the identity provider (`sub`). */
  readonly oidcSubject?: string | undefined;
  /** That the identity provider vouches for. */
  readonly email?: string | undefined;
  /** The password must be changed after the next sign-in. */
  readonly isTemporary?: boolean | undefined;
  /** Null: in all libraries, also those that are added later. */
  readonly websiteId: number | null;
  readonly roles: readonly Role[];
}

/** @throws AccountProblem */
export async function addAccount(
  database: Database,
  wanted: WantedAccount,
  by: StaffPrincipal = INSTALLATION,
): Promise<void> {
  const { password, isTemporary = false, oidcSubject, email } = wanted;
  const name = requireName(wanted.name);
  if (password === undefined && oidcSubject === undefined && email === undefined)
    throw new AccountProblem(
      'An account needs a password, a subject of the identity provider, or an e-mail address.',
    );
  const roles = await rolesIn(database, wanted.websiteId, wanted.roles);
  const passwordHash = password === undefined ? undefined : await hashNewPassword(database, name, password);
  const mustChangePassword = password !== undefined && isTemporary;
  const account = { name, passwordHash, mustChangePassword, oidcSubject, email: email?.toLowerCase(), roles };
  if (!(await changes.insertAccount(database, account, by)))
    throw new AccountProblem(
      `There is an account or an API token with this name, subject or e-mail address already.`,
    );
}

/** @throws AccountProblem */
export async function setPassword(
  database: Database,
  name: string,
  password: string,
  { isTemporary = false }: Pick<WantedAccount, 'isTemporary'> = {},
  by: StaffPrincipal = INSTALLATION,
): Promise<void> {
  const passwordHash = await hashNewPassword(database, requireName(name), password);
  const changed = { passwordHash, mustChangePassword: isTemporary };
  if (!(await changes.replacePassword(database, requireName(name), changed, by))) throw noAccount(name);
}

/** @returns how many sessions were ended. @throws AccountProblem */
export async function signOut(
  database: Database,
  name: string,
  by: StaffPrincipal = INSTALLATION,
): Promise<number> {
  const ended = await changes.endSessionsOf(database, requireName(name), by);
  if (ended === undefined) throw noAccount(name);
  return ended;
}

/** Of a person or of a machine. No roles: none in this library any more. @throws AccountProblem */
export async function setRoles(
  database: Database,
  name: string,
  websiteId: number | null,
  roles: readonly Role[],
  by: StaffPrincipal = INSTALLATION,
): Promise<void> {
  await rolesIn(database, websiteId, roles);
  if (!(await changes.replaceRoles(database, requireName(name), websiteId, roles, by))) throw noAccount(name);
}

/** @throws AccountProblem */
export async function removeAccount(
  database: Database,
  name: string,
  by: StaffPrincipal = INSTALLATION,
): Promise<void> {
  if (!(await changes.deleteStaff(database, requireName(name), false, by))) throw noAccount(name);
}

export interface WantedToken {
  readonly name: string;
  /** Null: in all libraries, also those that are added later. */
  readonly websiteId: number | null;
  readonly roles: readonly Role[];
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
}

/** @returns the token, of which only the hash is stored. @throws AccountProblem */
export async function addApiToken(
  database: Database,
  ownTokens: OwnTokens,
  wanted: WantedToken,
  by: StaffPrincipal = INSTALLATION,
): Promise<string> {
  const name = requireName(wanted.name);
  const roles = await rolesIn(database, wanted.websiteId, wanted.roles);
  const token = await ownTokens.make();
  if (!(await changes.insertApiToken(database, { ...wanted, name, token, roles }, by)))
    throw new AccountProblem(`There is an account or an API token with this name already.`);
  return token;
}

/** @throws AccountProblem */
export async function removeApiToken(
  database: Database,
  name: string,
  by: StaffPrincipal = INSTALLATION,
): Promise<void> {
  if (!(await changes.deleteStaff(database, requireName(name), true, by)))
    throw new AccountProblem(`There is no API token with the name ${name}.`);
}

/** When a token ends that is added now. Undefined: never, which is null. */
export function endOfToken(days: number | undefined): Date | null {
  return days === undefined ? null : new Date(Date.now() + days * DAY_MS);
}

/** Some 140 bits, of characters that look different from each other. */
export function newPassword(): string {
  return newSecret()
    .replaceAll(/[-_0O1Il]/g, '')
    .slice(0, 24);
}

/** @throws AccountProblem if the rules of passwords refuse it */
export async function hashNewPassword(database: Database, name: string, password: string): Promise<string> {
  const problem = await problemOfPassword(password, [name, ...(await store.libraryNames(database))]);
  if (problem !== undefined) throw new AccountProblem(problem);
  return hashPassword(password);
}

async function rolesIn(
  database: Database,
  websiteId: number | null,
  roles: readonly Role[],
): Promise<RoleInLibrary[]> {
  if (websiteId !== null && (await findLibrary(database, websiteId)) === undefined)
    throw new AccountProblem(`There is no library ${websiteId}.`);
  return roles.map((role) => ({ websiteId, role }));
}

function requireName(text: string): string {
  const name = accountName(text);
  if (name === undefined)
    throw new AccountProblem(
      'A name must have 1 to 64 lower-case letters, digits and . _ @ + -, and begin and end with a letter or digit.',
    );
  return name;
}

function noAccount(name: string): AccountProblem {
  return new AccountProblem(`There is no account with the name ${name}.`);
}
