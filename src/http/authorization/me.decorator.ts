import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { PatronKey } from '../../domain/patron.js';

/** The patron whom the request's token names: `me` in every path. Only behind the BearerGuard. */
export const Me = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().user as PatronKey,
);
