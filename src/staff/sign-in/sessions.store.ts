import { hashToken } from '../../access/tokens/tokens.store.js';
import { readDatabaseTime } from '../../platform/database/clock.store.js';
import type { Database } from '../../platform/database/database.js';
import { purgeSharedOf } from '../../platform/database/purge.js';
import { type Connection, lookup, statement } from '../../platform/database/statement.js';
import { PRINCIPAL_COLUMNS, type PrincipalRow } from '../permissions/principals.store.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { SignInAccount } from './accounts.store.js';

/** An unused session ends after this time, and every session after the longer one. */
const IDLE_HOURS = 8;
const SESSION_HOURS = 7 * 24;
const IDLE = `interval '${IDLE_HOURS} hours'`;
/** Keeps most pages from writing. */
const NOTED_EVERY = `interval '1 minute'`;

const FIND_BY_SESSION = lookup<SessionRow>(
  'staff-find-by-session',
  `SELECT ${PRINCIPAL_COLUMNS}, s.must_change_password AS "mustChangePassword", session.used_at < now() - ${NOTED_EVERY} AS "isStale"
   FROM staff_session session JOIN staff s USING (staff_id)
   WHERE session.session_hash = $1 AND session.expires_at > now() AND session.used_at > now() - ${IDLE}`,
);

interface SessionRow extends PrincipalRow {
  readonly mustChangePassword: boolean;
  readonly isStale: boolean;
}

const NOTE_USE = statement(
  'staff-note-use-of-session',
  'UPDATE staff_session SET used_at = now() WHERE session_hash = $1',
);

/** The signed-in person, with the present roles. Also records that the session is in use. */
export async function findPrincipalOfSession(
  connection: Connection,
  session: string,
): Promise<StaffPrincipal | undefined> {
  const hash = hashToken(session);
  const [row] = await connection.run(FIND_BY_SESSION, [hash]);
  if (row === undefined) return undefined;
  const { isStale, ...principal } = row;
  if (isStale) await connection.run(NOTE_USE, [hash]);
  return { kind: 'staff', ...principal };
}

/**
 * Requires that the verified password is still current: a change of password ends sign-ins that began before.
 * @returns false if the account was removed, or its password changed, a moment ago
 */
export const saveSession = statement(
  'staff-save-session',
  `INSERT INTO staff_session (session_hash, staff_id, expires_at)
   SELECT $1, staff_id, now() + interval '${SESSION_HOURS} hours' FROM staff
   WHERE staff_id = $2 AND token_hash IS NULL AND password_hash IS NOT DISTINCT FROM $3 FOR SHARE
   RETURNING 1 AS one`,
).any((session: string, { staffId, passwordHash }: Pick<SignInAccount, 'staffId' | 'passwordHash'>) => [
  hashToken(session),
  staffId,
  passwordHash,
]);

/** The sessions of an account, last used first. */
export async function listSessions(
  database: Database,
  staffId: string,
  session: string,
): Promise<OpenSession[]> {
  const now = await readDatabaseTime(database);
  const open = await database.prisma.staffSession.findMany({
    where: { staffId, expiresAt: { gt: now }, usedAt: { gt: hoursBefore(now, IDLE_HOURS) } },
    orderBy: { usedAt: 'desc' },
    select: { sessionHash: true, expiresAt: true, usedAt: true },
  });
  const own = hashToken(session);
  return open.map(({ sessionHash, expiresAt, usedAt }) => ({
    startedAt: hoursBefore(expiresAt, SESSION_HOURS),
    usedAt,
    isCurrent: own.equals(sessionHash),
  }));
}

function hoursBefore(moment: Date, hours: number): Date {
  return new Date(moment.getTime() - hours * 3_600_000);
}

export interface OpenSession {
  readonly startedAt: Date;
  /** To the minute or so. */
  readonly usedAt: Date;
  /** The session of this request. */
  readonly isCurrent: boolean;
}

export async function endOtherSessions(
  { prisma }: Connection,
  staffId: string,
  session: string,
): Promise<void> {
  await prisma.staffSession.deleteMany({ where: { staffId, sessionHash: { not: hashToken(session) } } });
}

export async function endSession({ prisma }: Connection, session: string): Promise<void> {
  await prisma.staffSession.deleteMany({ where: { sessionHash: hashToken(session) } });
}

/** @returns how many ended sessions were deleted; at most a thousand at a time */
export const purgeSessions = purgeSharedOf({
  task: 'sessions',
  table: 'staff_session',
  key: ['session_hash'],
  isOver: `expires_at <= now() OR used_at <= now() - ${IDLE}`,
});
