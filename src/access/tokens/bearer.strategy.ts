import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy, type VerifyFunctions } from 'passport-http-bearer';
import type { PatronKey } from '../../domain/patron.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { TokenHoldersService } from './token-holders.service.js';

/** The library would also take a token from the query or the body, where logs and histories see it: it never sees those. */
class HeaderStrategy extends Strategy<VerifyFunctions> {
  override authenticate({ headers }: Request): void {
    super.authenticate({ headers: { authorization: headers.authorization } } as Request);
  }
}

/** Bearer tokens of patrons (contract: #authentication). */
@Injectable()
export class BearerStrategy extends PassportStrategy(HeaderStrategy, 'bearer') {
  constructor(private readonly holders: TokenHoldersService) {
    super();
  }

  /** Called with the token by the library; false refuses it. */
  async validate(token: string): Promise<PatronKey | false> {
    return (await this.holders.patron(token)) ?? false;
  }
}

/** Bearer tokens of patrons and of clients, for what a library shows to both (decision 25). */
@Injectable()
export class PrincipalStrategy extends PassportStrategy(HeaderStrategy, 'principal') {
  constructor(private readonly holders: TokenHoldersService) {
    super();
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.holders.principal(token)) ?? false;
  }
}
