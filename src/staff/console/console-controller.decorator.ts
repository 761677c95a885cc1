import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { rememberFrame } from './frame.js';
import { Frames } from './frames.js';
import { PageInterceptor } from './page.interceptor.js';

/** Prepares the frame of a page, for `@PageFrame()`. */
@Injectable()
class FrameInterceptor implements NestInterceptor {
  constructor(private readonly frames: Frames) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    rememberFrame(context.switchToHttp().getResponse<Response>(), await this.frames.of(context));
    return next.handle();
  }
}

/** A controller of pages for staff, which its handlers return, with `@PageFrame()` ready. Whom each handler lets in, its `@Allow()` says. */
export function ConsoleController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseInterceptors(PageInterceptor, FrameInterceptor));
}
