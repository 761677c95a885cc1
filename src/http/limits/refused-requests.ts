import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { Metrics } from '../../platform/observability/metrics.js';
import { proxyRequestId } from '../../platform/observability/request-id.js';
import type { ExceededRate, RateName } from './rate.js';

/** What a request has exceeded: a rate, or how many requests of one patron may be in progress. */
export type ExceededLimit = RateName | 'in-progress';

/** What a log line may say about whose requests are refused: neither an address nor a patron. */
export interface LoggedSource {
  readonly clientId?: string;
  /** The name of an API token of staff. */
  readonly apiToken?: string;
  readonly websiteId?: number;
}

/**
 * Counts the requests that limits refuse. Of each address, client, API token, library and patron the first one beyond its rate is also
 * logged, once in a minute: a flood of requests must not become a flood of lines.
 */
@Injectable()
export class RefusedRequests {
  private readonly logger = new Logger('Limits');

  constructor(private readonly metrics: Metrics) {}

  count(limit: ExceededLimit): void {
    this.metrics.refusedRequests.inc({ limit });
  }

  /** @param isFirst whether it is the first one in this minute */
  countExceeded({ name, requests, isFirst }: ExceededRate, source: LoggedSource, { req }: Response): void {
    this.count(name);
    if (!isFirst) return;
    const proxyId = proxyRequestId(req);
    this.logger.warn(
      {
        limit: name,
        requestsPerMinute: requests,
        ...source,
        ...(proxyId !== undefined && { proxyRequestId: proxyId }),
      },
      'Requests beyond the rate are refused.',
    );
  }
}
