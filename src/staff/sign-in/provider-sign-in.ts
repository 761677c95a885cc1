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

/** The time that staff have at the provider. */
const ATTEMPT_SECONDS = 600;

/** `failed`: the provider named nobody; `unknown`: there is no account for the person it named. */
export type ProviderOutcome =
  | { readonly account: SignInAccount; readonly to: string | undefined }
  | { readonly refused: 'failed' | 'unknown' };

/**
 * Signs staff in through the identity provider in the settings: OpenID Connect, with an authorization code, PKCE, state and nonce. It never creates
 * accounts.
 */
@Injectable()
export class ProviderSignIn {
  private readonly logger = new Logger('StaffProvider');
  private readonly provider: StaffProvider | undefined;
  private readonly proxy: string | undefined;
  private readonly callback: string;
  private readonly cookie: ConsoleCookie;
  /** Marks that the browser has signed in here through the provider, where it may be signed in for longer. */
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
   * @param to the page to show after signing in
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
   * Call it when the provider has sent the browser back.
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

  /** @returns whether this browser has signed in through the provider. Also deletes the mark. */
  forget(request: Request, response: Response): boolean {
    if (this.mark.read(request) === undefined) return false;
    this.mark.clear(response);
    return true;
  }

  /** The provider's page for signing out; undefined if it has none, or cannot be reached. */
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

  /** Reads the provider's addresses once; repeats it only after failures. */
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

  /** The address to which the browser was sent: behind a proxy, it differs from the service's. */
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
