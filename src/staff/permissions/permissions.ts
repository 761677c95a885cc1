import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { RecordKindName, RecordScope } from '../../records/engine/record-kind.js';
import {
  isIn,
  librariesServed,
  type Role,
  type RoleNeeded,
  ROLES,
  type StaffPrincipal,
} from './staff-principal.js';

/**
 * Where a request names the library that it is about:
 * - `path`: `:websiteId` in the address, or the library of its `:patronId`; where it has both, they must agree;
 * - `query`: `websiteId` in the query, and at the console in the address; without it, what is answered is confined to the libraries of the principal;
 * - `body`: each record of the body has its own;
 * - `own`: nowhere: what is answered or changed is confined to the libraries of the principal;
 * - `open`: nowhere, and no sign-in is needed.
 */
export type LibrarySource = 'path' | 'query' | 'body' | 'own' | 'open';

export interface Permission {
  readonly library: LibrarySource;
  /** Any of them, in the library that the request is about. The installation needs none. */
  readonly roles: readonly Role[];
}

/** What `@Allow` and `@AllowAnyone` say of a handler, or of all handlers of a controller. */
export const RequiredPermission = Reflector.createDecorator<Permission>();

/** @throws Error unless either the handler or its controller says so: each of the two would bring the guard */
export function permissionAt(handler: { readonly name: string }, controller: Type): Permission {
  const [permission, ...others] = [handler, controller]
    .map((each) => Reflect.getMetadata(RequiredPermission.KEY, each) as Permission | undefined)
    .filter((each) => each !== undefined);
  const name = `${controller.name}.${handler.name}`;
  if (permission === undefined) throw new Error(`${name} does not say whom it lets in: give it @Allow().`);
  if (others.length > 0) throw new Error(`${name} says twice whom it lets in: its controller says it, too.`);
  return permission;
}

/** Who may do what staff with this role do: an administrator may do all of it, and every other role what a viewer may do. */
export function rolesAllowed(role: RoleNeeded): readonly Role[] {
  if (role === 'viewer') return ROLES;
  if (role === 'any') return ROLES.filter((each) => each !== 'viewer');
  return ROLES.filter((each) => each === role || each === 'admin');
}

/**
 * Who may apply which records (docs/records.md) in their library. Tokens and clients
 * let others in: those are the installation's alone, and so are titles, which all libraries share, but for those of a library's own source.
 */
export const RECORD_ROLES: Readonly<Record<RecordKindName, readonly Role[]>> = {
  library: rolesAllowed('admin'),
  settings: rolesAllowed('admin'),
  category: rolesAllowed('admin'),
  hold: rolesAllowed('admin'),
  checkout: rolesAllowed('admin'),
  collection: rolesAllowed('collections'),
  copies: rolesAllowed('collections'),
  withdrawal: rolesAllowed('collections'),
  patron: rolesAllowed('desk'),
  title: rolesAllowed('admin'),
  token: [],
  client: [],
};

/** Whether the principal may apply such a record. Deleting a patron is as at the patron's own address. */
export function permitsRecord(
  { kind, roles }: StaffPrincipal,
  { kind: recordKind, isRemoval, websiteId }: RecordScope,
): boolean {
  if (kind === 'installation') return true;
  const needed = recordKind === 'patron' && isRemoval ? rolesAllowed('admin') : RECORD_ROLES[recordKind];
  // Only the installation may apply records of no library or of several: no role suffices for them.
  return roles.some((own) => websiteId !== undefined && isIn(own, websiteId) && needed.includes(own.role));
}

/** @param websiteId the library that it is about; absent: any in which the principal has one of the roles */
export function permits(
  { kind, roles }: StaffPrincipal,
  permission: Permission,
  websiteId?: number,
): boolean {
  if (kind === 'installation') return true;
  return roles.some(
    (own) => permission.roles.includes(own.role) && (websiteId === undefined || isIn(own, websiteId)),
  );
}

/** Whether the principal may do in this library what the role may. */
export function isOpenTo(principal: StaffPrincipal, role: RoleNeeded, websiteId: number): boolean {
  return permits(principal, { library: 'path', roles: rolesAllowed(role) }, websiteId);
}

/** Whether the principal administers each of these libraries. Null: all that there are, also those that are added later. */
export function administers(principal: StaffPrincipal, websiteIds: readonly number[] | null): boolean {
  const own = librariesServed(principal, ['admin']);
  return own === undefined || (websiteIds?.every((websiteId) => own.includes(websiteId)) ?? false);
}
