import { type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { Refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import { challenge, requireOneAuthorization } from './authorization.js';
import { RequestLimits } from '../limits/request-limits.js';
import { WrongTokens } from '../limits/wrong-tokens.js';
import type { Principal } from './principal.decorator.js';

/** Whom a token names. */
type Holder = PatronKey | Principal;

/** Passport has one list of strategies for the whole process. Each application names its own, so that none uses another's. */
@Injectable()
export class StrategyNames {
  private static applications = 0;
  private readonly application = ++StrategyNames.applications;
  /** Of the strategy that finds a token's patron. */
  readonly bearer = `bearer ${this.application}`;
  /** Of the one that finds its patron or its client. */
  readonly principal = `principal ${this.application}`;
}

/**
 * Admits a request when the strategy knows its token. Every problem with a token is 401 with a challenge: discovery
 * layers sign the patron in again on 401 and give up on anything else.
 */
function bearerGuard(strategy: 'bearer' | 'principal'): Type<IAuthGuard> {
  @Injectable()
  class Guard extends AuthGuard() {
    constructor(
      names: StrategyNames,
      private readonly limits: RequestLimits,
      private readonly wrongTokens: WrongTokens,
    ) {
      super({ defaultStrategy: names[strategy] });
    }

    override async canActivate(context: ExecutionContext): Promise<boolean> {
      const http = context.switchToHttp();
      const request = http.getRequest<Request>();
      requireOneAuthorization(request);
      const token = request.headers.authorization;
      if (token !== undefined) this.wrongTokens.admit(token, request, http.getResponse<Response>());
      const isAdmitted = (await super.canActivate(context)) as boolean;
      const turn = this.admit(request.user as Holder, http.getResponse<Response>());
      if (turn !== undefined) await turn;
      return isAdmitted;
    }

    /** @returns undefined if it is the request's turn at once. @throws Refusal `TooManyRequests` */
    private admit(holder: Holder, response: Response): Promise<void> | undefined {
      const {
        patron,
        clientId,
        websiteIds = [],
      }: Partial<Principal> = 'patronId' in holder ? { patron: holder } : holder;
      if (clientId !== undefined) this.limits.admitClient({ clientId, websiteIds }, response);
      return patron && this.limits.admitPatron(patron, response);
    }

    override handleRequest<Found>(
      error: unknown,
      holder: Found | false,
      _: unknown,
      context: ExecutionContext,
    ): Found {
      if (error instanceof Error) throw error;
      const http = context.switchToHttp();
      const request = http.getRequest<Request>();
      const token = request.headers.authorization;
      if (holder) {
        if (token !== undefined) this.wrongTokens.noteRight(token);
        return holder;
      }
      if (token !== undefined) this.wrongTokens.noteWrong(token, request, http.getResponse<Response>());
      const tokenGiven = token !== undefined;
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
