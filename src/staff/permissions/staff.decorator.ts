import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { StaffPrincipal } from './staff-principal.js';

/** Whom the request's token or session names. Only behind the StaffGuard. */
export const Staff = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().user as StaffPrincipal,
);
