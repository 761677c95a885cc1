import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Client } from '../access/oauth/clients.store.js';
import type { OAuthErrorCode } from '../access/oauth/oauth-error.representation.js';
import { OAuthRefusal } from '../access/oauth/oauth-refusal.js';
import { type GivenToken, SignInService } from '../access/sign-in/sign-in.service.js';
import { type ErrorCode, Refusal, refusedField } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import { RequestLimits } from '../http/limits/request-limits.js';
import { Database } from '../platform/database/database.js';
import { findLibrary } from '../platform/database/libraries.store.js';
import type { ShelfSignIn } from './shelf.requests.js';

/**
 * Signs patrons in and out for the page, which can keep no client's secret. The shelf of a library counts as one client, but
 * wrong PINs never close it: an attacker can send them.
 */
@Injectable()
export class ShelfSignInService {
  constructor(
    private readonly database: Database,
    private readonly signIns: SignInService,
    private readonly limits: RequestLimits,
  ) {}

  /** @throws Refusal `Unauthorized`, `TooManyRequests`, `InvalidFieldValue`, `LibraryUnavailable`, `PatronCategoryUnknown` */
  async signIn(signIn: ShelfSignIn, response: Response): Promise<GivenToken> {
    const client = shelfOf(signIn.websiteId);
    if ((await findLibrary(this.database, signIn.websiteId)) === undefined)
      throw refusedField('websiteId', 'must be the number of a library.');
    this.limits.admitClient(client, response);
    try {
      return await this.signIns.patronToken(client, signIn);
    } catch (error) {
      throw error instanceof OAuthRefusal ? refusalOf(error, response) : error;
    }
  }

  /** Ends the patron's token. One of an identity provider stays good: only the provider can end it. */
  async signOut({ websiteId }: PatronKey, token: string): Promise<void> {
    try {
      await this.signIns.revoke(shelfOf(websiteId), token);
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
    }
  }
}

/** It has no record and no secret: no client can sign in as it. */
function shelfOf(websiteId: number): Client {
  return {
    clientId: `/shelf/${websiteId}`,
    secretHash: Buffer.alloc(0),
    websiteIds: [websiteId],
    isPublic: true,
  };
}

const CODE_OF: Readonly<Partial<Record<OAuthErrorCode, ErrorCode>>> = {
  unauthorized_client: 'Unauthorized',
  invalid_grant: 'TooManyRequests',
};

/** The page shows the service's own errors, like those of all other addresses that it uses. */
function refusalOf({ error, description, retryAfterSeconds }: OAuthRefusal, response: Response): Refusal {
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  return new Refusal(CODE_OF[error] ?? 'InvalidFieldValue', description);
}
