import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Refusal } from '../../domain/errors.js';
import { readRequest, type RequestClass } from './field.decorator.js';
import type { FieldValues } from './field-values.js';

export function readQuery(type: RequestClass<object>, context: ExecutionContext): object {
  return readRequest(type, queryValues(context.switchToHttp().getRequest<Request>()));
}

/** The query of the address, as an instance of `type`: checked by the same kind of rules as the fields of a body. */
export const QueryFields = createParamDecorator(readQuery);

/** A variable of a URI template that a client has left unfilled: such as `limit={limit}`. */
const UNFILLED = /^\{\w+\}$/;

/** What was sent empty, or unfilled, is absent. */
function queryValues({ query }: Request): FieldValues {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw new Refusal('InvalidFieldValue', `${name} must be given once.`);
    if (value !== '' && !UNFILLED.test(value)) values.set(name.toLowerCase(), value);
  }
  return values;
}
