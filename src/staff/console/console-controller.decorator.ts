import { applyDecorators, Controller, UseInterceptors } from '@nestjs/common';
import { FaceInterceptor } from './face.interceptor.js';

/** A controller of pages for staff, which its handlers return, with `@PageFrame()` ready. Each handler's `@Allow()` says whom it admits. */
export function ConsoleController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseInterceptors(FaceInterceptor));
}
