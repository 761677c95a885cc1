import { Reflector } from '@nestjs/core';

/** For answers that are the same for everybody: caches may keep them for this many seconds. */
export const Cacheable = Reflector.createDecorator<number>();

/** Instead of the headers that forbid caching. */
export function cacheableHeaders(seconds: number): Readonly<Record<string, string>> {
  return { 'Cache-Control': `public, max-age=${seconds}`, 'X-Frame-Options': 'deny' };
}
