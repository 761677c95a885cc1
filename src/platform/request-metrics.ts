import type { NextFunction, Request, Response } from 'express';
import type { Metrics } from './metrics.js';
import { routeOf } from './route-of.js';

/** Middleware that measures each request until its last byte, including requests refused by guards. */
export function measureRequests(metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const stop = metrics.requests.startTimer();
    response.once('finish', () => {
      stop({ method: request.method, route: routeOf(request), status: response.statusCode });
    });
    next();
  };
}
