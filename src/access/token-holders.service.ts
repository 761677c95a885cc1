import { Injectable } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import type { Visitor } from '../http/visitor.decorator.js';
import { Database } from '../platform/database/database.js';
import { JwtService } from './jwt.service.js';
import { findHolderOfToken, findPatron, findPatronOfToken } from './tokens.store.js';

/** Whom a bearer token names: opaque ones are our own, JWTs the identity provider's. */
@Injectable()
export class TokenHoldersService {
  constructor(
    private readonly database: Database,
    private readonly jwts: JwtService,
  ) {}

  /** Undefined also for a client: it is nobody's `me`. */
  patron(token: string): Promise<PatronKey | undefined> {
    return this.jwts.reads(token) ? this.patronOfJwt(token) : findPatronOfToken(this.database, token);
  }

  async visitor(token: string): Promise<Visitor | undefined> {
    if (!this.jwts.reads(token)) return findHolderOfToken(this.database, token);
    const patron = await this.patronOfJwt(token);
    return patron && { patron, websiteIds: [patron.websiteId] };
  }

  private async patronOfJwt(token: string): Promise<PatronKey | undefined> {
    const patronId = await this.jwts.patronIdIn(token);
    return patronId === undefined ? undefined : findPatron(this.database, patronId);
  }
}
