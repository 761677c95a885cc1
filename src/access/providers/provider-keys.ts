import { Logger } from '@nestjs/common';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Outbound } from '../../platform/outbound/outbound-policy.js';
import { getOutbound } from '../../platform/outbound/outbound-request.js';

/** The keys are fetched at most once in this time, whatever tokens arrive. */
const COOLDOWN_MS = 30_000;
/** Keys older than this are fetched again: a withdrawn key must not stay valid forever. */
const MAX_KEY_AGE_MS = 600_000;
const FETCH_TIMEOUT_MS = 5_000;
/** Large providers publish some twenty keys with certificates, less than 50 KB. */
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_KEYS = 100;

/** The key that signed a token is unknown and cannot be fetched now. */
export class KeysUnavailable extends Error {}

/**
 * The public keys of an identity provider. Known keys stay valid while the provider cannot be reached. Ages are measured by a monotonic
 * clock, so changes of the host's time have no effect.
 */
export class ProviderKeys {
  private readonly logger = new Logger('IdentityProvider');
  private known: JWTVerifyGetKey | undefined;
  private knownSince = Number.NEGATIVE_INFINITY;
  private askedAt = Number.NEGATIVE_INFINITY;
  private asking: Promise<void> | undefined;
  /** The last fetch failed. */
  private isAway = false;

  constructor(
    private readonly url: URL,
    private readonly to: Outbound,
  ) {}

  /**
   * The key for a token with this header.
   * @throws KeysUnavailable, and jose's errors about the token
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    await this.renew();
    try {
      if (this.known !== undefined) return await this.known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    // An unknown key may be a new one.
    await this.ask();
    if (this.isAway || this.known === undefined) throw new KeysUnavailable();
    return this.known(header, token);
  };

  /** While the provider does not answer, no request waits for it: the known keys are used. */
  private async renew(): Promise<void> {
    if (performance.now() - this.knownSince <= MAX_KEY_AGE_MS) return;
    const asked = this.ask();
    if (!this.isAway) await asked;
  }

  private ask(): Promise<void> {
    if (this.asking !== undefined) return this.asking;
    if (performance.now() - this.askedAt < COOLDOWN_MS) return Promise.resolve();
    this.askedAt = performance.now();
    this.asking = this.fetch().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  /** Never rejects. */
  private async fetch(): Promise<void> {
    try {
      this.known = createLocalJWKSet(await fetchKeys(this.url, this.to));
      this.knownSince = performance.now();
      this.isAway = false;
    } catch (error) {
      this.isAway = true;
      this.logger.warn({ err: error, host: this.url.host }, "Could not fetch the identity provider's keys.");
    }
  }
}

/** @throws Error when they cannot be fetched, or are too many; AddressRefused */
export async function fetchKeys(url: URL, to: Outbound): Promise<JSONWebKeySet> {
  const content = await getOutbound({
    url,
    ...to,
    accept: 'application/jwk-set+json, application/json',
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  const { keys } = JSON.parse(content.toString()) as { readonly keys?: unknown };
  if (!Array.isArray(keys)) throw new Error('The answer has no list of keys.');
  if (keys.length > MAX_KEYS) throw new Error(`The answer has more than ${MAX_KEYS} keys.`);
  return { keys: keys.filter((key) => typeof key === 'object' && key !== null).map(withoutCertificates) };
}

/** Includes `d`, so that jose refuses a key whose private part is published: an attacker could sign with it. */
const MEMBERS = ['kty', 'kid', 'use', 'key_ops', 'alg', 'n', 'e', 'crv', 'x', 'y', 'd'] as const;

/** Leaves out the certificates: they are larger than the keys, which stay in memory as long as the process runs. */
function withoutCertificates(key: JWK): JWK {
  return Object.fromEntries(MEMBERS.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]])));
}
