/**
 * The error codes of RFC 6749 (5.2) and RFC 7009 (2.2.1) that the token endpoints use. A wrong card or PIN is
 * `unauthorized_client`: discovery layers branch on it.
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_token_type';

/** A refusal of a token endpoint (RFC 6749, 5.2). */
export interface OAuthErrorRecord {
  readonly error: OAuthErrorCode;
  readonly error_description: string;
}
