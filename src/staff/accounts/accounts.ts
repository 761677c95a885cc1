import { hashToken, newSecret } from '../../access/tokens/tokens.store.js';
import type { OwnTokens } from '../../http/authorization/own-tokens.js';
import type { Database } from '../../platform/database/database.js';
import { Refusal } from '../../domain/errors.js';
import { type GivenRoles, insertStaff, passwordChange } from './account-changes.store.js';
import type { NamedAccount } from '../sign-in/account-log.store.js';
import { requireName } from '../sign-in/account-names.js';
import { libraryNames } from '../sign-in/accounts.store.js';
import { hashPassword } from '../sign-in/password.js';
import { problemOfPassword } from '../sign-in/password-rules.js';
import { INSTALLATION, type StaffPrincipal } from '../permissions/staff-principal.js';
import { DAY_MS } from '../../domain/durations.js';

export { removeAccount, removeApiToken, setRoles, signOut } from './account-changes.store.js';

export const MAX_TOKEN_DAYS = 3_650;

export interface WantedAccount extends GivenRoles {
  readonly name: string;
  readonly password?: string | undefined;
  /** The person's identifier at the identity provider (`sub`). */
  readonly oidcSubject?: string | undefined;
  /** The address that the identity provider verifies. */
  readonly email?: string | undefined;
  /** The password must be changed after the next sign-in. */
  readonly isTemporary?: boolean | undefined;
}

/** @throws Refusal `InvalidFieldValue`, `MissingField`, `NotFound` */
export async function addAccount(
  database: Database,
  wanted: WantedAccount,
  by: StaffPrincipal = INSTALLATION,
): Promise<NamedAccount> {
  const { password, isTemporary = false, oidcSubject = null } = wanted;
  const [name, email] = [requireName(wanted.name), wanted.email?.toLowerCase() ?? null];
  if (password === undefined && oidcSubject === null && email === null)
    throw new Refusal(
      'MissingField',
      'An account needs a password, a subject of the identity provider, or an e-mail address.',
    );
  const passwordHash = password === undefined ? null : await hashNewPassword(database, name, password);
  const mustChangePassword = password !== undefined && isTemporary;
  const person = { name, passwordHash, mustChangePassword, oidcSubject, email };
  return insertStaff(database, person, wanted, by);
}

/** @throws Refusal `InvalidFieldValue`, `NotFound`, `Forbidden` */
export async function setPassword(
  database: Database,
  name: string,
  password: string,
  { isTemporary = false }: Pick<WantedAccount, 'isTemporary'> = {},
  by: StaffPrincipal = INSTALLATION,
): Promise<void> {
  const passwordHash = await hashNewPassword(database, requireName(name), password);
  await passwordChange({ passwordHash, mustChangePassword: isTemporary })(database, name, by);
}

export interface WantedToken extends GivenRoles {
  readonly name: string;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
}

/** @returns also the token, of which only the hash is stored. @throws Refusal `InvalidFieldValue`, `NotFound` */
export async function addApiToken(
  database: Database,
  ownTokens: OwnTokens,
  wanted: WantedToken,
  by: StaffPrincipal = INSTALLATION,
): Promise<NamedAccount & { readonly token: string }> {
  const name = requireName(wanted.name);
  const token = await ownTokens.make();
  const machine = { name, tokenHash: hashToken(token), expiresAt: wanted.expiresAt };
  return { ...(await insertStaff(database, machine, wanted, by)), token };
}

/** When a token ends that is added now. Undefined means never, which is null. */
export function endOfToken(days: number | undefined): Date | null {
  return days === undefined ? null : new Date(Date.now() + days * DAY_MS);
}

/** Some 140 bits, of characters that look different from each other. */
export function newPassword(): string {
  return newSecret()
    .replaceAll(/[-_0O1Il]/g, '')
    .slice(0, 24);
}

/** @throws Refusal `InvalidFieldValue` if the rules of passwords refuse it */
export async function hashNewPassword(database: Database, name: string, password: string): Promise<string> {
  const problem = await problemOfPassword(password, [name, ...(await libraryNames(database))]);
  if (problem !== undefined) throw new Refusal('InvalidFieldValue', problem);
  return hashPassword(password);
}
