import { applyDecorators, Controller, UseInterceptors } from '@nestjs/common';
import { Tag } from '../../http/openapi/operation.decorator.js';
import { FaceInterceptor } from './face.interceptor.js';

/**
 * A controller for programs at `operator/v1/<path>` and for browsers at `console/<consolePath>`. Handlers get a `@Faced()` that answers either. Each
 * handler's `@Allow()` says whom it admits.
 */
export function StaffController(path: string, consolePath = path): ClassDecorator {
  return applyDecorators(
    Tag('Operator'),
    Controller([`operator/v1/${path}`, `console/${consolePath}`]),
    UseInterceptors(FaceInterceptor),
  );
}
