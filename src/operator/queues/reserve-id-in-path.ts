import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { refusal } from '../../domain/errors.js';
import { parseTitleId } from '../../domain/title-id.js';

/** `{id}` of the path, where the lists of the service name titles by their reserveId. Any other text is unknown. */
export const ReserveIdInPath = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { id } = context.switchToHttp().getRequest<Request>().params;
  const title = typeof id === 'string' ? parseTitleId(id) : undefined;
  if (title?.kind !== 'reserveId') throw refusal('NotFound');
  return title.reserveId;
});
