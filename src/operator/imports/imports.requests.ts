import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { refusal } from '../../domain/errors.js';

/** `{importId}` of the path. What is no UUID is unknown. */
export const ImportInPath = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { importId } = context.switchToHttp().getRequest<Request>().params;
  if (typeof importId !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(importId))
    throw refusal('NotFound');
  return importId;
});
