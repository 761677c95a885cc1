import { applyDecorators, Controller, UseInterceptors } from '@nestjs/common';
import { Tag } from '../../http/openapi/operation.decorator.js';
import { FaceInterceptor } from './face.interceptor.js';

/**
 * A controller for programs at `operator/v1/<path>` and for browsers at `console/<consolePath>`: each handler has the `@Faced()` whom it
 * answers. Whom each lets in, its `@Allow()` says.
 */
export function StaffController(path: string, consolePath = path): ClassDecorator {
  return applyDecorators(
    Tag('Operator'),
    Controller([`operator/v1/${path}`, `console/${consolePath}`]),
    UseInterceptors(FaceInterceptor),
  );
}
