import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { StaffPrincipal } from '../staff/staff-principal.js';

/** Who carries the operator's token may do everything in every library. */
const INSTALLATION: StaffPrincipal = {
  kind: 'installation',
  id: 'installation',
  name: 'Installation',
  roles: [],
};

export function staffOf(_request: Request): StaffPrincipal {
  return INSTALLATION;
}

export const SignedInStaff = createParamDecorator((_: undefined, context: ExecutionContext): StaffPrincipal =>
  staffOf(context.switchToHttp().getRequest<Request>()),
);
