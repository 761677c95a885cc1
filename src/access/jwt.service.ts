import { Inject, Injectable, Logger } from '@nestjs/common';
import { decodeProtectedHeader, errors, jwtVerify, type JWTVerifyOptions, type JWTVerifyResult } from 'jose';
import { Refusal } from '../domain/errors.js';
import { parseId } from '../domain/numbers.js';
import type { Config, IdentityProvider } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { Database } from '../platform/database/database.js';
import { KeysUnavailable, ProviderKeys } from './provider-keys.js';
import { readTime } from './tokens.store.js';

/** Signatures with a public key only. If HMAC were allowed, anyone could sign with the public key as the secret. */
const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const ALGORITHMS = [...RSA, 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const CLOCK_TOLERANCE_SECONDS = 5;

/** Patrons' tokens of a library's own identity provider. */
@Injectable()
export class JwtService {
  private readonly logger = new Logger('IdentityProvider');
  private readonly provider: IdentityProvider | undefined;
  private readonly keys: ProviderKeys | undefined;

  constructor(
    @Inject(CONFIG) { identityProvider }: Config,
    private readonly database: Database,
  ) {
    this.provider = identityProvider;
    this.keys = identityProvider && new ProviderKeys(new URL(identityProvider.jwksUrl));
  }

  /** True if the token has the form of a JWT. Any other token is opaque, even with dots in it. */
  reads(token: string): boolean {
    return this.provider !== undefined && isJwt(token);
  }

  /**
   * The patron's number in a valid token; undefined when the token is not valid.
   * @throws Refusal `ServiceUnavailable` when the key that signed it is not known and cannot be asked for now
   */
  async patronIdIn(token: string): Promise<number | undefined> {
    if (this.provider === undefined || this.keys === undefined) return undefined;
    const { issuer, audience, patronClaim } = this.provider;
    const options = {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: await readTime(this.database),
      requiredClaims: ['exp'],
    };
    try {
      const { payload, protectedHeader } = await verify(token, this.keys, options);
      return isAccessToken(protectedHeader.typ) ? patronIdFrom(payload[patronClaim]) : undefined;
    } catch (error) {
      if (isAboutTheToken(error)) return undefined;
      if (!(error instanceof KeysUnavailable))
        this.logger.warn({ err: error }, 'A key of the identity provider cannot be used.');
      throw new Refusal('ServiceUnavailable', 'The token cannot be checked now: try again shortly.');
    }
  }
}

/** jose has a class of its own for errors in a token. Any other error is about the key, which the sender cannot choose. */
function isAboutTheToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid);
}

/** A token that does not say which key signed it may fit several; one of them must have signed it. */
async function verify(
  token: string,
  keys: ProviderKeys,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys.find, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options);
      } catch (reason) {
        if (!(reason instanceof errors.JWSSignatureVerificationFailed)) throw reason;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function isJwt(token: string): boolean {
  if (token.split('.').length !== 3) return false;
  try {
    return typeof decodeProtectedHeader(token).alg === 'string';
  } catch {
    return false;
  }
}

/** `at+jwt` by RFC 9068, `JWT` by many providers, or nothing; an ID token or a logout token is no access token. */
function isAccessToken(type: string | undefined): boolean {
  return type === undefined || /^(?:application\/)?(?:at\+)?jwt$/i.test(type);
}

function patronIdFrom(claim: unknown): number | undefined {
  return typeof claim === 'number' || typeof claim === 'string' ? parseId(String(claim)) : undefined;
}
