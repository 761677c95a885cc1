import { hashToken } from '../../access/tokens/tokens.store.js';
import { type Connection, statement, type Transactions } from '../../platform/database/statement.js';
import { Refusal } from '../../domain/errors.js';
import { librariesOf, recordAccountChange } from '../actions/account-log.store.js';
import type { SignInAccount } from './accounts.store.js';
import type { ActionName } from '../actions/actions.js';
import { administers } from '../permissions/permissions.js';
import {
  INSTALLATION,
  type Role,
  type RoleInLibrary,
  type StaffPrincipal,
} from '../permissions/staff-principal.js';

/**
 * What becomes of accounts and API tokens: each change with its entry in the log of actions, by one transaction. What concerns an
 * account in all libraries in which it has a role is for those who administer all of them, the installation included.
 */

type Account = Pick<SignInAccount, 'id' | 'name'>;

export interface NewAccount {
  readonly name: string;
  readonly passwordHash?: string | undefined;
  readonly mustChangePassword?: boolean;
  readonly oidcSubject?: string | undefined;
  readonly email?: string | undefined;
  readonly roles: readonly RoleInLibrary[];
}

/** One that has the same name, identity or e-mail address refuses it. */
const INSERT = statement<Account>(
  'staff-insert',
  `INSERT INTO staff (name, password_hash, must_change_password, oidc_subject, email, token_hash, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING staff_id AS id, name`,
);

/** @returns false if an account or API token has this name, identity or e-mail address already */
export function insertAccount(
  database: Transactions,
  account: NewAccount,
  by: StaffPrincipal = INSTALLATION,
): Promise<boolean> {
  const { name, passwordHash = null, mustChangePassword = false, oidcSubject = null, email = null } = account;
  return database.transaction((transaction) =>
    insertStaff(
      transaction,
      [name, passwordHash, mustChangePassword, oidcSubject, email, null, null],
      account.roles,
      { action: 'account-added', by },
    ),
  );
}

export interface NewApiToken {
  readonly name: string;
  readonly token: string;
  /** Null: never. */
  readonly expiresAt: Date | null;
  readonly roles: readonly RoleInLibrary[];
}

/** @returns false if the name is taken */
export function insertApiToken(
  database: Transactions,
  added: NewApiToken,
  by: StaffPrincipal,
): Promise<boolean> {
  const { name, token, expiresAt, roles } = added;
  const values = [name, null, false, null, null, hashToken(token), expiresAt];
  return database.transaction((transaction) =>
    insertStaff(transaction, values, roles, { action: 'token-added', by }),
  );
}

async function insertStaff(
  transaction: Connection,
  values: readonly unknown[],
  roles: readonly RoleInLibrary[],
  change: Readonly<{ action: ActionName; by: StaffPrincipal }>,
): Promise<boolean> {
  const [account] = await transaction.run(INSERT, values);
  if (account === undefined) return false;
  await insertRoles(transaction, account, roles);
  await recordAccountChange(transaction, { ...change, account });
  return true;
}

const INSERT_ROLES = statement(
  'staff-insert-roles',
  'INSERT INTO staff_role (staff_id, website_id, role) SELECT $1, * FROM unnest($2::int[], $3::text[])',
);

const INSERT_ROLES_IN_ALL = statement(
  'staff-insert-roles-in-all-libraries',
  'INSERT INTO staff_role_in_all_libraries (staff_id, role) SELECT $1, * FROM unnest($2::text[])',
);

async function insertRoles(
  transaction: Connection,
  { id }: Account,
  roles: readonly RoleInLibrary[],
): Promise<void> {
  const inAll = roles.filter(({ websiteId }) => websiteId === null);
  const inLibraries = roles.filter(({ websiteId }) => websiteId !== null);
  const websiteIds = inLibraries.map(({ websiteId }) => websiteId);
  await transaction.run(INSERT_ROLES, [id, websiteIds, inLibraries.map(({ role }) => role)]);
  await transaction.run(INSERT_ROLES_IN_ALL, [id, inAll.map(({ role }) => role)]);
}

/** Locks it, so that the log names the roles that it has when it is changed. */
const FIND_BY_NAME = statement<Account & { isMachine: boolean }>(
  'staff-lock-by-name',
  `SELECT staff_id AS id, name, token_hash IS NOT NULL AS "isMachine" FROM staff WHERE name = $1 FOR UPDATE`,
);

/** @param isMachine undefined: a person or a machine */
async function lockAccount(
  transaction: Connection,
  name: string,
  isMachine?: boolean,
): Promise<Account | undefined> {
  const [found] = await transaction.run(FIND_BY_NAME, [name]);
  return isMachine === undefined || found?.isMachine === isMachine ? found : undefined;
}

/**
 * The account, locked, if `by` may change what it is in all of its libraries.
 * @throws Refusal `Forbidden` if it has a role in a library that `by` does not administer
 */
