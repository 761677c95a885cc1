import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';

export const NO_STORE = 'no-cache, no-store';

/** An answer with a token must not be stored anywhere on its way (RFC 6749, 5.1), which is stricter than for other answers. */
@Injectable()
export class NoStoreInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<Response>().set('Cache-Control', NO_STORE);
    return next.handle();
  }
}
