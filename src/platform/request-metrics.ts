import { STATUS_CODES } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Metrics } from './metrics.js';
import { routeOf } from './route-of.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The label of everything that clients can choose freely: each label takes memory as long as the process runs. */
const OTHER = 'other';

/** Middleware that measures each request until its last byte, including requests refused by guards. */
export function measureRequests(metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const stop = metrics.requests.startTimer();
    response.once('finish', () => {
      stop({
        method: METHODS.includes(request.method) ? request.method : OTHER,
        route: routeOf(request),
        status: response.statusCode in STATUS_CODES ? response.statusCode : OTHER,
      });
    });
    next();
  };
}
