import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { librariesNamed } from './named-libraries.js';
import { permissionAt } from './permissions.js';
import { librariesServed, type Role, type StaffPrincipal } from './staff-principal.js';

/** The principal of the request's token or session. Use it only behind the StaffGuard. */
export const Staff = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().user as StaffPrincipal,
);

/**
 * The libraries to which the answer is limited: the one that the request names, or else those in which the principal's role suffices; undefined: all.
 * For a part of the answer with stricter rules, name the roles. Use it only behind the StaffGuard.
 */
export const RequestedLibraries = createParamDecorator(
  (allowed: readonly Role[] | undefined, context: ExecutionContext): readonly number[] | undefined => {
    const request = context.switchToHttp().getRequest<Request>();
    const { library, roles } = permissionAt(context.getHandler(), context.getClass());
    const own = librariesServed(request.user as StaffPrincipal, allowed ?? roles);
    // The guard has checked the query only if `@Allow` says that it names the library.
    const named = library === 'query' ? librariesNamed(library, request) : [];
    if (named.length === 0) return own;
    return own === undefined ? named : named.filter((websiteId) => own.includes(websiteId));
  },
);
