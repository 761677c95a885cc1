import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Refusal } from '../domain/errors.js';
import { LiveSettings } from '../platform/live-settings.js';
import { Metrics } from '../platform/metrics.js';
import { challenge, requireOneAuthorization } from './authorization.js';

/** How the metrics call the tokens, in the order of the setting. */
const POSITIONS = ['first', 'second'] as const;

/**
 * Lets in who carries the operator's token, or one of two while one is being replaced, and nobody's patron token. Without a
 * token in the settings nobody gets in.
 */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(
    private readonly settings: LiveSettings,
    private readonly metrics: Metrics,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    requireOneAuthorization(request);
    const { authorization } = request.headers;
    const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    const position = given === undefined ? undefined : this.positionOf(given);
    if (position !== undefined) {
      this.metrics.operatorRequests.inc({ token: position });
      return true;
    }
    challenge(http.getResponse<Response>(), authorization !== undefined);
    throw new Refusal(
      'Unauthorized',
      'The request needs the operator\'s token: "Authorization: Bearer <token>".',
    );
  }

  /**
   * Digests are compared in constant time, and with each token also after a match: timing reveals neither a token, nor its
   * length, nor which one it is.
   */
  private positionOf(given: string): (typeof POSITIONS)[number] | undefined {
    const givenDigest = digest(given);
    const matches = this.settings.current.operatorTokens.map((token) =>
      timingSafeEqual(givenDigest, digest(token)),
    );
    return POSITIONS[matches.indexOf(true)];
  }
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
