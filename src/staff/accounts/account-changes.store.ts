import { hashToken } from '../../access/tokens/tokens.store.js';
import { Refusal } from '../../domain/errors.js';
import type { Prisma } from '../../generated/prisma/client.js';
import { readDatabaseTime, readServiceTime } from '../../platform/database/clock.store.js';
import type { Database, PrismaTransaction } from '../../platform/database/database.js';
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

/** @returns false if an account or API token has this name, identity or e-mail address already */
export function insertAccount(
  database: Database,
  account: NewAccount,
  by: StaffPrincipal = INSTALLATION,
): Promise<boolean> {
  const { name, passwordHash = null, mustChangePassword = false, oidcSubject = null, email = null } = account;
  const person = { name, passwordHash, mustChangePassword, oidcSubject, email };
  return insertStaff(database, person, account.roles, { action: 'account-added', by });
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
  database: Database,
  { name, token, expiresAt, roles }: NewApiToken,
  by: StaffPrincipal,
): Promise<boolean> {
  const machine = { name, tokenHash: hashToken(token), expiresAt };
  return insertStaff(database, machine, roles, { action: 'token-added', by });
}

async function insertStaff(
  database: Database,
  member: Prisma.StaffCreateManyInput,
  roles: readonly RoleInLibrary[],
  change: Readonly<{ action: ActionName; by: StaffPrincipal }>,
): Promise<boolean> {
  const data = { ...member, createdAt: await readDatabaseTime(database) };
  return changing(database, async (transaction, at) => {
    // One that has the same name, identity or e-mail address refuses it.
    const [row] = await transaction.staff.createManyAndReturn({
      data,
      skipDuplicates: true,
      select: ACCOUNT,
    });
    if (row === undefined) return false;
    const account = { id: row.staffId, name: row.name };
    await insertRoles(transaction, account, roles);
    await recordAccountChange(transaction, { ...change, at, account });
    return true;
  });
}

const ACCOUNT = { staffId: true, name: true } as const;

/** @param change gets the time at which it is recorded */
async function changing<Result>(
  database: Database,
  change: (transaction: PrismaTransaction, at: Date) => Promise<Result>,
): Promise<Result> {
  const at = await readServiceTime(database);
  return database.prismaTransaction((transaction) => change(transaction, at));
}

async function insertRoles(
  transaction: PrismaTransaction,
  { id: staffId }: Account,
  roles: readonly RoleInLibrary[],
): Promise<void> {
  await transaction.staffRole.createMany({
    data: roles.flatMap(({ websiteId, role }) => (websiteId === null ? [] : [{ websiteId, staffId, role }])),
  });
  await transaction.staffRoleInAllLibraries.createMany({
    data: roles.flatMap(({ websiteId, role }) => (websiteId === null ? [{ staffId, role }] : [])),
  });
}

/**
 * Locks the account, so that the log names the roles that it has when it is changed: Prisma locks a row by writing it, here
 * as it is.
 * @param isMachine undefined: a person or a machine
 */
async function lockAccount(
  transaction: PrismaTransaction,
  name: string,
  isMachine?: boolean,
): Promise<Account | undefined> {
  const [found] = await transaction.staff.updateManyAndReturn({
    where: { name },
    data: { name },
    select: { ...ACCOUNT, tokenHash: true },
  });
  if (found === undefined) return undefined;
  const isAsked = isMachine === undefined || (found.tokenHash !== null) === isMachine;
  return isAsked ? { id: found.staffId, name: found.name } : undefined;
}

/**
 * The account, locked, if `by` may change what it is in all of its libraries.
 * @throws Refusal `Forbidden` if it has a role in a library that `by` does not administer
 */
async function lockGoverned(
  transaction: PrismaTransaction,
  by: StaffPrincipal,
  ...account: readonly [name: string, isMachine?: boolean]
): Promise<Account | undefined> {
  const found = await lockAccount(transaction, ...account);
  if (found !== undefined && !administers(by, await librariesOf({ prisma: transaction }, found.id)))
    throw new Refusal('Forbidden', 'The account has roles in libraries that you do not administer.');
  return found;
}

