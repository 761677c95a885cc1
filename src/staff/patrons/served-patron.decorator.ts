import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { PatronKey } from '../../domain/patron.js';
import { patronAddress } from '../addresses/addresses.js';
import { patronOf } from '../permissions/staff.guard.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** A patron, and the member of staff who serves the patron. */
export interface ServedPatron {
  readonly patron: PatronKey;
  readonly staff: StaffPrincipal;
}

/** The address of the patron's page. */
export function addressOf({ patron: { websiteId, patronId } }: ServedPatron): string {
  return patronAddress(websiteId, patronId);
}

/** The patron in the path. Use it only behind the StaffGuard, which has found the patron. */
export const Served = createParamDecorator((_: undefined, context: ExecutionContext): ServedPatron => {
  const http = context.switchToHttp();
  const staff = http.getRequest<Request>().user as StaffPrincipal;
  return { patron: patronOf(http.getResponse<Response>()), staff };
});
