import { type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { Refusal } from '../domain/errors.js';
import { challenge, requireOneAuthorization } from './authorization.js';

/**
 * Lets a request in when the strategy knows its token. Every problem with a token is 401 with a challenge: discovery
 * layers sign the patron in again on 401 and give up on anything else.
 */
function bearerGuard(strategy: string): Type<IAuthGuard> {
  @Injectable()
  class Guard extends AuthGuard(strategy) {
    override canActivate(context: ExecutionContext): ReturnType<IAuthGuard['canActivate']> {
      requireOneAuthorization(context.switchToHttp().getRequest<Request>());
      return super.canActivate(context);
    }

    override handleRequest<Holder>(
      error: unknown,
      holder: Holder | false,
      _: unknown,
      context: ExecutionContext,
    ): Holder {
      if (error instanceof Error) throw error;
      if (holder) return holder;
      const http = context.switchToHttp();
      const tokenGiven = http.getRequest<Request>().headers.authorization !== undefined;
      challenge(http.getResponse<Response>(), tokenGiven);
      throw new Refusal(
        'Unauthorized',
        tokenGiven
          ? 'The access token is unknown, expired or revoked.'
          : 'The request needs the header "Authorization: Bearer <access token>".',
      );
    }
  }
  return Guard;
}

/** For what is a patron's own: the token says who `me` is. */
@Injectable()
export class BearerGuard extends bearerGuard('bearer') {}

/** For what a library shows to its patrons and to the clients that serve it. */
@Injectable()
export class PrincipalGuard extends bearerGuard('principal') {}
