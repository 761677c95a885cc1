import { applyDecorators, UseGuards } from '@nestjs/common';
import { type LibrarySource, RequiredPermission, rolesAllowed } from './permissions.js';
import { StaffGuard } from './staff.guard.js';
import type { RoleNeeded } from './staff-principal.js';

/**
 * Admits staff with this role in the request's library, and its administrators, to a handler or to all handlers of a controller. `any`: any role but
 * `viewer`; `viewer`: any role.
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
