import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTVerifyGetKey,
} from 'jose';
import { LARGEST_ID } from '../domain/title-id.js';
import { Refusal } from '../domain/errors.js';
import type { Config, IdentityProvider } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';

/** Signatures with a public key only: with a shared secret, whoever knows the public key could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** The keys are asked for at most once in this time, whatever tokens come in. */
const COOLDOWN_MS = 30_000;
/** Keys older than this are asked for again. */
const LONGEST_TRUST_MS = 600_000;
const FETCH_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 5;

/** Patrons' tokens of a library's own identity provider. */
@Injectable()
export class JwtService {
  private readonly logger = new Logger('IdentityProvider');
  private readonly provider: IdentityProvider | undefined;
  private readonly keys: JWTVerifyGetKey | undefined;
  private lastFetch = Number.NEGATIVE_INFINITY;

  constructor(@Inject(CONFIG) { identityProvider }: Config) {
    this.provider = identityProvider;
    this.keys = identityProvider && this.keysOf(identityProvider);
  }

  /** True for what can only be meant as a JWT; opaque tokens have no dots. */
  reads(token: string): boolean {
    return this.provider !== undefined && token.split('.').length === 3;
  }

  /**
   * The patron's number in a valid token; undefined when the token is not good.
   * @throws Refusal `ServiceUnavailable` when the key that signed it is not known and cannot be asked for now
   */
  async patronIdIn(token: string): Promise<number | undefined> {
    if (this.provider === undefined || this.keys === undefined) return undefined;
    const { issuer, audience, patronClaim } = this.provider;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['exp'],
      });
      return isAccessToken(protectedHeader.typ) ? patronIdFrom(payload[patronClaim]) : undefined;
    } catch (error) {
      if (!isOurTrouble(error)) return undefined;
      this.logger.warn("The identity provider's keys cannot be had.");
      throw new Refusal('ServiceUnavailable', 'The token cannot be checked now: try again shortly.');
    }
  }

  /**
   * An unknown key makes the keys be asked for again, and so does their age, so that a withdrawn key does not stay good
   * for ever; but never more often than the cooldown allows, also when asking fails. Known keys stay good while the
   * provider is away.
   */
  private keysOf({ jwksUrl }: IdentityProvider): JWTVerifyGetKey {
    const remote = createRemoteJWKSet(new URL(jwksUrl), {
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: LONGEST_TRUST_MS,
      timeoutDuration: FETCH_TIMEOUT_MS,
      [customFetch]: (url, options) => {
        const now = performance.now();
        if (now - this.lastFetch < COOLDOWN_MS) throw new KeysUnavailable();
        this.lastFetch = now;
        return fetch(url, options);
      },
    });
    return async (header, token) => {
      try {
        return await remote(header, token);
      } catch (error) {
        const known = remote.jwks();
        if (known === undefined || !isOurTrouble(error)) throw error;
        return createLocalJWKSet(known)(header, token).catch(() => {
          throw error;
        });
      }
    };
  }
}

class KeysUnavailable extends Error {}

/** What jose says of a token itself has a code of its own; the rest, and a time-out, is about getting the keys. */
function isOurTrouble(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  if (error instanceof errors.JWKSNoMatchingKey) return false;
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC';
}

/** `at+jwt` by RFC 9068, `JWT` by many providers, or nothing; an ID token or a logout token is no access token. */
function isAccessToken(type: string | undefined): boolean {
  return type === undefined || /^(?:application\/)?(?:at\+)?jwt$/i.test(type);
}

function patronIdFrom(claim: unknown): number | undefined {
  const text = typeof claim === 'number' || typeof claim === 'string' ? String(claim) : '';
  return /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= LARGEST_ID ? Number(text) : undefined;
}