/**
 * Ends sessions, too.
 * @returns false if there is no such account or API token
 * @throws Refusal `Forbidden`
 */
export function deleteStaff(
  database: Database,
  name: string,
  isMachine: boolean,
  by: StaffPrincipal,
): Promise<boolean> {
  return changing(database, async (transaction, at) => {
    const account = await lockGoverned(transaction, by, name, isMachine);
    if (account === undefined) return false;
    const action = isMachine ? 'token-removed' : 'account-removed';
    await recordAccountChange(transaction, { at, action, account, by });
    await transaction.staff.deleteMany({ where: { staffId: account.id } });
    return true;
  });
}

/** Replaces the roles in one library, or those in all of them (null); the others stay. @returns false if there is no such account */
export function replaceRoles(
  database: Database,
  name: string,
  websiteId: number | null,
  roles: readonly Role[],
  by: StaffPrincipal,
): Promise<boolean> {
  return changing(database, async (transaction, at) => {
    const account = await lockAccount(transaction, name);
    if (account === undefined) return false;
    const staffId = account.id;
    if (websiteId === null) await transaction.staffRoleInAllLibraries.deleteMany({ where: { staffId } });
    else await transaction.staffRole.deleteMany({ where: { staffId, websiteId } });
    const added = roles.map((role) => ({ websiteId, role }));
    await insertRoles(transaction, account, added);
    const websiteIds = websiteId === null ? null : [websiteId];
    await recordAccountChange(transaction, { at, action: 'roles-changed', account, by, websiteIds });
    return true;
  });
}

async function endSessions(transaction: PrismaTransaction, { id }: Account): Promise<number> {
  return (await transaction.staffSession.deleteMany({ where: { staffId: id } })).count;
}

/**
 * Ends the account's sessions.
 * @returns false if there is no such account
 * @throws Refusal `Forbidden`
 */
export function replacePassword(
  database: Database,
  name: string,
  password: { passwordHash: string; mustChangePassword: boolean },
  by: StaffPrincipal,
): Promise<boolean> {
  return changing(database, async (transaction, at) => {
    const account = await lockGoverned(transaction, by, name, false);
    if (account === undefined) return false;
    await transaction.staff.updateMany({ where: { staffId: account.id }, data: password });
    await endSessions(transaction, account);
    await recordAccountChange(transaction, { at, action: 'password-changed', account, by });
    return true;
  });
}

/**
 * @returns how many sessions were ended; undefined if there is no such account
 * @throws Refusal `Forbidden`
 */
export function endSessionsOf(
  database: Database,
  name: string,
  by: StaffPrincipal,
): Promise<number | undefined> {
  return changing(database, async (transaction, at) => {
    const account = await lockGoverned(transaction, by, name, false);
    if (account === undefined) return undefined;
    const ended = await endSessions(transaction, account);
    await recordAccountChange(transaction, { at, action: 'account-signed-out', account, by });
    return ended;
  });
}

/**
 * Ends all sessions of the account.
 * @param current the hash of the password that was verified
 * @returns false if the password was changed a moment ago, or the account removed
 */
export function replaceOwnPassword(
  database: Database,
  { passwordHash, ...account }: SignInAccount,
  current: string | null,
): Promise<boolean> {
  return changing(database, async (transaction, at) => {
    const changed = await transaction.staff.updateMany({
      where: { staffId: account.id, passwordHash: current },
      data: { passwordHash, mustChangePassword: false },
    });
    if (changed.count === 0) return false;
    await endSessions(transaction, account);
    const by = { kind: 'staff', ...account, roles: [] } as const;
    await recordAccountChange(transaction, { at, action: 'password-changed', account, by });
    return true;
  });
}
