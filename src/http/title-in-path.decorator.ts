import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { parseTitleId, type TitleId } from '../domain/title-id.js';

/** `{id}` of the path: a reserveId or a crossRefId. Undefined when it is neither, and so names no title there could be. */
export const TitleInPath = createParamDecorator(
  (_: unknown, context: ExecutionContext): TitleId | undefined => {
    const { id } = context.switchToHttp().getRequest<Request>().params;
    return typeof id === 'string' ? parseTitleId(id) : undefined;
  },
);
