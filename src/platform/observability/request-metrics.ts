import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Metrics } from './metrics.js';
import { routeOf } from './route-of.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The label of everything that clients can choose freely: each label takes memory as long as the process runs. */
const OTHER = 'other';

/** The request's method, or `other` for one that the service does not know. */
export function methodLabel({ method = OTHER }: IncomingMessage): string {
  return METHODS.includes(method) ? method : OTHER;
}

/** Middleware that measures each request until its last byte, including requests refused by guards. */
export function measureRequests(metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const stop = metrics.requests.startTimer();
    response.once('finish', () => {
      stop({
        method: methodLabel(request),
        route: routeOf(request),
        status: response.statusCode in STATUS_CODES ? response.statusCode : OTHER,
      });
    });
    next();
  };
}
