import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { type ErrorCode, type MESSAGES, refusal } from '../../domain/errors.js';
import { parseId } from '../../domain/numbers.js';
import { parseGuid, parseTitleId } from '../../domain/titles/title-id.js';

type FixedRefusal = ErrorCode & keyof typeof MESSAGES;

/**
 * `{id}` in the path: a reserveId or a crossRefId. Any other text cannot be a title, so it is refused with the code for an unknown title at this
 * address.
 */
export const TitleInPath = createParamDecorator((refusedWith: FixedRefusal, context: ExecutionContext) =>
  readPart(context, 'id', parseTitleId, refusedWith),
);

/** The number of a patron or a library in the path, under this name. Anything but a number is unknown: `NotFound`. */
export const NumberInPath = createParamDecorator((name: string, context: ExecutionContext) =>
  readPart(context, name, parseId, 'NotFound'),
);

/** Text in the path under this name. */
export const TextInPath = createParamDecorator((name: string, context: ExecutionContext) =>
  readPart(context, name, (text) => text, 'NotFound'),
);

/** The GUID in the path under this name, with the path's library. Anything but a GUID is unknown: `NotFound`. */
export const KeyInPath = createParamDecorator((name: string, context: ExecutionContext) => ({
  websiteId: readPart(context, 'websiteId', parseId, 'NotFound'),
  [name]: readPart(context, name, parseGuid, 'NotFound'),
}));

/** A hold of the path's library, by title and ticket. Anything else is unknown: `NotFound`. */
export const HoldInPath = createParamDecorator((_: undefined, context: ExecutionContext) => ({
  websiteId: readPart(context, 'websiteId', parseId, 'NotFound'),
  reserveId: readPart(context, 'id', parseGuid, 'NotFound'),
  ticket: readPart(context, 'ticket', parseId, 'NotFound'),
}));

function readPart<Value>(
  context: ExecutionContext,
  name: string,
  read: (text: string) => Value | undefined,
  refusedWith: FixedRefusal,
): Value {
  const value = read(partOf(context, name) ?? '');
  if (value === undefined) throw refusal(refusedWith);
  return value;
}

function partOf(context: ExecutionContext, name: string): string | undefined {
  const value = context.switchToHttp().getRequest<Request>().params[name];
  return typeof value === 'string' ? value : undefined;
}
