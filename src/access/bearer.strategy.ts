import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import type { PatronKey } from '../domain/patron.js';
import { Database } from '../platform/database/database.js';
import { JwtService } from './jwt.service.js';
import { findPatron, findPatronOfToken } from './tokens.store.js';

/** Bearer tokens (contract, Authentication): opaque ones of our own, and JWTs of the library's identity provider. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    private readonly database: Database,
    private readonly jwts: JwtService,
  ) {
    super();
  }

  /** The library would also take a token from the query or the body, where logs and histories see it: it never sees those. */
  override authenticate({ headers }: Request): void {
    super.authenticate({ headers: { authorization: headers.authorization } } as Request);
  }

  /** Called with the token by the library; false refuses it. */
  async validate(token: string): Promise<PatronKey | false> {
    return (await this.patronOf(token)) ?? false;
  }

  private async patronOf(token: string): Promise<PatronKey | undefined> {
    if (!this.jwts.reads(token)) return findPatronOfToken(this.database, token);
    const patronId = await this.jwts.patronIdIn(token);
    return patronId === undefined ? undefined : findPatron(this.database, patronId);
  }
}
