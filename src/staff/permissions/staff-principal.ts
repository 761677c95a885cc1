/** The work of staff in a library: viewing its figures, serving patrons at the desk, building the collections, or administering the whole library. */
export type Role = 'viewer' | 'desk' | 'collections' | 'admin';

export const ROLES: readonly Role[] = ['viewer', 'desk', 'collections', 'admin'];

/** A role, or that of everyone who works in the library (`any`), which excludes viewers. */
export type RoleNeeded = Role | 'any';

export interface RoleInLibrary {
  /** Null: all libraries, including future ones. */
  readonly websiteId: number | null;
  readonly role: Role;
}

/** The user of the operator's endpoints or the console: staff, a machine or the installation. */
export interface StaffPrincipal {
  /** `installation`: the operator's token in the settings, which may do everything; `token`: a machine's API token. */
  readonly kind: 'installation' | 'staff' | 'token';
  readonly id: string;
  readonly name: string;
  readonly roles: readonly RoleInLibrary[];
  /** Signed in with a generated password: only changing it is allowed. */
  readonly mustChangePassword?: boolean;
}

/** The principal of the operator's token. */
export const INSTALLATION: StaffPrincipal = {
  kind: 'installation',
  id: 'installation',
  name: 'installation',
  roles: [],
};

/** Whether the principal has any role in the library. */
export function serves({ kind, roles }: StaffPrincipal, websiteId: number): boolean {
  return kind === 'installation' || roles.some((own) => isIn(own, websiteId));
}

/** Whether it is a role in this library. */
export function isIn(role: RoleInLibrary, websiteId: number): boolean {
  return role.websiteId === null || role.websiteId === websiteId;
}

/** The libraries in which the principal has a role, or one of these roles; undefined: all. */
export function librariesServed(
  { kind, roles }: StaffPrincipal,
  wanted: readonly Role[] = ROLES,
): number[] | undefined {
  if (kind === 'installation') return undefined;
  const own = roles.filter(({ role }) => wanted.includes(role)).map(({ websiteId }) => websiteId);
  return own.includes(null) ? undefined : [...new Set(own.filter((websiteId) => websiteId !== null))];
}
