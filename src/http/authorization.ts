import type { Request } from 'express';

/** True when the request has two such headers, even equal ones: which one is meant is not ours to guess. */
export function isAuthorizedTwice({ rawHeaders }: Request): boolean {
  return rawHeaders.filter((name, i) => i % 2 === 0 && /^authorization$/i.test(name)).length > 1;
}
