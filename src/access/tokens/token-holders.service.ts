import { Injectable } from '@nestjs/common';
import type { PatronKey } from '../../domain/patron.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { Database } from '../../platform/database/database.js';
import { JwtService } from '../providers/jwt.service.js';
import { findEndedTokens, findPrincipalOfToken, findPatronOfToken, hashToken } from './tokens.store.js';

/** How often a JWT is checked again, which cannot be revoked here. */
const JWT_SECONDS = 300;

/** What is kept of a valid token, to notice its end. */
export type HeldToken = { readonly hash: Buffer } | { readonly endsAt: number };

/** Finds the holder of a bearer token: opaque tokens are the service's own, JWTs are of identity providers. */
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

  /**
   * For an answer that stays open.
   * @param token must be valid now
   */
  hold(token: string): HeldToken {
    if (!this.jwts.looksLikeJwt(token)) return { hash: hashToken(token) };
    return { endsAt: Math.min(this.jwts.endOf(token) ?? Infinity, Date.now() + JWT_SECONDS * 1000) };
  }

  /** The tokens that are no longer valid, by one statement. */
  async findEnded(tokens: readonly HeldToken[]): Promise<Set<HeldToken>> {
    const opaque = tokens.filter((token) => 'hash' in token);
    const hashes =
      opaque.length === 0
        ? []
        : await findEndedTokens(
            this.database,
            opaque.map(({ hash }) => hash),
          );
    const ended = new Set(hashes.map((hash) => hash.toString('hex')));
    return new Set(
      tokens.filter((token) =>
        'hash' in token ? ended.has(token.hash.toString('hex')) : token.endsAt <= Date.now(),
      ),
    );
  }

  private async patronOfJwt(token: string): Promise<PatronKey | undefined> {
    const patron = await this.jwts.patronOf(token);
    return patron === 'opaque' ? findPatronOfToken(this.database, token) : patron;
  }
}
