import type { Request, Response } from 'express';
import { Refusal } from '../../domain/errors.js';

/** True when the request has two such headers, even equal ones: the service does not guess which one is meant. */
export function isAuthorizedTwice({ rawHeaders }: Request): boolean {
  return rawHeaders.filter((name, i) => i % 2 === 0 && /^authorization$/i.test(name)).length > 1;
}

/** @throws Refusal `InvalidFieldValue` */
export function requireOneAuthorization(request: Request): void {
  if (isAuthorizedTwice(request))
    throw new Refusal('InvalidFieldValue', 'The request has more than one Authorization header: send one.');
}

const CHALLENGE = 'Bearer realm="holdfast"';

/** Adds the challenge of a 401 (RFC 6750): a bearer token is required, and the given one, if any, is not valid. */
export function challenge(response: Response, tokenGiven: boolean): void {
  response.set('WWW-Authenticate', tokenGiven ? `${CHALLENGE}, error="invalid_token"` : CHALLENGE);
}
