import type { Prisma } from '../../generated/prisma/client.js';
import type { Database } from '../../platform/database/database.js';
import { type Connection, lookup, statement } from '../../platform/database/statement.js';
import type { Role, RoleInLibrary } from '../permissions/staff-principal.js';

/** An account, as a sign-in needs it. */
export interface SignInAccount {
  readonly id: string;
  readonly name: string;
  /** Null: only through the identity provider. */
  readonly passwordHash: string | null;
}

export const findAccount = lookup<SignInAccount>(
  'staff-find-account',
  `SELECT staff_id AS id, name, password_hash AS "passwordHash" FROM staff WHERE name = $1 AND token_hash IS NULL`,
).first((name: string) => [name]);

const FIND_BY_SUBJECT = lookup<SignInAccount & { issuer: string | null }>(
  'staff-find-account-by-subject',
  `SELECT staff_id AS id, name, password_hash AS "passwordHash", oidc_issuer AS issuer FROM staff
   WHERE oidc_subject = $1 AND (oidc_issuer = $2 OR oidc_issuer IS NULL)`,
);

const BIND_ISSUER = statement(
  'staff-bind-issuer',
  'UPDATE staff SET oidc_issuer = $2 WHERE staff_id = $1 AND oidc_issuer IS NULL RETURNING 1 AS one',
);

/** Whom an identity provider names. A subject says nothing without its issuer: another provider may give it to another person. */
export interface ProviderIdentity {
  readonly issuer: string;
  /** The person's identifier there (`sub`). */
  readonly subject: string;
}

/** An account that was added with a subject alone belongs to the first provider that names it. */
export async function findAccountOfSubject(
  connection: Connection,
  { issuer, subject }: ProviderIdentity,
): Promise<SignInAccount | undefined> {
  const [row] = await connection.run(FIND_BY_SUBJECT, [subject, issuer]);
  if (row === undefined) return undefined;
  const { id, name, passwordHash } = row;
  if (row.issuer === null) await connection.run(BIND_ISSUER, [id, issuer]);
  return { id, name, passwordHash };
}

/**
 * The account with this e-mail address, if no sign-in through the identity provider has used it yet. From now on it belongs
 * to this subject: an address may be given to another person one day, a subject never.
 */
export const bindSubject = statement<SignInAccount>(
  'staff-bind-subject-by-email',
  `UPDATE staff SET oidc_subject = $1, oidc_issuer = $3 WHERE email = lower($2) AND oidc_subject IS NULL
   RETURNING staff_id AS id, name, password_hash AS "passwordHash"`,
).first(({ issuer, subject }: ProviderIdentity, email: string) => [subject, email, issuer]);

/** A person, or a machine with its token. */
export interface StaffMember {
  readonly staffId: string;
  readonly name: string;
  readonly passwordHash: string | null;
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
  { prisma }: Database,
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
  { prisma }: Database,
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

export async function hasPassword({ prisma }: Database, id: string): Promise<boolean> {
  return (await prisma.staff.count({ where: { staffId: id, passwordHash: { not: null } } })) > 0;
}

/** Of all accounts. @returns how many sessions were ended */
export async function endAllSessions({ prisma }: Database): Promise<number> {
  return (await prisma.staffSession.deleteMany({})).count;
}

export async function libraryNames({ prisma }: Database): Promise<string[]> {
  return (await prisma.library.findMany({ select: { name: true } })).map(({ name }) => name);
}
