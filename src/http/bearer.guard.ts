import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { Refusal } from '../domain/errors.js';

const CHALLENGE = 'Bearer realm="holdfast"';

/**
 * Lets a request in when the bearer strategy knows its token, and says who `me` is. Every problem with a token is 401
 * with a challenge: discovery layers sign the patron in again on 401 and give up on anything else.
 */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  override canActivate(
    context: ExecutionContext,
  ): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    const request = context.switchToHttp().getRequest<Request>();
    const headers = request.rawHeaders.filter((name, i) => i % 2 === 0 && /^authorization$/i.test(name));
    if (headers.length > 1)
      throw new Refusal('InvalidFieldValue', 'The request has more than one Authorization header: send one.');
    return super.canActivate(context);
  }

  override handleRequest<Patron>(
    error: unknown,
    patron: Patron | false,
    _: unknown,
    context: ExecutionContext,
  ): Patron {
    if (error instanceof Error) throw error;
    if (patron) return patron;
    const http = context.switchToHttp();
    const tokenGiven = http.getRequest<Request>().headers.authorization !== undefined;
    http
      .getResponse<Response>()
      .set('WWW-Authenticate', tokenGiven ? `${CHALLENGE}, error="invalid_token"` : CHALLENGE);
    throw new Refusal(
      'Unauthorized',
      tokenGiven
        ? 'The access token is unknown, expired or revoked.'
        : 'The request needs the header "Authorization: Bearer <access token>".',
    );
  }
}
