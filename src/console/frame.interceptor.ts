import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import type { StaffPrincipal } from '../staff/staff-principal.js';
import { rememberFrame } from './frame.js';
import { LibrariesService } from './libraries.service.js';
import { takeMessage } from './message.js';

/** Prepares the frame of a page, for `@PageFrame()`. */
@Injectable()
export class FrameInterceptor implements NestInterceptor {
  constructor(private readonly libraries: LibrariesService) {}

  /** @throws Refusal `NotFound` if the path names a library that does not exist */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const { websiteId } = request.params;
    rememberFrame(response, {
      staff: request.user as StaffPrincipal,
      library: typeof websiteId === 'string' ? await this.libraries.named(websiteId) : undefined,
      // The page that follows a form shows what the form has done.
      message: request.method === 'GET' ? takeMessage(request, response) : undefined,
    });
    return next.handle();
  }
}
