import type { NextFunction, Request, Response } from 'express';
import { Refusal } from '../../domain/errors.js';

/**
 * Middleware that refuses some requests that Node's parser accepts. The service ignores the Host, but HTTP requires that a request with two of them,
 * or with none in HTTP/1.1, is refused (RFC 9112, 3.2): a proxy on the way may have read the other one.
 */
export function requirePlainHttp(request: Request, _: Response, next: NextFunction): void {
  const problem = problemOf(request);
  if (problem === undefined) next();
  else next(new Refusal('InvalidRequestBody', `The request is not valid HTTP: ${problem}.`));
}

function problemOf({ httpVersion, rawHeaders }: Request): string | undefined {
  if (httpVersion !== '1.0' && httpVersion !== '1.1') return 'its version must be 1.0 or 1.1';
  const hosts = countHosts(rawHeaders);
  if (hosts > 1) return 'it has more than one Host header';
  if (hosts === 0 && httpVersion === '1.1') return 'it has no Host header';
  return undefined;
}

/** Counts without Node's `headersDistinct`, which makes an array of each header of every request. @param headers alternates names and values */
function countHosts(headers: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < headers.length; i += 2)
    if (headers[i]?.length === 4 && headers[i]?.toLowerCase() === 'host') count++;
  return count;
}
