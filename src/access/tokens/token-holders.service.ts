import { Injectable } from '@nestjs/common';
import type { PatronKey } from '../../domain/patron.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { Database } from '../../platform/database/database.js';
import { JwtService } from '../providers/jwt.service.js';
import { findPrincipalOfToken, findPatronOfToken } from './tokens.store.js';

/** Finds who holds a bearer token: opaque tokens are our own, JWTs those of identity providers. */
@Injectable()
export class TokenHoldersService {
  constructor(
    private readonly database: Database,
    private readonly jwts: JwtService,
  ) {}

  /** Undefined also for a client: it acts for no patron, and so there is no `me`. */
  patron(token: string): Promise<PatronKey | undefined> {
    return this.jwts.looksLikeJwt(token) ? this.patronOfJwt(token) : findPatronOfToken(this.database, token);
  }

  async principal(token: string): Promise<Principal | undefined> {
    const patron = this.jwts.looksLikeJwt(token) ? await this.jwts.patronOf(token) : 'opaque';
    if (patron === 'opaque') return findPrincipalOfToken(this.database, token);
    return patron && { patron, websiteIds: [patron.websiteId] };
  }

  private async patronOfJwt(token: string): Promise<PatronKey | undefined> {
    const patron = await this.jwts.patronOf(token);
    return patron === 'opaque' ? findPatronOfToken(this.database, token) : patron;
  }
}
