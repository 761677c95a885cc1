import type { NextFunction, Request, Response } from 'express';
import type { RequestLimits } from './request-limits.js';

/** Requests of the operator and of monitoring. */
const UNLIMITED = /^\/(?:operator|sandbox|health|metrics)(?:\/|$)/;

/** Whether the limits per address apply to this path. */
export function isLimited(path: string): boolean {
  return !UNLIMITED.test(path);
}

export function limitAddresses(
  limits: RequestLimits,
): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    // Express passes errors thrown here to the error handler.
    if (isLimited(request.path)) limits.admitAddress(request.ip, response);
    next();
  };
}
