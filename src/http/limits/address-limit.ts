import type { NextFunction, Request, Response } from 'express';
import type { RequestLimits } from './request-limits.js';

/** The operator's own requests, and those of whatever watches over the process. */
const UNLIMITED = /^\/(?:operator|sandbox|health|metrics)(?:\/|$)/;

/** Whether requests to this path are limited by their address. */
export function isLimited(path: string): boolean {
  return !UNLIMITED.test(path);
}

/** Middleware. */
export function limitAddresses(
  limits: RequestLimits,
): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    // What it throws is passed to the error handler by Express.
    if (isLimited(request.path)) limits.admitAddress(request.ip, response);
    next();
  };
}
