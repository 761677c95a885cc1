import type { NextFunction, Request, Response } from 'express';
import { hash } from 'node:crypto';
import { isRead } from '../routes/reads.js';
import onHeaders from 'on-headers';

/**
 * Middleware. Express gives every answer an ETag, or none. On an answer to POST it would identify no version of the address's content (RFC 9110,
 * 8.8.3), and clients might compare it with that of a GET.
 */
export function keepETagsToReads({ method }: Request, response: Response, next: NextFunction): void {
  if (!isRead(method))
    onHeaders(response, () => {
      response.removeHeader('ETag');
    });
  next();
}

/** The same as Express's, but without an object for each hash. */
export function etagOf(body: string | Buffer): string {
  const length = Buffer.byteLength(body);
  return `W/"${length.toString(16)}-${hash('sha1', body, 'base64').slice(0, 27)}"`;
}
