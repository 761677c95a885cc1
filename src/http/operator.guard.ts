import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Refusal } from '../domain/errors.js';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { challenge, requireOneAuthorization } from './authorization.js';

/** Lets in who carries the operator's token, and nobody's patron token. Without a token in the settings nobody gets in. */
@Injectable()
export class OperatorGuard implements CanActivate {
  private readonly expected: Buffer | undefined;

  constructor(@Inject(CONFIG) { operatorToken }: Config) {
    this.expected = operatorToken === undefined ? undefined : digest(operatorToken);
  }

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    requireOneAuthorization(request);
    const { authorization } = request.headers;
    const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    // Digests are compared in constant time, so timing reveals neither the token nor its length.
    if (given !== undefined && this.expected !== undefined && timingSafeEqual(digest(given), this.expected))
      return true;
    challenge(http.getResponse<Response>(), authorization !== undefined);
    throw new Refusal(
      'Unauthorized',
      'The request needs the operator\'s token: "Authorization: Bearer <token>".',
    );
  }
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
