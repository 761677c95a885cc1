import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { type ErrorCode, type MESSAGES, refusal } from '../../domain/errors.js';
import { parseId } from '../../domain/numbers.js';
import { parseTitleId, type TitleId } from '../../domain/title-id.js';

type FixedRefusal = ErrorCode & keyof typeof MESSAGES;

/**
 * `{id}` of the path: a reserveId or a crossRefId. Any other text cannot be a title, so it is refused with the code that an
 * unknown title gets at this address.
 */
export const TitleInPath = createParamDecorator(
  (refusedWith: FixedRefusal, context: ExecutionContext): TitleId => {
    const title = parseTitleId(parameter(context, 'id') ?? '');
    if (title === undefined) throw refusal(refusedWith);
    return title;
  },
);

/** As `TitleInPath`, for a handler that also answers at an address without `{id}`: undefined there. */
export const OptionalTitleInPath = createParamDecorator(
  (refusedWith: FixedRefusal, context: ExecutionContext): TitleId | undefined => {
    const text = parameter(context, 'id');
    if (text === undefined) return undefined;
    const title = parseTitleId(text);
    if (title === undefined) throw refusal(refusedWith);
    return title;
  },
);

/** The number of a patron or a library in the path, under this name. What is not a number is unknown: `NotFound`. */
export const NumberInPath = createParamDecorator((name: string, context: ExecutionContext): number => {
  const number = parseId(parameter(context, name) ?? '');
  if (number === undefined) throw refusal('NotFound');
  return number;
});

function parameter(context: ExecutionContext, name: string): string | undefined {
  const value = context.switchToHttp().getRequest<Request>().params[name];
  return typeof value === 'string' ? value : undefined;
}
