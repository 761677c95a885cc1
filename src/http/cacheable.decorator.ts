import { Reflector } from '@nestjs/core';

/** The answer is the same for everybody and may be kept for so many seconds: no cookie, token or patron changes it. */
export const Cacheable = Reflector.createDecorator<number>();

/** Instead of those that forbid keeping. */
export function cacheableHeaders(seconds: number): Readonly<Record<string, string>> {
  return { 'Cache-Control': `public, max-age=${seconds}`, 'X-Frame-Options': 'deny' };
}
