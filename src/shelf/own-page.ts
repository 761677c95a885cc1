import type { Request } from 'express';
import { Refusal } from '../domain/errors.js';

/**
 * Browsers say which site a request comes from: by Sec-Fetch-Site, or over plain HTTP by Origin. Programs say nothing, and
 * are refused as well: they have credentials of their own, and the token endpoints.
 * @throws Refusal `InvalidFieldValue` unless the request comes from a page of this service
 */
export function requireOwnPage({ headers }: Request): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOriginOf(headers.origin, headers.host) : site === 'same-origin';
  if (!isOwn) throw new Refusal('InvalidFieldValue', "This address is for the shelf's own page.");
}

function isOriginOf(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
