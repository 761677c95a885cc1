import { Logger } from '@nestjs/common';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** The keys are asked for at most once in this time, whatever tokens come in. */
const COOLDOWN_MS = 30_000;
/** Keys older than this are asked for again: a withdrawn one must not stay good for ever. */
const MAX_KEY_AGE_MS = 600_000;
const FETCH_TIMEOUT_MS = 5_000;

/** The key that a token was signed with is not known, and cannot be asked for now. */
export class KeysUnavailable extends Error {}

/**
 * The public keys of an identity provider. Those that are known stay good while it is away. Ages are measured by a clock
 * that only goes forward, whatever is done to the host's time.
 */
export class ProviderKeys {
  private readonly logger = new Logger('IdentityProvider');
  private known: JWTVerifyGetKey | undefined;
  private knownSince = Number.NEGATIVE_INFINITY;
  private askedAt = Number.NEGATIVE_INFINITY;
  private asking: Promise<void> | undefined;
  /** It did not answer the last time. */
  private isAway = false;

  constructor(private readonly url: URL) {}

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
    // A key that nobody knows may be a new one.
    await this.ask();
    if (this.isAway || this.known === undefined) throw new KeysUnavailable();
    return this.known(header, token);
  };

  /** Nobody waits for a provider that did not answer the last time: the keys that are known will do. */
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
      const response = await fetch(this.url, {
        headers: { accept: 'application/jwk-set+json, application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`The answer was ${response.status}.`);
      this.known = createLocalJWKSet((await response.json()) as JSONWebKeySet);
      this.knownSince = performance.now();
      this.isAway = false;
    } catch (error) {
      this.isAway = true;
      this.logger.warn({ err: error }, "The identity provider's keys cannot be had.");
    }
  }
}
