import { applyDecorators, Controller, UseInterceptors } from '@nestjs/common';
import { FaceInterceptor } from './face.interceptor.js';

/** A controller of pages for staff, which its handlers return, with `@PageFrame()` ready. Whom each handler lets in, its `@Allow()` says. */
export function ConsoleController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseInterceptors(FaceInterceptor));
}
