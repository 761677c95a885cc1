import { Injectable } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import type { Principal } from '../http/principal.decorator.js';
import { Database } from '../platform/database/database.js';
import { JwtService } from './jwt.service.js';
import { findPrincipalOfToken, findPatron, findPatronOfToken } from './tokens.store.js';

/** Finds who holds a bearer token: opaque tokens are our own, JWTs the identity provider's. */
@Injectable()
export class TokenHoldersService {
  constructor(
    private readonly database: Database,
    private readonly jwts: JwtService,
  ) {}

  /** Undefined also for a client: it acts for no patron, and so there is no `me`. */
  patron(token: string): Promise<PatronKey | undefined> {
    return this.jwts.reads(token) ? this.patronOfJwt(token) : findPatronOfToken(this.database, token);
  }

  async principal(token: string): Promise<Principal | undefined> {
    if (!this.jwts.reads(token)) return findPrincipalOfToken(this.database, token);
    const patron = await this.patronOfJwt(token);
    return patron && { patron, websiteIds: [patron.websiteId] };
  }

  private async patronOfJwt(token: string): Promise<PatronKey | undefined> {
    const patronId = await this.jwts.patronIdIn(token);
    return patronId === undefined ? undefined : findPatron(this.database, patronId);
  }
}
