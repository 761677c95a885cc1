import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { setNoCacheHeaders } from '../server/base-headers.js';

/**
 * Adds the four headers of every answer (contract: #responses) to successful answers, before the handler, which may answer by itself. The error
 * filter adds them to errors.
 */
@Injectable()
export class NoCacheInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    setNoCacheHeaders(http.getRequest<Request>().path, http.getResponse<Response>());
    return next.handle();
  }
}
