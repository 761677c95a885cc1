import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { typedCard } from '../../domain/patron.js';
import { Database } from '../../platform/database/database.js';
import { LiveSettings } from '../../platform/settings/live-settings.js';
import {
  type Card,
  type CardHolder,
  findCardHolder,
  findOtherHash,
  hasPinHash,
  replacePinHash,
} from './cards.store.js';
import { type Client, findClient } from '../oauth/clients.store.js';
import { JwtService } from '../providers/jwt.service.js';
import { OAuthRefusal } from '../oauth/oauth-refusal.js';
import type { PresentedCredentials } from '../oauth/oauth.requests.js';
import { IlsService } from '../ils/ils.service.js';
import { DUMMY_PIN_HASH, hashPin, isOutdated, verifyPin } from './pin.js';
import { type SignInAttempt, SignInAttempts, type SignInWait } from './sign-in-attempts.js';
import { type GivenToken, GivenTokens } from '../tokens/given-tokens.js';
import { hashToken, newSecret, revokeToken, saveClientToken, saveToken } from '../tokens/tokens.store.js';

export type { Client } from '../oauth/clients.store.js';
export type { GivenToken } from '../tokens/given-tokens.js';

export type FoundClient =
  | { readonly isRight: true; readonly client: Client; readonly reading: PresentedCredentials }
  | { readonly isRight: false; readonly client: Client | undefined };

export interface SignIn extends Card {
  /** Ignored by a library that requires no PIN; it may be empty. */
  readonly pin: string;
  readonly addressRange: string;
}

/** The limit of a range of addresses in 15 minutes, while the library's shelf as a whole has too many wrong PINs. */
const MAX_PER_ADDRESS_IN_ATTACK = 30;

/** Compared when the client is unknown, so that the answer takes as long. Secrets are long and random, so they are hashed like tokens. */
const DUMMY_SECRET_HASH = hashToken(newSecret());

/** Issues and revokes the tokens of patrons and clients. */
@Injectable()
export class SignInService {
  private readonly attempts: SignInAttempts;

  constructor(
    private readonly database: Database,
    private readonly jwts: JwtService,
    private readonly settings: LiveSettings,
    private readonly tokens: GivenTokens,
    private readonly ils: IlsService,
  ) {
    this.attempts = new SignInAttempts(database);
  }

  /** The client whose credentials one of these readings matches, or else the one that they only name. */
  async findClient(readings: readonly PresentedCredentials[]): Promise<FoundClient> {
    let named: Client | undefined;
    for (const reading of readings) {
      const client = await findClient(this.database, reading.clientId);
      const isRight = timingSafeEqual(hashToken(reading.secret), client?.secretHash ?? DUMMY_SECRET_HASH);
      if (client !== undefined && isRight) return { isRight, client, reading };
      named ??= client;
    }
    return { isRight: false, client: named };
  }

  /**
   * A token for the holder of a card. An unknown card and a wrong PIN get the same answer after the same work. After ten wrong PINs in
   * fifteen minutes the card is refused for fifteen. A range of addresses, or a client with a secret, is refused too after too many wrong
   * PINs for any cards, by all processes.
   * @throws OAuthRefusal `invalid_scope`, `unauthorized_client` for a wrong card or PIN, `invalid_grant` while a card or source is refused
   * @throws Refusal `TooManyRequests` when too many sign-ins are in progress; `LibraryUnavailable`, `PatronCategoryUnknown`
   */
  async patronToken(client: Client, typed: SignIn): Promise<GivenToken> {
    const signIn = { ...typed, cardNumber: typedCard(typed.cardNumber) };
    if (!client.websiteIds.includes(signIn.websiteId))
      throw new OAuthRefusal('invalid_scope', 'The client does not serve this library.');
    const outcome = await this.attempts.run(this.attemptOf(client, signIn), () => this.tokenFor(signIn));
    if (!('refused' in outcome)) return outcome;
    throw outcome.refused === 'wait'
      ? waitRefusal(outcome)
      : new OAuthRefusal('unauthorized_client', 'The card or the PIN is wrong.');
  }

