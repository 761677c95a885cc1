import { applyDecorators, UseGuards } from '@nestjs/common';
import { type LibrarySource, RequiredPermission, rolesAllowed } from './permissions.js';
import { StaffGuard } from './staff.guard.js';
import type { Role } from './staff-principal.js';

/**
 * Lets staff use a handler: those with this role (`any`: with any role) in the library that the request is about, and its
 * administrators.
 */
export function Allow(
  role: Role | 'any',
  { library }: { readonly library: Exclude<LibrarySource, 'open'> },
): MethodDecorator {
  return applyDecorators(RequiredPermission({ library, roles: rolesAllowed(role) }), UseGuards(StaffGuard));
}

/** For a handler of staff routes that needs no sign-in. */
export function AllowAnyone(): MethodDecorator {
  return RequiredPermission({ library: 'open', roles: [] });
}
