import type { RequestedScope } from './oauth.requests.js';
import type { GivenToken } from '../sign-in/sign-in.service.js';

/** A successful answer of a token endpoint (RFC 6749, 5.1). */
export interface TokenRecord {
  /** @example "1EiLV2UoHWzkBa1LWjODvIHnimzgVttb4U3xRB5f1Lw" */
  readonly access_token: string;
  readonly token_type: 'bearer';
  /**
   * Seconds.
   * @example 3600
   */
  readonly expires_in: number;
  /**
   * What the token opens. A patron's names the library too.
   * @example "LIB META AVAIL SRCH PATRON websiteid:37 authorizationname:main"
   */
  readonly scope: string;
}

/** Words that clients in use look for before they go on: library, metadata, availability, search. */
const CATALOG_SCOPE = 'LIB META AVAIL SRCH';

export function representClientToken(given: GivenToken): TokenRecord {
  return representToken(given, CATALOG_SCOPE);
}

export function representPatronToken(
  given: GivenToken,
  { websiteId, authorizationName }: RequestedScope,
): TokenRecord {
  const name = authorizationName === undefined ? '' : ` authorizationname:${authorizationName}`;
  return representToken(given, `${CATALOG_SCOPE} PATRON websiteid:${websiteId}${name}`);
}

function representToken({ token, expiresInSeconds }: GivenToken, scope: string): TokenRecord {
  return { access_token: token, token_type: 'bearer', expires_in: expiresInSeconds, scope };
}
