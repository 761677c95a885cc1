import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Refusal } from '../../domain/errors.js';
import { LiveSettings } from '../../platform/settings/live-settings.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { challenge, requireOneAuthorization } from './authorization.js';
import { bearerTokenOf, positionOf } from './operator-tokens.js';

/** Admits only requests with the operator's token, or with one of two while one is being replaced. Without a token in the settings it admits none. */
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
    const position = positionOf(bearerTokenOf(request), this.settings.current.operatorTokens);
    if (position !== undefined) {
      this.metrics.operatorRequests.inc({ token: position });
      return true;
    }
    challenge(http.getResponse<Response>(), request.headers.authorization !== undefined);
    throw new Refusal(
      'Unauthorized',
      'The request needs the operator\'s token: "Authorization: Bearer <token>".',
    );
  }
}
