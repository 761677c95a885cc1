import { type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { Refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import { challenge, requireOneAuthorization } from './authorization.js';
import { RequestLimits } from '../limits/request-limits.js';
import { WrongTokens } from '../limits/wrong-tokens.js';
import { bearerTokenOf } from './operator-tokens.js';
import type { Principal } from './principal.decorator.js';

/** The patron or client of a token. */
type Holder = PatronKey | Principal;

/** Passport has one list of strategies per process. Each application names its own, so that none uses another's. */
@Injectable()
export class StrategyNames {
  private static applications = 0;
  private readonly application = ++StrategyNames.applications;
  /** The strategy that finds a token's patron. */
  readonly bearer = `bearer ${this.application}`;
  /** The strategy that finds a token's patron or client. */
  readonly principal = `principal ${this.application}`;
}

/**
 * Admits a request when the strategy knows its token. Every problem with a token is 401 with a challenge: discovery layers sign the patron in again
 * on 401 and give up on anything else.
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
      const response = http.getResponse<Response>();
      // Whatever Passport may take for a token counts as one.
      const token = bearerTokenOf(request) ?? request.headers.authorization;
      if (token !== undefined && !(await this.wrongTokens.admit(token, request, response)))
        throw unauthorized(request, response);
      const isAdmitted = (await super.canActivate(context)) as boolean;
      if (request.user === undefined) return this.refuse(token, request, response);
      if (token !== undefined) this.wrongTokens.noteRight(token);
      const turn = this.admit(request.user as Holder, response);
      if (turn !== undefined) await turn;
      return isAdmitted;
    }

    private async refuse(token: string | undefined, request: Request, response: Response): Promise<never> {
      if (token !== undefined) await this.wrongTokens.noteWrong(token, request, response);
      throw unauthorized(request, response);
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

    /** An unknown holder is refused by `canActivate`, which may wait. */
    override handleRequest<Found>(error: unknown, holder: Found | false): Found {
      if (error instanceof Error) throw error;
      return (holder === false ? undefined : holder) as Found;
    }
  }
  return Guard;
}

/** The refusal of a request without a valid token. It also sets the challenge. */
function unauthorized({ headers }: Request, response: Response): Refusal {
  const tokenGiven = headers.authorization !== undefined;
  challenge(response, tokenGiven);
  return new Refusal(
    'Unauthorized',
    tokenGiven
      ? 'The access token is unknown, expired or revoked.'
      : 'The request needs the header "Authorization: Bearer <access token>".',
  );
}

/** For resources of a patron: the token says who `me` is. */
@Injectable()
export class BearerGuard extends bearerGuard('bearer') {}

/** For resources that a library shows to its patrons and to the clients that serve it. */
@Injectable()
export class PrincipalGuard extends bearerGuard('principal') {}
