import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';

/** The headers that every answer carries (contract: #responses). */
export const NO_CACHE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache',
  Pragma: 'no-cache',
  Expires: '-1',
  'X-Frame-Options': 'deny',
};

/** Refusals of guards never come here: the error filter sets the same headers on them. */
@Injectable()
export class NoCacheInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<Response>().set(NO_CACHE_HEADERS);
    return next.handle();
  }
}
