import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { Cacheable, cacheableHeaders } from './cacheable.decorator.js';

/** The headers that every answer carries (contract: #responses), unless its handler is `@Cacheable`. */
export const NO_CACHE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache',
  Pragma: 'no-cache',
  Expires: '-1',
  'X-Frame-Options': 'deny',
};

/** Refusals of guards never come here: the error filter sets the same headers on them. */
@Injectable()
export class NoCacheInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    // The decorator's value may be absent, although its type does not say so.
    const seconds: number | undefined = this.reflector.get(Cacheable, context.getHandler());
    const headers = seconds === undefined ? NO_CACHE_HEADERS : cacheableHeaders(seconds);
    context.switchToHttp().getResponse<Response>().set(headers);
    return next.handle();
  }
}
