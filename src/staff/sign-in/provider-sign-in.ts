import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import * as openid from 'openid-client';
import { Refusal, refusal } from '../../domain/errors.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import type { StaffProvider } from '../../platform/settings/staff-provider-settings.js';
import { bindSubject, findAccountOfSubject, type SignInAccount } from './accounts.store.js';
import { CALLBACK } from '../addresses/sign-in-addresses.js';
import { ConsoleCookie } from '../console/cookies.js';
import * as client from './provider-client.js';

/** How long a staff member may take at the provider. */
const ATTEMPT_SECONDS = 600;

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
  private readonly proxy: string | undefined;
  private readonly callback: string;
  private readonly cookie: ConsoleCookie;
  /** That the browser has signed in here by the provider: it may be signed in there for longer. */
  private readonly mark: ConsoleCookie;
  private configuration: Promise<openid.Configuration> | undefined;

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    @Inject(CONFIG) { publicUrl, staffProvider, outboundProxy }: Config,
  ) {
    this.proxy = outboundProxy;
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
    const attempt: client.Attempt = {
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
    const result = 'refused' in outcome ? { refused: outcome.refused } : { staffId: outcome.account.staffId };
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
    return configuration && client.signOutPage(configuration);
  }

  private async outcomeOf(request: Request, response: Response): Promise<ProviderOutcome> {
    const configuration = await this.discovered();
    const attempt = this.attemptOf(request);
    this.cookie.clear(response);
    if (attempt === undefined) return { refused: 'failed' };
    try {
      const account = await this.accountOf(
        await client.askWhom(configuration, this.addressOf(request), attempt),
      );
      return account === undefined ? { refused: 'unknown' } : { account, to: attempt.to };
    } catch (error) {
      if (!(error instanceof client.ProviderFailed)) throw error;
      this.logger.warn({ err: error.cause }, 'Signing in through the identity provider failed.');
      return { refused: 'failed' };
    }
  }

  /** Asks the provider for its addresses once, and again as long as that fails. */
  private async discovered(): Promise<openid.Configuration> {
    const { provider } = this;
    if (provider === undefined) throw refusal('NotFound');
    this.configuration ??= client.discover(provider, this.proxy);
    try {
      return await this.configuration;
    } catch (error) {
      this.configuration = undefined;
      this.logger.warn({ err: error }, 'The identity provider of staff cannot be reached.');
      throw new Refusal('ServiceUnavailable', 'The identity provider cannot be reached: try again shortly.');
    }
  }

  private attemptOf(request: Request): client.Attempt | undefined {
    const text = this.cookie.read(request);
    if (text === undefined) return undefined;
    try {
      return client.attemptSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
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

  private async accountOf(person: client.Vouched): Promise<SignInAccount | undefined> {
    const known = await findAccountOfSubject(this.database, person);
    if (known !== undefined) return known;
    const email = await person.verifiedEmail();
    return email === undefined ? undefined : bindSubject(this.database, person, email);
  }
}
