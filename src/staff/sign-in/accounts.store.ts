import type { Prisma, Staff } from '../../generated/prisma/client.js';
import type { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import type { Role, RoleInLibrary } from '../permissions/staff-principal.js';

const SIGN_IN_ACCOUNT = { staffId: true, name: true, passwordHash: true } as const;

/** The facts of an account that a sign-in needs. Without a `passwordHash`, only the identity provider admits it. */
export type SignInAccount = Pick<Staff, keyof typeof SIGN_IN_ACCOUNT>;

export async function findAccount({ prisma }: Connection, name: string): Promise<SignInAccount | undefined> {
  const where = { name, tokenHash: null };
  return (await prisma.staff.findFirst({ where, select: SIGN_IN_ACCOUNT })) ?? undefined;
}

/** The identity that a provider names. A subject means nothing without its issuer: another provider may give it to another person. */
export interface ProviderIdentity {
  readonly issuer: string;
  /** The person's identifier at the provider (`sub`). */
  readonly subject: string;
}

/** An account that was added with a subject alone is bound to the first provider that names it. */
export async function findAccountOfSubject(
  { prisma }: Connection,
  { issuer, subject }: ProviderIdentity,
): Promise<SignInAccount | undefined> {
  const found = await prisma.staff.findFirst({
    where: { oidcSubject: subject, OR: [{ oidcIssuer: issuer }, { oidcIssuer: null }] },
    select: { ...SIGN_IN_ACCOUNT, oidcIssuer: true },
  });
  if (found === null) return undefined;
  const { oidcIssuer, ...account } = found;
  if (oidcIssuer === null)
    await prisma.staff.updateMany({
      where: { staffId: account.staffId, oidcIssuer },
      data: { oidcIssuer: issuer },
    });
  return account;
}

/**
 * Finds the account with this e-mail address that no sign-in through the identity provider has used yet, and binds it to this subject: an address may
 * be given to another person one day, a subject never.
 */
export async function bindSubject(
  { prisma }: Connection,
  { issuer, subject }: ProviderIdentity,
  email: string,
): Promise<SignInAccount | undefined> {
  const [bound] = await prisma.staff.updateManyAndReturn({
    where: { email: email.toLowerCase(), oidcSubject: null },
    data: { oidcSubject: subject, oidcIssuer: issuer },
    select: SIGN_IN_ACCOUNT,
  });
  return bound;
}

/** A person, or a machine with its token. */
export interface StaffMember extends SignInAccount {
  readonly oidcSubject: string | null;
  readonly email: string | null;
  readonly expiresAt: Date | null;
  readonly isMachine: boolean;
  readonly roles: readonly RoleInLibrary[];
}

/**
 * Accounts or API tokens, by name.
 * @param websiteId only those with a role in this library
 */
export async function listStaff(
  { prisma }: Connection,
  areMachines: boolean,
  websiteId?: number,
): Promise<StaffMember[]> {
  const tokenHash = areMachines ? { not: null } : null;
  return findMembers(
    prisma,
    websiteId === undefined
      ? { tokenHash }
      : { tokenHash, OR: [{ roles: { some: { websiteId } } }, { rolesInAllLibraries: { some: {} } }] },
  );
}

/** The person or machine with this id, or this name. */
export async function findMember(
  { prisma }: Connection,
  key: Readonly<{ staffId: string }> | Readonly<{ name: string }>,
): Promise<StaffMember | undefined> {
  const [member] = await findMembers(prisma, key);
  return member;
}

async function findMembers(
  prisma: Database['prisma'],
  where: Prisma.StaffWhereInput,
): Promise<StaffMember[]> {
  const rows = await prisma.staff.findMany({
    where,
    include: {
      roles: { orderBy: [{ websiteId: 'asc' }, { role: 'asc' }] },
      rolesInAllLibraries: { orderBy: { role: 'asc' } },
    },
    orderBy: { name: 'asc' },
  });
  return rows.map(({ tokenHash, roles, rolesInAllLibraries, ...row }) => ({
    ...row,
    isMachine: tokenHash !== null,
    roles: [...rolesInAllLibraries.map(({ role }) => ({ websiteId: null, role })), ...roles].map(
      ({ websiteId, role }) => ({ websiteId, role: role as Role }),
    ),
  }));
}

/** Ends the sessions of all accounts. @returns how many */
export async function endAllSessions({ prisma }: Connection): Promise<number> {
  return (await prisma.staffSession.deleteMany({})).count;
}

export async function libraryNames({ prisma }: Connection): Promise<string[]> {
  return (await prisma.library.findMany({ select: { name: true } })).map(({ name }) => name);
}
