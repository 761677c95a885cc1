import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { Database } from '../platform/database/database.js';
import { type Card, findCardHolder, forgetAttempts, GUESSING_SECONDS, takeAttempt } from './cards.store.js';
import { type Client, findClient, hashSecret } from './clients.store.js';
import { OAuthRefusal } from './oauth-refusal.js';
import type { ClientCredentials } from './oauth.requests.js';
import { hashPin, verifyPin } from './pin.js';
import { keepClientToken, keepToken, newToken, revokeToken } from './tokens.store.js';

export interface GivenToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

export interface SignIn extends Card {
  readonly pin: string;
  /** The client asks to be let in by the card alone. The library decides. */
  readonly withoutPin: boolean;
}

/** How patrons and clients come by their tokens, and lose them. */
@Injectable()
export class SignInService {
  /** Verified in place of the PIN of a card that nobody has, so that the answer comes no sooner. */
  private readonly nobodysPin = hashPin('nobody');
  private readonly expiresInSeconds: number;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) { tokenSeconds }: Config,
  ) {
    this.expiresInSeconds = tokenSeconds;
  }

  /** @throws OAuthRefusal `invalid_client` */
  async client({ clientId, secret }: ClientCredentials): Promise<Client> {
    const client = await findClient(this.database, clientId);
    const given = hashSecret(secret);
    if (client === undefined || !timingSafeEqual(given, client.secretHash))
      throw new OAuthRefusal('invalid_client', 'The client or its secret is unknown.');
    return client;
  }

  /**
   * A token for the holder of a card. An unknown card and a wrong PIN get the same answer after the same work; after ten
   * wrong PINs in fifteen minutes the card is refused for fifteen.
   * @throws OAuthRefusal `invalid_scope`, `invalid_grant`
   */
  async patronToken(client: Client, signIn: SignIn): Promise<GivenToken> {
    if (!client.websiteIds.includes(signIn.websiteId))
      throw new OAuthRefusal('invalid_scope', 'The client does not serve this library.');
    if (!(await takeAttempt(this.database, signIn)))
      throw new OAuthRefusal(
        'invalid_grant',
        'Too many wrong PINs: this card is refused for 15 minutes.',
        GUESSING_SECONDS,
      );
    const patronId = await this.holderOf(signIn);
    const token = newToken();
    const kept =
      patronId !== undefined && (await keepToken(this.database, token, patronId, this.expiresInSeconds));
    if (!kept) throw new OAuthRefusal('invalid_grant', 'The card or the PIN is wrong.');
    await forgetAttempts(this.database, signIn);
    return { token, expiresInSeconds: this.expiresInSeconds };
  }

  private async holderOf(signIn: SignIn): Promise<number | undefined> {
    const holder = await findCardHolder(this.database, signIn);
    const isRight = await verifyPin(signIn.pin, holder?.pinHash ?? (await this.nobodysPin));
    if (holder === undefined) return undefined;
    const needsNoPin = signIn.withoutPin && !holder.pinRequired;
    return needsNoPin || (isRight && holder.pinHash !== null) ? holder.patronId : undefined;
  }

  async clientToken({ clientId }: Client): Promise<GivenToken> {
    const token = newToken();
    await keepClientToken(this.database, token, clientId, this.expiresInSeconds);
    return { token, expiresInSeconds: this.expiresInSeconds };
  }

  /** Ends a token, if it is the client's to end. Which it was is not told (RFC 7009, 2.2). */
  revoke(client: Client, token: string): Promise<void> {
    return revokeToken(this.database, token, client);
  }
}
