import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type PageAnswer, writeHead } from './page.js';

/** Answers with the page, or the redirection, that a handler returns. A handler that returns nothing has answered by itself. */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<PageAnswer | undefined>): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(map((answer) => answer && writeHead(response, answer)));
  }
}
