import { hashToken } from '../../access/tokens/tokens.store.js';
import { Refusal } from '../../domain/errors.js';
import { type Connection, lookup } from '../../platform/database/statement.js';
import type { RoleInLibrary, StaffPrincipal } from './staff-principal.js';

/** Tokens and sessions end by the real time, not by the service's clock: moving a sandbox's clock ahead must not sign its staff out. */
export const PRINCIPAL_COLUMNS = `s.staff_id AS id, s.name,
  COALESCE((SELECT json_agg(json_build_object('websiteId', r.website_id, 'role', r.role) ORDER BY r.website_id, r.role)
            FROM (SELECT website_id, role FROM staff_role WHERE staff_id = s.staff_id
                  UNION ALL SELECT NULL, role FROM staff_role_in_all_libraries WHERE staff_id = s.staff_id) r), '[]') AS roles`;

const IS_VALID = '(s.expires_at IS NULL OR s.expires_at > now())';

export interface PrincipalRow {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly RoleInLibrary[];
}

const FIND_BY_TOKEN = lookup<PrincipalRow>(
  'staff-find-by-token',
  `SELECT ${PRINCIPAL_COLUMNS} FROM staff s WHERE s.token_hash = $1 AND ${IS_VALID}`,
);

/** The machine of an API token, with its present roles. */
export async function findPrincipalOfApiToken(
  connection: Connection,
  token: string,
): Promise<StaffPrincipal | undefined> {
  const [row] = await connection.run(FIND_BY_TOKEN, [hashToken(token)]);
  return row && { kind: 'token', ...row };
}

const FIND_BY_ID = lookup<PrincipalRow>(
  'staff-find-by-id',
  `SELECT ${PRINCIPAL_COLUMNS} FROM staff s WHERE s.staff_id = $1 AND ${IS_VALID}`,
);

/**
 * Ends an import whose sender has lost a role, an account or a token since it began.
 * @throws Refusal `Forbidden`
 */
export async function requireRoles(
  connection: Connection,
  { kind, id, roles }: StaffPrincipal,
): Promise<void> {
  if (kind === 'installation') return;
  const [now] = await connection.run(FIND_BY_ID, [id]);
  const isKept = ({ websiteId, role }: RoleInLibrary): boolean =>
    now?.roles.some((own) => own.websiteId === websiteId && own.role === role) === true;
  if (!roles.every(isKept))
    throw new Refusal('Forbidden', 'A role of the sender was taken away: the import has ended there.');
}

export const hasStaff = lookup('staff-exists', 'SELECT 1 AS one FROM staff LIMIT 1').any();
