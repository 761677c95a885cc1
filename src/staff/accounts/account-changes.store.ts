import { Refusal, refusedField } from '../../domain/errors.js';
import type { Prisma } from '../../generated/prisma/client.js';
import { readDatabaseTime } from '../../platform/database/clock.store.js';
import type { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import { findLibrary } from '../../platform/database/libraries.store.js';
import { librariesOf, type NamedAccount, recordAccountChange } from '../sign-in/account-log.store.js';
import type { ActionName } from '../actions/actions.js';
import { administers } from '../permissions/permissions.js';
import { INSTALLATION, type Role, type StaffPrincipal } from '../permissions/staff-principal.js';
import { requireName } from '../sign-in/account-names.js';

/**
 * Roles to give. Each change of an account or API token is logged in the same transaction. Only administrators of all libraries in which an account
 * has a role, and the installation, may change the account as a whole.
 */

export interface GivenRoles {
  /** Null: all libraries, including future ones. */
  readonly websiteId: number | null;
  readonly roles: readonly Role[];
}

/**
 * Adds an account, or an API token if there is the hash of one.
 * @throws Refusal `NotFound` if there is no such library, `InvalidFieldValue` if an account or API token has this name, identity or e-mail address
 */
export async function insertStaff(
  database: Database,
  member: Prisma.StaffCreateManyInput,
  given: GivenRoles,
  by: StaffPrincipal = INSTALLATION,
): Promise<NamedAccount> {
  await requireLibrary(database, given.websiteId);
  const data = { ...member, createdAt: await readDatabaseTime(database) };
  const action = 'tokenHash' in member ? 'token-added' : 'account-added';
  return database.transaction(async (transaction) => {
    const [account] = await transaction.prisma.staff.createManyAndReturn({
      data,
      skipDuplicates: true,
      select: ACCOUNT,
    });
    if (account === undefined) throw refusedField('name', TAKEN);
    await insertRoles(transaction, account, given);
    await recordAccountChange(transaction, { action, account, by });
    return account;
  });
}

const TAKEN = 'is taken by another account or API token, or the subject or the e-mail address is.';
const ACCOUNT = { staffId: true, name: true } as const;

async function requireLibrary(database: Database, websiteId: number | null): Promise<void> {
  if (websiteId !== null && (await findLibrary(database, websiteId)) === undefined)
    throw new Refusal('NotFound', `There is no library ${websiteId}.`);
}

async function insertRoles(
  { prisma }: Connection,
  { staffId }: NamedAccount,
  { websiteId, roles }: GivenRoles,
): Promise<void> {
  const data = roles.map((role) => ({ staffId, role }));
  if (websiteId === null) await prisma.staffRoleInAllLibraries.createMany({ data });
  else await prisma.staffRole.createMany({ data: data.map((each) => ({ ...each, websiteId })) });
}

/**
 * Locks the account, so that the log names the roles that it has during the change. Prisma locks a row by writing it, here unchanged.
 * @param kind undefined: either
 * @throws Refusal `NotFound` if there is none
 */
async function lockAccount(
  { prisma }: Connection,
  text: string,
  kind?: 'account' | 'API token',
): Promise<NamedAccount> {
  const name = requireName(text);
  const tokenHash = kind === 'account' ? null : { not: null };
  const [found] = await prisma.staff.updateManyAndReturn({
    where: { name, ...(kind !== undefined && { tokenHash }) },
    data: { name },
    select: ACCOUNT,
  });
  if (found === undefined)
    throw new Refusal('NotFound', `There is no ${kind ?? 'account'} with the name ${text}.`);
  return found;
}

/** Replaces the roles in one library, or those in all libraries (null); other roles stay. @throws Refusal `NotFound` */
export async function setRoles(
  database: Database,
  name: string,
  websiteId: number | null,
  roles: readonly Role[],
  by: StaffPrincipal = INSTALLATION,
): Promise<void> {
  await requireLibrary(database, websiteId);
  await database.transaction(async (transaction) => {
    const account = await lockAccount(transaction, name);
    const { staffId } = account;
    if (websiteId === null)
      await transaction.prisma.staffRoleInAllLibraries.deleteMany({ where: { staffId } });
    else await transaction.prisma.staffRole.deleteMany({ where: { staffId, websiteId } });
    await insertRoles(transaction, account, { websiteId, roles });
    const websiteIds = websiteId === null ? null : [websiteId];
    await recordAccountChange(transaction, { action: 'roles-changed', account, by, websiteIds });
  });
}

type WholeChange<Result> = (database: Database, name: string, by?: StaffPrincipal) => Promise<Result>;

/**
 * A change that concerns an account in all of its libraries.
 * @throws Refusal `NotFound` if there is none, `Forbidden` if it has a role in a library that `by` does not administer
 */
function wholeChange<Result>(
  kind: 'account' | 'API token',
  action: ActionName,
  change: (transaction: Connection, staffId: string) => Promise<Result>,
): WholeChange<Result> {
  return (database, name, by = INSTALLATION) =>
    database.transaction(async (transaction) => {
      const account = await lockAccount(transaction, name, kind);
      const websiteIds = await librariesOf(transaction, account.staffId);
      if (!administers(by, websiteIds))
        throw new Refusal('Forbidden', 'The account has roles in libraries that you do not administer.');
      await recordAccountChange(transaction, { action, account, by, websiteIds });
      return change(transaction, account.staffId);
    });
}

/** Ends its sessions, too. */
export const removeAccount = wholeChange('account', 'account-removed', deleteStaff);

export const removeApiToken = wholeChange('API token', 'token-removed', deleteStaff);

/** Ends all sessions. @returns how many */
export const signOut = wholeChange('account', 'account-signed-out', endSessions);

/** Changes an account's password, and ends its sessions. */
export function passwordChange(
  password: Readonly<{ passwordHash: string; mustChangePassword: boolean }>,
): WholeChange<number> {
  return wholeChange('account', 'password-changed', async (transaction, staffId) => {
    await transaction.prisma.staff.updateMany({ where: { staffId }, data: password });
    return endSessions(transaction, staffId);
  });
}

async function deleteStaff({ prisma }: Connection, staffId: string): Promise<void> {
  await prisma.staff.deleteMany({ where: { staffId } });
}

async function endSessions({ prisma }: Connection, staffId: string): Promise<number> {
  return (await prisma.staffSession.deleteMany({ where: { staffId } })).count;
}

/**
 * Ends all sessions of the account.
 * @param current the hash of the password that was verified
 * @returns false if the password was changed a moment ago, or the account removed
 */
export function replaceOwnPassword(
  database: Database,
  by: StaffPrincipal,
  passwordHash: string,
  current: string | null,
): Promise<boolean> {
  const account = { staffId: by.id, name: by.name };
  return database.transaction(async (transaction) => {
    const changed = await transaction.prisma.staff.updateMany({
      where: { staffId: by.id, passwordHash: current },
      data: { passwordHash, mustChangePassword: false },
    });
    if (changed.count === 0) return false;
    await endSessions(transaction, by.id);
    await recordAccountChange(transaction, { action: 'password-changed', account, by });
    return true;
  });
}
