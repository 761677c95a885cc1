import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import * as openid from 'openid-client';
import { Refusal, refusal } from '../../domain/errors.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import type { StaffProvider } from '../../platform/settings/staff-provider-settings.js';
import { bindSubject, findAccountOfSubject, type SignInAccount } from '../accounts/accounts.store.js';
import { CALLBACK } from './console-addresses.js';
import { ConsoleCookie } from './cookies.js';

const TIMEOUT_SECONDS = 10;
/** How long a staff member may take at the provider. */
const ATTEMPT_SECONDS = 600;

/** What the browser keeps while it is at the provider. */
interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly to: string | undefined;
}

/** `failed`: the provider did not say who it is; `unknown`: it did, and there is no account for that person. */
export type ProviderOutcome =
  | { readonly account: SignInAccount; readonly to: string | undefined }
  | { readonly refused: 'failed' | 'unknown' };

/**
 * Signs staff in through the identity provider of the settings: OpenID Connect, with an authorization code, PKCE, state and
 * nonce. No account is made by itself.
 */
@Injectable()
export class ProviderSignIn {
  private readonly logger = new Logger('StaffProvider');
  private readonly provider: StaffProvider | undefined;
  private readonly callback: string;
  private readonly cookie: ConsoleCookie;
  /** That the browser has signed in here by the provider: it may be signed in there for longer. */
  private readonly mark: ConsoleCookie;
  private configuration: Promise<openid.Configuration> | undefined;

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    @Inject(CONFIG) { publicUrl, staffProvider }: Config,
  ) {
    this.provider = staffProvider;
    this.callback = `${publicUrl}${CALLBACK}`;
    this.cookie = new ConsoleCookie('holdfast-sign-in', publicUrl);
    this.mark = new ConsoleCookie('holdfast-provider', publicUrl);
  }

  get isOffered(): boolean {
    return this.provider !== undefined;
  }

  /**
   * @param to where to go on after signing in
   * @returns the provider's page
   * @throws Refusal `NotFound` if no provider is set, `ServiceUnavailable` if it cannot be reached
   */
  async begin(response: Response, to: string | undefined): Promise<URL> {
    const configuration = await this.discovered();
    const attempt: Attempt = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
      to,
    };
    this.cookie.set(response, Buffer.from(JSON.stringify(attempt)).toString('base64url'), ATTEMPT_SECONDS);
    return openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.callback,
      scope: 'openid email',
      code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
    });
  }

  /**
   * When the provider has sent the browser back.
   * @throws Refusal `NotFound` if no provider is set, `ServiceUnavailable` if it cannot be reached
   */
  async finish(request: Request, response: Response): Promise<ProviderOutcome> {
    const outcome = await this.outcomeOf(request, response);
    this.metrics.staffSignIns.inc({
      method: 'provider',
      outcome: 'refused' in outcome ? 'refused' : 'success',
    });
    if ('account' in outcome) this.mark.set(response, 'yes');
    const result = 'refused' in outcome ? { refused: outcome.refused } : { staffId: outcome.account.id };
    this.logger.log({ method: 'provider', ...result }, 'Sign-in of staff');
    return outcome;
  }

  /** @returns whether this browser has signed in by the provider. Asked once: the browser forgets it. */
  forget(request: Request, response: Response): boolean {
    if (this.mark.read(request) === undefined) return false;
    this.mark.clear(response);
    return true;
  }

  /** Where staff sign out of the provider itself; undefined if it has no such page, or cannot be reached. */
  async signOutAddress(): Promise<string | undefined> {
    if (this.provider === undefined) return undefined;
    const configuration = await this.discovered().catch(() => undefined);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
    return openid.buildEndSessionUrl(configuration).href;
  }

  private async outcomeOf(request: Request, response: Response): Promise<ProviderOutcome> {
    const configuration = await this.discovered();
    const attempt = this.attemptOf(request);
    this.cookie.clear(response);
    if (attempt === undefined) return { refused: 'failed' };
    try {
      const account = await this.accountFor(configuration, this.addressOf(request), attempt);
      return account === undefined ? { refused: 'unknown' } : { account, to: attempt.to };
    } catch (error) {
      if (!isOfProvider(error)) throw error;
      this.logger.warn({ err: error }, 'Signing in through the identity provider failed.');
      return { refused: 'failed' };
    }
  }

  /** Asks the provider for its addresses once, and again as long as that fails. */
  private async discovered(): Promise<openid.Configuration> {
    const { provider } = this;
    if (provider === undefined) throw refusal('NotFound');
    this.configuration ??= discover(provider);
    try {
      return await this.configuration;
    } catch (error) {
      this.configuration = undefined;
      this.logger.warn({ err: error }, 'The identity provider of staff cannot be reached.');
      throw new Refusal('ServiceUnavailable', 'The identity provider cannot be reached: try again shortly.');
    }
  }

  private attemptOf(request: Request): Attempt | undefined {
    const text = this.cookie.read(request);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as Attempt;
    } catch {
      return undefined;
    }
  }

  /** As the browser was sent there: behind a proxy, the service may have another address. */
  private addressOf({ originalUrl }: Request): URL {
    const address = new URL(this.callback);
    address.search = originalUrl.replace(/^[^?]*/, '');
    return address;
  }

  private async accountFor(
    configuration: openid.Configuration,
    address: URL,
    attempt: Attempt,
  ): Promise<SignInAccount | undefined> {
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) return undefined;
    const { iss: issuer, sub: subject } = claims;
    const known = await findAccountOfSubject(this.database, { issuer, subject });
    if (known !== undefined) return known;
    const email = await verifiedEmail(configuration, claims, tokens.access_token);
    return email === undefined ? undefined : bindSubject(this.database, { issuer, subject }, email);
  }
}

function discover({ issuer, clientId, clientSecret }: StaffProvider): Promise<openid.Configuration> {
  const isPlain = issuer.startsWith('http:');
  return openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Signatures of ID tokens are checked, although they come over TLS from the provider itself.
      openid.enableNonRepudiationChecks,
      // The settings allow it for this machine only.
      ...(isPlain ? [openid.allowInsecureRequests] : []),
    ],
  });
}

/** Undefined unless the provider has verified it. Many providers tell the address only when they are asked for it. */
async function verifiedEmail(
  configuration: openid.Configuration,
  claims: openid.IDToken,
  accessToken: string,
): Promise<string | undefined> {
  const mustAsk =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const told = mustAsk ? await openid.fetchUserInfo(configuration, accessToken, claims.sub) : claims;
  const isVerified = told.email_verified === true && typeof told.email === 'string';
  return isVerified ? told.email : undefined;
}

/** What the provider or the network did wrong; anything else is ours. */
function isOfProvider(error: unknown): boolean {
  return (
    error instanceof openid.ClientError ||
    error instanceof openid.AuthorizationResponseError ||
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.WWWAuthenticateChallengeError ||
    // What fetch throws when it gets no answer.
    (error instanceof TypeError && error.message === 'fetch failed')
  );
}
