import * as openid from 'openid-client';
import * as z from 'zod';
import { isStorable } from '../../platform/database/storable-text.js';
import { fetchOutbound } from '../../platform/outbound/outbound-request.js';
import type { StaffProvider } from '../../platform/settings/staff-provider-settings.js';
import type { ProviderIdentity } from './accounts.store.js';

/** The browser keeps this while it is at the provider, and may send anything else back. */
export const attemptSchema = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  /** The page to show after signing in. */
  to: z.string().optional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** For look-up, connection and content of each answer. */
const TIMEOUT_SECONDS = 10;
const MAX_ANSWER_BYTES = 256 * 1024;

/** The provider or the network failed; `cause` says how. */
export class ProviderFailed extends Error {}

/** Reads the provider's addresses. @throws openid-client's errors, also if the sign-in page's address is invalid */
export async function discover(
  { issuer, clientId, clientSecret }: StaffProvider,
  proxy: string | undefined,
): Promise<openid.Configuration> {
  const isPlain = issuer.startsWith('http:');
  const configuration = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    [openid.customFetch]: (url, options) => fetchThrough(proxy, url, options),
    execute: [
      // Signatures of ID tokens are checked, although they come over TLS from the provider itself.
      openid.enableNonRepudiationChecks,
      // The settings allow it for this machine only.
      ...(isPlain ? [openid.allowInsecureRequests] : []),
    ],
  });
  openid.buildAuthorizationUrl(configuration, {});
  return configuration;
}

/** The provider's page for signing out; undefined if it has none. */
export function signOutPage(configuration: openid.Configuration): string | undefined {
  const address: unknown = configuration.serverMetadata().end_session_endpoint;
  const isPage = typeof address === 'string' && URL.canParse(address);
  return isPage ? openid.buildEndSessionUrl(configuration).href : undefined;
}

function fetchThrough(
  proxy: string | undefined,
  url: string,
  { method, headers, body, signal }: openid.CustomFetchOptions,
): Promise<Response> {
  return fetchOutbound(new URL(url), {
    proxy,
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    body: body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : undefined,
    maxBytes: MAX_ANSWER_BYTES,
    signal: signal ?? AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
  });
}

/** The person whom the provider has signed in. */
export interface Vouched extends ProviderIdentity {
  /** Undefined unless the provider has verified it. @throws ProviderFailed */
  verifiedEmail(): Promise<string | undefined>;
}

/**
 * Asks the provider whom it has signed in.
 * @param address the address to which it has sent the browser back
 * @throws ProviderFailed
 */
export async function askWhom(
  configuration: openid.Configuration,
  address: URL,
  { state, nonce, verifier }: Attempt,
): Promise<Vouched> {
  return ofProvider(async () => {
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('The answer has no ID token.');
    const { iss: issuer, sub: subject } = claims;
    if (!isStorable(subject)) throw new Error('The subject is no text that can be stored.');
    const verifiedEmail = (): Promise<string | undefined> =>
      ofProvider(() => emailIn(configuration, claims, tokens.access_token));
    return { issuer, subject, verifiedEmail };
  });
}

/** Many providers return the address only when asked for it. */
async function emailIn(
  configuration: openid.Configuration,
  claims: openid.IDToken,
  accessToken: string,
): Promise<string | undefined> {
  const mustAsk =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const told = mustAsk ? await openid.fetchUserInfo(configuration, accessToken, claims.sub) : claims;
  const { email, email_verified: isVerified } = told;
  return isVerified === true && typeof email === 'string' && isStorable(email) ? email : undefined;
}

async function ofProvider<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (cause) {
    throw new ProviderFailed('The identity provider did not answer as it should.', { cause });
  }
}
