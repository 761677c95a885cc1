import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { hasBody } from '../../http/fields/request-body.js';
import { NO_CACHE_HEADERS } from '../../http/server/base-headers.js';
import type { OAuthErrorCode, OAuthErrorRecord } from './oauth-error.representation.js';

/**
 * A refusal in OAuth's own shape, which clients of a token endpoint read. The description is plain ASCII without quotes (RFC 6749, 5.2). It
 * repeats nothing that was sent, which may be a card or a PIN.
 */
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

/** Answers 400 always: discovery layers read the body of a 400 and give up on other answers. */
@Catch(OAuthRefusal)
export class OAuthRefusalFilter implements ExceptionFilter {
  catch({ error, description, retryAfterSeconds }: OAuthRefusal, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    response.status(400).set(NO_CACHE_HEADERS).set('Content-Type', 'application/json; charset=utf-8');
    if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
    // After a body that was not read to its end, the connection cannot carry another request.
    if (hasBody(request) && !request.complete) response.set('Connection', 'close');
    const body: OAuthErrorRecord = { error, error_description: description };
    response.end(JSON.stringify(body));
  }
}
