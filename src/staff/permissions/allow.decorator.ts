import { applyDecorators, UseGuards } from '@nestjs/common';
import { type LibrarySource, RequiredPermission, rolesAllowed } from './permissions.js';
import { StaffGuard } from './staff.guard.js';
import type { RoleNeeded } from './staff-principal.js';

/**
 * Lets staff use a handler, or all handlers of a controller: those with this role in the library that the request is about, and its
 * administrators. `any`: with any role but `viewer`; `viewer`: with any role.
 */
export function Allow(
  role: RoleNeeded,
  { library }: { readonly library: Exclude<LibrarySource, 'open'> },
): ClassDecorator & MethodDecorator {
  return applyDecorators(RequiredPermission({ library, roles: rolesAllowed(role) }), UseGuards(StaffGuard));
}

/** For staff routes that need no sign-in. */
export function AllowAnyone(): ClassDecorator & MethodDecorator {
  return RequiredPermission({ library: 'open', roles: [] });
}
