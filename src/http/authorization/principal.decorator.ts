import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { PatronKey } from '../../domain/patron.js';

/** The patron or client that reads what a library shows to its patrons and to the clients that serve it. */
export interface Principal {
  /** What may be shown: the patron's own library, or those that the client serves. */
  readonly websiteIds: readonly number[];
  /** Absent: the token is a client's, which acts for no patron. */
  readonly patron?: PatronKey;
  /** Absent: the token is a patron's. */
  readonly clientId?: string;
}

/** The patron whom the request's token names: `me` in every path. Only behind the BearerGuard. */
export const Me = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().user as PatronKey,
);

/** Whom the request's token names. Only behind the PrincipalGuard. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().user as Principal,
);
