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
 * Where a request names its library:
 * - `path`: `:websiteId` in the address, or the library of its `:patronId`; both must agree;
 * - `query`: `websiteId` in the query, or at the console in the address; without it, the answer is limited to the libraries of the principal;
 * - `body`: each record of the body has its own;
 * - `own`: nowhere; the answer or change is limited to the libraries of the principal;
 * - `open`: nowhere; no sign-in is needed.
 */
export type LibrarySource = 'path' | 'query' | 'body' | 'own' | 'open';

export interface Permission {
  readonly library: LibrarySource;
  /** One of these in the request's library suffices. The installation needs none. */
  readonly roles: readonly Role[];
}

/** The permission that `@Allow` or `@AllowAnyone` sets for a handler, or for all handlers of a controller. */
export const RequiredPermission = Reflector.createDecorator<Permission>();

/** @throws Error unless exactly one of handler and controller declares it: each of them would bring the guard */
export function permissionAt(handler: { readonly name: string }, controller: Type): Permission {
  const [permission, ...others] = [handler, controller]
    .map((each) => Reflect.getMetadata(RequiredPermission.KEY, each) as Permission | undefined)
    .filter((each) => each !== undefined);
  const name = `${controller.name}.${handler.name}`;
  if (permission === undefined) throw new Error(`${name} does not say whom it lets in: give it @Allow().`);
  if (others.length > 0) throw new Error(`${name} says twice whom it lets in: its controller says it, too.`);
  return permission;
}

/** The roles that include the given one: an administrator has all rights, and every role has those of a viewer. */
export function rolesAllowed(role: RoleNeeded): readonly Role[] {
  if (role === 'viewer') return ROLES;
  if (role === 'any') return ROLES.filter((each) => each !== 'viewer');
  return ROLES.filter((each) => each === role || each === 'admin');
}

/**
 * The roles that may apply each kind of record (docs/records.md) in their library. Only the installation may apply tokens and clients, which let
 * others in, and titles, which all libraries share; titles of a library's own source are its own.
 */
export const RECORD_ROLES: Readonly<Record<RecordKindName, readonly Role[]>> = {
  library: rolesAllowed('admin'),
  settings: rolesAllowed('admin'),
  calendar: rolesAllowed('admin'),
  category: rolesAllowed('admin'),
  hold: rolesAllowed('admin'),
  checkout: rolesAllowed('admin'),
  collection: rolesAllowed('collections'),
  copies: rolesAllowed('collections'),
  licence: rolesAllowed('collections'),
  withdrawal: rolesAllowed('collections'),
  patron: rolesAllowed('desk'),
  title: rolesAllowed('admin'),
  token: [],
  client: [],
};

/** Whether the principal may apply such a record. Deleting a patron requires the same role as in the console. */
export function permitsRecord(
  { kind, roles }: StaffPrincipal,
  { kind: recordKind, isRemoval, websiteId }: RecordScope,
): boolean {
  if (kind === 'installation') return true;
  const needed = recordKind === 'patron' && isRemoval ? rolesAllowed('admin') : RECORD_ROLES[recordKind];
  // Only the installation may apply records of no library or of several.
  return roles.some((own) => websiteId !== undefined && isIn(own, websiteId) && needed.includes(own.role));
}

/** @param websiteId the library in question; absent: any in which the principal has one of the roles */
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

/** Whether the principal has the role's rights in this library. */
export function isOpenTo(principal: StaffPrincipal, role: RoleNeeded, websiteId: number): boolean {
  return permits(principal, { library: 'path', roles: rolesAllowed(role) }, websiteId);
}

/** Whether the principal administers each of these libraries. Null: all libraries, including future ones. */
export function administers(principal: StaffPrincipal, websiteIds: readonly number[] | null): boolean {
  const own = librariesServed(principal, ['admin']);
  return own === undefined || (websiteIds?.every((websiteId) => own.includes(websiteId)) ?? false);
}
