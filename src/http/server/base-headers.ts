import type { NextFunction, Request, Response } from 'express';

/** The headers of every answer, unless its handler is `@Cacheable` (contract: #responses). */
export const NO_CACHE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache',
  Pragma: 'no-cache',
  Expires: '-1',
  'X-Frame-Options': 'deny',
};

const NO_CACHE_HEADER_PAIRS = Object.entries(NO_CACHE_HEADERS);

/** Keep browsers from taking an answer for a page, or for a part of one. Pages have a policy of their own. */
const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

const SAFETY_HEADER_PAIRS = Object.entries(SAFETY_HEADERS);

/** For an answer that is written without Nest. */
export const BASE_HEADERS: Readonly<Record<string, string>> = { ...NO_CACHE_HEADERS, ...SAFETY_HEADERS };

/** Staff's computers have several users, so browsers there must store nothing. */
const NOT_STORED = /^\/(?:operator|console|sandbox)(?:\/|$)/;

/** For an answer that is no refusal. */
export function cacheControlAt(path: string): 'no-store' | 'no-cache' {
  return NOT_STORED.test(path) ? 'no-store' : 'no-cache';
}

export function setNoCacheHeaders(path: string, response: Response): void {
  for (const [name, value] of NO_CACHE_HEADER_PAIRS) response.setHeader(name, value);
  const cacheControl = cacheControlAt(path);
  if (cacheControl !== 'no-cache') response.setHeader('Cache-Control', cacheControl);
}

/** Middleware, so that answers without a handler get them, too. */
export function setSafetyHeaders(_: Request, response: Response, next: NextFunction): void {
  for (const [name, value] of SAFETY_HEADER_PAIRS) response.setHeader(name, value);
  next();
}
