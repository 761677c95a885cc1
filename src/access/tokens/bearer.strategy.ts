import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Request } from 'express';
import passport from 'passport';
import { Strategy, type VerifyFunctions } from 'passport-http-bearer';
import { StrategyNames } from '../../http/authorization/bearer.guard.js';
import { WrongTokens } from '../../http/limits/wrong-tokens.js';
import { JwtService } from '../providers/jwt.service.js';
import { TokenHoldersService } from './token-holders.service.js';

/** Never takes a token from the query or the body, as the package would: logs and histories see those. */
class HeaderStrategy extends Strategy<VerifyFunctions> {
  override authenticate({ headers }: Request): void {
    super.authenticate({ headers: { authorization: headers.authorization } } as Request);
  }
}

/**
 * Finds the holder of a bearer token for Passport (contract: #authentication): a patron only, or also a client, for what a library shows to
 * both (decision 10).
 */
@Injectable()
export class BearerStrategies implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly holders: TokenHoldersService,
    private readonly names: StrategyNames,
    private readonly jwts: JwtService,
    private readonly wrongTokens: WrongTokens,
  ) {}

  onModuleInit(): void {
    this.wrongTokens.exempt((token) => this.jwts.isOfKnownIssuer(token));
    passport.use(
      this.names.bearer,
      strategyOf((token) => this.holders.patron(token)),
    );
    passport.use(
      this.names.principal,
      strategyOf((token) => this.holders.principal(token)),
    );
  }

  onApplicationShutdown(): void {
    passport.unuse(this.names.bearer);
    passport.unuse(this.names.principal);
  }
}

/** @param find the holder of a token; undefined refuses it */
function strategyOf(find: (token: string) => Promise<object | undefined>): HeaderStrategy {
  return new HeaderStrategy((token, done) => {
    find(token)
      .then((holder) => {
        done(null, holder ?? false);
      })
      .catch(done);
  });
}
