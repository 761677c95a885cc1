import { Reflector } from '@nestjs/core';

/** For answers that are the same for every client: caches may keep them for this many seconds. */
export const Cacheable = Reflector.createDecorator<number>();

/** A year: for files whose names have a hash of their content. What is under such a name never changes. */
export const IMMUTABLE = 365 * 24 * 3600;

/** Instead of the headers that forbid caching. */
export function cacheableHeaders(seconds: number): Readonly<Record<string, string>> {
  const directive = seconds === IMMUTABLE ? ', immutable' : '';
  return { 'Cache-Control': `public, max-age=${seconds}${directive}`, 'X-Frame-Options': 'deny' };
}
