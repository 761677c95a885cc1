import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { OperatorGuard } from '../http/operator.guard.js';
import { FrameInterceptor } from './frame.interceptor.js';

/** A controller of pages for staff: only they get in, and `@PageFrame()` is ready. */
export function ConsoleController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseGuards(OperatorGuard), UseInterceptors(FrameInterceptor));
}