  /** A client without a secret is never refused: networks are, and sooner while many guess through the client. */
  private attemptOf({ clientId, isPublic = false }: Client, signIn: SignIn): SignInAttempt {
    const { websiteId, cardNumber, addressRange } = signIn;
    const { perClient, perAddress } = this.settings.current.wrongPins;
    const entry = { card: `${websiteId} ${cardNumber.toLowerCase()}`, clientId, countedCard: signIn };
    const address = { kind: 'address', name: addressRange, maxFailures: perAddress } as const;
    if (!isPublic) {
      const sources = [{ kind: 'client', name: clientId, maxFailures: perClient } as const, address];
      return { ...entry, network: undefined, sources };
    }
    const maxFailuresInAttack = Math.min(perAddress || MAX_PER_ADDRESS_IN_ATTACK, MAX_PER_ADDRESS_IN_ATTACK);
    return {
      ...entry,
      network: addressRange,
      sources: [{ ...address, maxFailuresInAttack }],
      place: { kind: 'shelf', name: clientId, maxFailures: perClient },
    };
  }

  /** @returns undefined for an unknown card and a wrong PIN */
  private async tokenFor(signIn: SignIn): Promise<GivenToken | undefined> {
    const system = await this.ils.find(signIn.websiteId);
    if (system === undefined) return this.tokenByOwnPin(signIn);
    const patronId = await this.ils.signIn(system, signIn);
    if (patronId === undefined) return undefined;
    const given = await this.tokens.make();
    return (await saveToken(this.database, given.token, patronId, given.expiresInSeconds))
      ? given
      : undefined;
  }

  /** Tries twice, because a sign-in at the same time may have stored a newer kind of hash of the same PIN. */
  private async tokenByOwnPin(signIn: SignIn): Promise<GivenToken | undefined> {
    for (let attempt = 1; attempt <= 2; attempt++) {
      const holder = await this.holderOf(signIn);
      if (holder === undefined) return undefined;
      const given = await this.tokens.make();
      if (await this.give(given, signIn.websiteId, holder)) return given;
    }
    return undefined;
  }

  /**
   * A change of the PIN ends the patron's tokens: one that is issued meanwhile for the earlier PIN must not outlive it. The change writes the
   * PIN first, so either it sees this token, or this sees the change.
   */
  private async give(
    { token, expiresInSeconds }: GivenToken,
    websiteId: number,
    holder: CardHolder,
  ): Promise<boolean> {
    if (!(await saveToken(this.database, token, holder.patronId, expiresInSeconds))) return false;
    if (await hasPinHash(this.database, websiteId, holder)) return true;
    await revokeToken(this.database, token, { clientId: '', websiteIds: [websiteId] });
    return false;
  }

  private async holderOf(signIn: SignIn): Promise<CardHolder | undefined> {
    const holder = await findCardHolder(this.database, signIn);
    const other = await findOtherHash(this.database, signIn.websiteId);
    const isOfPin = await verifyPin(signIn.pin, holder?.pinHash ?? DUMMY_PIN_HASH, other?.pinHash);
    if (holder === undefined) return undefined;
    // Another system may have hashed an empty PIN: anybody with the card's number would be let in.
    const isRight = isOfPin && !holder.isPinOver && signIn.pin !== '';
    if (isRight && holder.pinHash !== null && isOutdated(holder.pinHash))
      return replacePinHash(this.database, signIn.websiteId, holder, await hashPin(signIn.pin));
    return !holder.pinRequired || (isRight && holder.pinHash !== null) ? holder : undefined;
  }

  /** @throws OAuthRefusal `invalid_client` when the client has just been deleted */
  async clientToken({ clientId }: Client): Promise<GivenToken> {
    const given = await this.tokens.make();
    if (await saveClientToken(this.database, given.token, clientId, given.expiresInSeconds)) return given;
    throw unknownClient();
  }

  /**
   * Ends a token, if the client may end it. The answer does not say whether it did (RFC 7009, 2.2).
   * @throws OAuthRefusal `unsupported_token_type` for a JWT: it stays valid, and the client must know
   */
  async revoke(client: Client, token: string): Promise<void> {
    if (this.jwts.looksLikeJwt(token) && (await this.jwts.isOfKnownIssuer(token)))
      throw new OAuthRefusal('unsupported_token_type', 'Only the identity provider can end its tokens.');
    await revokeToken(this.database, token, client);
  }
}

export function unknownClient(): OAuthRefusal {
  return new OAuthRefusal('invalid_client', 'The client or its secret is unknown.');
}

function waitRefusal({ of, seconds }: SignInWait): OAuthRefusal {
  const message =
    of === 'card'
      ? 'Too many wrong PINs: this card is refused for 15 minutes.'
      : 'Too many wrong PINs from here: wait some minutes.';
  return new OAuthRefusal('invalid_grant', message, seconds);
}
