import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { NO_CACHE_HEADERS } from '../http/no-cache.interceptor.js';

/** The error codes of RFC 6749 (5.2) that the token endpoints use. */
export type OAuthErrorCode =
  'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type';

/** A refusal in OAuth's own shape, which is what the clients of a token endpoint read. */
export class OAuthRefusal extends Error {
  constructor(
    readonly error: OAuthErrorCode,
    readonly description: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(description);
    this.name = 'OAuthRefusal';
  }
}

/** Always 400: discovery layers read the body of a 400 and give up on other answers. */
@Catch(OAuthRefusal)
export class OAuthRefusalFilter implements ExceptionFilter {
  catch({ error, description, retryAfterSeconds }: OAuthRefusal, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.status(400).set(NO_CACHE_HEADERS).set('Content-Type', 'application/json; charset=utf-8');
    if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
    response.end(JSON.stringify({ error, error_description: description }));
  }
}
