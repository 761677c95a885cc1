import { Inject, Injectable, Logger } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { Refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import { readDatabaseTime } from '../../platform/database/clock.store.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import type { IdentityProvider, TokenType } from '../../platform/settings/identity-provider-settings.js';
import { Database } from '../../platform/database/database.js';
import { LibrarySettings } from '../../http/libraries/library-settings.js';
import { LiveSettings } from '../../platform/settings/live-settings.js';
import type { OutboundPolicy } from '../../platform/outbound/outbound-policy.js';
import { KnownProviders } from './known-providers.js';
import { KeysUnavailable } from './provider-keys.js';
import { type Claims, findNamedPatron, isOfLibrary } from './named-patron.js';
import { verifySignature } from './verify-signature.js';

/** Signatures with a public key only. If HMAC were allowed, an attacker could sign with the public key as the secret. */
const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const ALGORITHMS = [...RSA, 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const CLOCK_TOLERANCE_SECONDS = 5;

/** A provider that may have issued a token, and the libraries whose patrons it may name. */
interface Issuer extends IdentityProvider {
  /** Which addresses its keys may be fetched from; undefined for the installation's own provider. */
  readonly policy: OutboundPolicy | undefined;
  /** Undefined: all libraries that have no provider of their own. */
  readonly websiteIds: ReadonlySet<number> | undefined;
  mayName(websiteId: number): boolean;
}

/**
 * Checks patrons' JWTs, which the library's identity provider issues, or else the service's. A provider is trusted for its libraries alone.
 * What a token says of itself only chooses the providers that check it.
 */
@Injectable()
export class JwtService {
  private readonly logger = new Logger('IdentityProvider');
  private readonly providers: KnownProviders;

  constructor(
    private readonly database: Database,
    private readonly libraries: LibrarySettings,
    private readonly settings: LiveSettings,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.providers = new KnownProviders(config.outboundProxy);
  }

  /** True if the token has the form of a JWT. Any other token is opaque, even with dots in it. */
  looksLikeJwt(token: string): boolean {
    return token.split('.').length === 3 && isJwt(token);
  }

  /** The end of a valid token in Unix milliseconds; undefined if it has none in the form of a JWT. */
  endOf(token: string): number | undefined {
    const { exp } = claimsIn(token);
    return exp && exp * 1000;
  }

  /** Whether the service knows the token's issuer. It treats a token of any other as opaque. */
  async isOfKnownIssuer(token: string): Promise<boolean> {
    if (!this.looksLikeJwt(token)) return false;
    const { iss } = claimsIn(token);
    return iss !== undefined && (await this.issuersCalled(iss)).length > 0;
  }

  /**
   * The patron whom a valid token names; undefined when the token is invalid; 'opaque' when its issuer is unknown.
   * @throws Refusal `ServiceUnavailable` when the key that signed it is unknown and cannot be fetched now
   */
  async patronOf(token: string): Promise<PatronKey | 'opaque' | undefined> {
    const { iss, audiences, claims } = claimsIn(token);
    const issuers = iss === undefined ? [] : await this.issuersCalled(iss);
    if (issuers.length === 0) return 'opaque';
    const now = await readDatabaseTime(this.database);
    let unavailable: Refusal | undefined;
    const meant = issuers.filter(
      ({ audience, libraryClaim }) => audiences.includes(audience) && isOfLibrary(claims, libraryClaim),
    );
    const onlyLibrary = onlyLibraryOf(meant);
    // Usually one; several if two libraries have chosen the same names. One that cannot be reached must not affect tokens of another.
    for (const issuer of meant) {
      try {
        const patron = await this.patronBy(issuer, token, { now, onlyLibrary });
        if (patron !== undefined) return patron;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        unavailable = error;
      }
    }
    if (unavailable !== undefined) throw unavailable;
    return undefined;
  }

  private async issuersCalled(iss: string): Promise<Issuer[]> {
    const ofLibraries = await this.libraries.findProviders(iss);
    const ofService = this.settings.current.identityProvider;
    return [
      ...ofLibraries.map((provider) => ({
        ...provider,
        policy: this.config.outbound,
        mayName: (websiteId: number) => provider.websiteIds.has(websiteId),
      })),
      ...(ofService?.issuer === iss
        ? [
            {
              ...ofService,
              policy: undefined,
              websiteIds: undefined,
              mayName: (websiteId: number) => !this.libraries.hasProvider(websiteId),
            },
          ]
        : []),
    ];
  }

  private async patronBy(
    issuer: Issuer,
    token: string,
    { now, onlyLibrary }: { readonly now: Date; readonly onlyLibrary: number | undefined },
  ): Promise<PatronKey | undefined> {
    const claims = await this.checkedClaims(token, issuer, {
      issuer: issuer.issuer,
      audience: issuer.audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
      requiredClaims: ['exp'],
    });
    const patron = claims && (await findNamedPatron(this.database, issuer.patronClaim, claims, onlyLibrary));
    // Numbers are unique in the service: a provider could name a patron of a library that does not trust it.
    return patron !== undefined && issuer.mayName(patron.websiteId) ? patron : undefined;
  }

  /** Undefined: the token is invalid. */
  private async checkedClaims(
    token: string,
    { jwksUrl, policy, tokenType, scope }: Issuer,
    options: JWTVerifyOptions,
  ): Promise<JWTPayload | undefined> {
    try {
      const { payload, protectedHeader } = await verifySignature(
        token,
        this.providers.at(jwksUrl, policy),
        options,
      );
      const isAccepted = isAccessToken(protectedHeader.typ, tokenType) && hasScope(payload, scope);
      return isAccepted ? payload : undefined;
    } catch (error) {
      if (isAboutTheToken(error)) return undefined;
      if (!(error instanceof KeysUnavailable))
        this.logger.warn(
          { err: error, host: new URL(jwksUrl).host },
          'A key of the identity provider cannot be used.',
        );
      throw new Refusal('ServiceUnavailable', 'The token cannot be checked now: try again shortly.');
    }
  }
}

/** The library whose own numbers a claim may hold, if there is only one. */
function onlyLibraryOf([issuer, ...others]: readonly Issuer[]): number | undefined {
  const [websiteId, ...more] = issuer?.websiteIds ?? [];
  return others.length === 0 && more.length === 0 ? websiteId : undefined;
}

/** Errors in a token have a class of their own in jose. Any other error is about the key, which the sender cannot choose. */
function isAboutTheToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid);
}