async function lockGoverned(
  transaction: Connection,
  by: StaffPrincipal,
  ...account: readonly [name: string, isMachine?: boolean]
): Promise<Account | undefined> {
  const found = await lockAccount(transaction, ...account);
  if (found !== undefined && !administers(by, await librariesOf(transaction, found.id)))
    throw new Refusal('Forbidden', 'The account has roles in libraries that you do not administer.');
  return found;
}

const DELETE = statement('staff-delete', 'DELETE FROM staff WHERE staff_id = $1');

/**
 * Ends sessions, too.
 * @returns false if there is no such account or API token
 * @throws Refusal `Forbidden`
 */
export function deleteStaff(
  database: Transactions,
  name: string,
  isMachine: boolean,
  by: StaffPrincipal,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const account = await lockGoverned(transaction, by, name, isMachine);
    if (account === undefined) return false;
    const action = isMachine ? 'token-removed' : 'account-removed';
    await recordAccountChange(transaction, { action, account, by });
    await transaction.run(DELETE, [account.id]);
    return true;
  });
}

const DELETE_ROLES = statement(
  'staff-delete-roles',
  'DELETE FROM staff_role WHERE staff_id = $1 AND website_id = $2',
);

const DELETE_ROLES_IN_ALL = statement(
  'staff-delete-roles-in-all-libraries',
  'DELETE FROM staff_role_in_all_libraries WHERE staff_id = $1',
);

/** Replaces the roles in one library, or those in all of them (null); the others stay. @returns false if there is no such account */
export function replaceRoles(
  database: Transactions,
  name: string,
  websiteId: number | null,
  roles: readonly Role[],
  by: StaffPrincipal,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const account = await lockAccount(transaction, name);
    if (account === undefined) return false;
    if (websiteId === null) await transaction.run(DELETE_ROLES_IN_ALL, [account.id]);
    else await transaction.run(DELETE_ROLES, [account.id, websiteId]);
    const added = roles.map((role) => ({ websiteId, role }));
    await insertRoles(transaction, account, added);
    const websiteIds = websiteId === null ? null : [websiteId];
    const change = { action: 'roles-changed', account, by, websiteIds } as const;
    await recordAccountChange(transaction, change);
    return true;
  });
}

const REPLACE_PASSWORD = statement(
  'staff-replace-password',
  'UPDATE staff SET password_hash = $2, must_change_password = $3 WHERE staff_id = $1',
);

const END_SESSIONS = statement(
  'staff-end-sessions',
  'DELETE FROM staff_session WHERE staff_id = $1 RETURNING 1 AS one',
);

/**
 * Ends the account's sessions.
 * @returns false if there is no such account
 * @throws Refusal `Forbidden`
 */
export function replacePassword(
  database: Transactions,
  name: string,
  { passwordHash, mustChangePassword }: { passwordHash: string; mustChangePassword: boolean },
  by: StaffPrincipal,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const account = await lockGoverned(transaction, by, name, false);
    if (account === undefined) return false;
    await transaction.run(REPLACE_PASSWORD, [account.id, passwordHash, mustChangePassword]);
    await transaction.run(END_SESSIONS, [account.id]);
    await recordAccountChange(transaction, { action: 'password-changed', account, by });
    return true;
  });
}

/**
 * @returns how many sessions were ended; undefined if there is no such account
 * @throws Refusal `Forbidden`
 */
export function endSessionsOf(
  database: Transactions,
  name: string,
  by: StaffPrincipal,
): Promise<number | undefined> {
  return database.transaction(async (transaction) => {
    const account = await lockGoverned(transaction, by, name, false);
    if (account === undefined) return undefined;
    const ended = await transaction.run(END_SESSIONS, [account.id]);
    await recordAccountChange(transaction, { action: 'account-signed-out', account, by });
    return ended.length;
  });
}

const REPLACE_OWN_PASSWORD = statement(
  'staff-replace-own-password',
  `UPDATE staff SET password_hash = $2, must_change_password = false
   WHERE staff_id = $1 AND password_hash IS NOT DISTINCT FROM $3 RETURNING 1 AS one`,
);

/**
 * Ends all sessions of the account.
 * @param current the hash of the password that was verified
 * @returns false if the password was changed a moment ago, or the account removed
 */
export function replaceOwnPassword(
  database: Transactions,
  { passwordHash, ...account }: SignInAccount,
  current: string | null,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const changed = await transaction.run(REPLACE_OWN_PASSWORD, [account.id, passwordHash, current]);
    if (changed.length === 0) return false;
    await transaction.run(END_SESSIONS, [account.id]);
    const by = { kind: 'staff', ...account, roles: [] } as const;
    await recordAccountChange(transaction, { action: 'password-changed', account, by });
    return true;
  });
}
