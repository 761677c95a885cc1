import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Observable } from 'rxjs';

/** How many seconds caches may keep a handler's answer, for the interceptor and the description. */
export const CacheableSeconds = Reflector.createDecorator<number>();

/** A year: for files whose names have a hash of their content, which therefore never changes. */
export const IMMUTABLE = 365 * 24 * 3600;

/** These replace the headers that forbid caching. */
export function cacheableHeaders(seconds: number): Readonly<Record<string, string>> {
  const directive = seconds === IMMUTABLE ? ', immutable' : '';
  return { 'Cache-Control': `public, max-age=${seconds}${directive}`, 'X-Frame-Options': 'deny' };
}

/** Lets caches keep the answers of a `@Cacheable` handler. */
@Injectable()
class CacheableInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const seconds = this.reflector.get(CacheableSeconds, context.getHandler());
    const response = context.switchToHttp().getResponse<Response>();
    response.set(cacheableHeaders(seconds)).removeHeader('Pragma');
    response.removeHeader('Expires');
    return next.handle();
  }
}

/** For answers that are the same for every client: caches may keep them for this many seconds. */
export function Cacheable(seconds: number): MethodDecorator {
  return applyDecorators(CacheableSeconds(seconds), UseInterceptors(CacheableInterceptor));
}
