import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { readRequest, type RequestClass } from './field.decorator.js';
import { parseFieldValues } from './field-values.js';
import { readJsonText } from './request-body.js';

export async function readFields(type: RequestClass<object>, context: ExecutionContext): Promise<object> {
  const text = await readJsonText(context.switchToHttp().getRequest<Request>());
  return readRequest(type, parseFieldValues(text));
}

/** The request's fields, as an instance of `type`; it comes as a promise, which Nest waits for before it calls. */
export const Fields = createParamDecorator(readFields);
