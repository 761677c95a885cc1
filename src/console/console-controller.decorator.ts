import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { StaffGuard } from '../staff/permissions/staff.guard.js';
import { FrameInterceptor } from './frame.interceptor.js';

/** A controller of pages for staff: they get in by the table of permissions, and `@PageFrame()` is ready. */
export function ConsoleController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseGuards(StaffGuard), UseInterceptors(FrameInterceptor));
}
