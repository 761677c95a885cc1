import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { Role } from '../permissions/staff-principal.js';
import type { StaffMember } from '../sign-in/accounts.store.js';

/** An account or an API token, as the administrators of a library see it. */
export interface StaffAccountRecord {
  readonly staffId: string;
  readonly name: string;
  /** Whether it is an API token, of a program. */
  readonly isMachine: boolean;
  /** In this library alone. */
  readonly roles: readonly Role[];
  readonly rolesInAllLibraries: readonly Role[];
  /** Whether the person can sign in by password. */
  readonly hasPassword: boolean;
  /** Whether the person can sign in at the identity provider. */
  readonly hasProvider: boolean;
  readonly expiresAt: Timestamp | null;
  /** It is the own one, which another administrator changes. */
  readonly isOwn: boolean;
  /** One administers all libraries in which it has a role, and may replace its password, end its sessions and delete it. */
  readonly isGoverned: boolean;
}

export interface StaffAccountListRecord {
  /** People first, each group by name. */
  readonly accounts: readonly StaffAccountRecord[];
}

export interface AccountSecretRecord {
  readonly staffId: string;
  readonly name: string;
  /** The API token, or the password, which must be changed after the first sign-in. It is shown only in this answer. Null: there is none. */
  readonly secret: string | null;
}

export function representAccount(
  { staffId, name, isMachine, oidcSubject, email, expiresAt, roles }: StaffMember,
  websiteId: number,
  seen: Pick<StaffAccountRecord, 'hasPassword' | 'isOwn' | 'isGoverned'>,
): StaffAccountRecord {
  const rolesIn = (library: number | null): Role[] =>
    roles.filter((each) => each.websiteId === library).map(({ role }) => role);
  return {
    ...{ staffId, name, isMachine },
    roles: rolesIn(websiteId),
    rolesInAllLibraries: rolesIn(null),
    hasProvider: oidcSubject !== null || email !== null,
    expiresAt: expiresAt && representTime(expiresAt),
    ...seen,
  };
}
