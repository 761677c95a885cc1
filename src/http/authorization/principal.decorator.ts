import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { PatronKey } from '../../domain/patron.js';

/** The patron or client that reads a library's resources. */
export interface Principal {
  /** The patron's own library, or those that the client serves. */
  readonly websiteIds: readonly number[];
  /** Absent if the token is a client's, which acts for no patron. */
  readonly patron?: PatronKey;
  /** Absent if the token is a patron's. */
  readonly clientId?: string;
}

/** The token's patron: `me` in every path. Use it only behind the BearerGuard. */
export const Me = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().user as PatronKey,
);

/** The token's patron or client. Use it only behind the PrincipalGuard. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().user as Principal,
);
