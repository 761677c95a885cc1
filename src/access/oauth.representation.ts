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
  readonly scope?: string;
}

/** The error codes of RFC 6749 (5.2) and RFC 7009 (2.2.1) that the token endpoints use. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_token_type';

/** A refusal of a token endpoint (RFC 6749, 5.2). */
export interface OAuthErrorRecord {
  readonly error: OAuthErrorCode;
  readonly error_description: string;
}

export function representToken(token: string, expiresInSeconds: number): TokenRecord {
  return { access_token: token, token_type: 'bearer', expires_in: expiresInSeconds };
}