function isJwt(token: string): boolean {
  try {
    return typeof decodeProtectedHeader(token).alg === 'string';
  } catch {
    return false;
  }
}

interface UncheckedClaims {
  readonly claims: Claims;
  readonly iss: string | undefined;
  readonly audiences: readonly string[];
  readonly exp: number | undefined;
}

/** Claims that are not yet verified: anything may be in them. */
function claimsIn(token: string): UncheckedClaims {
  try {
    const claims: Claims = decodeJwt(token);
    const { iss, aud, exp } = claims;
    const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
    return {
      claims,
      iss: typeof iss === 'string' ? iss : undefined,
      audiences: audiences.filter((audience) => typeof audience === 'string'),
      exp: typeof exp === 'number' ? exp : undefined,
    };
  } catch {
    return { claims: {}, iss: undefined, audiences: [], exp: undefined };
  }
}

/**
 * RFC 9068 says `at+jwt`, many providers `JWT` or nothing. A logout token is no access token. An ID token may be a `JWT` too: the type
 * `at+jwt` in the settings keeps ID tokens out.
 */
function isAccessToken(type: string | undefined, wanted: TokenType | undefined): boolean {
  if (type === undefined) return wanted === undefined;
  const given = type.toLowerCase().replace(/^application\//, '');
  return wanted === undefined ? ['at+jwt', 'jwt'].includes(given) : given === wanted.toLowerCase();
}

/** RFC 9068 has a text with spaces in `scope`; some providers have a list, or call it `scp`. */
function hasScope({ scope, scp }: JWTPayload, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return [scope, scp].flat().some((value) => typeof value === 'string' && value.split(' ').includes(wanted));
}
