import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Refusal } from '../../domain/errors.js';
import { readRequest, type RequestClass } from './field.decorator.js';
import type { FieldValues } from './field-values.js';
import { readFormText } from './request-body.js';

export async function readForm(type: RequestClass<object>, context: ExecutionContext): Promise<object> {
  const text = await readFormText(context.switchToHttp().getRequest<Request>());
  return readRequest(type, formValues(text));
}

/**
 * The fields of a form that a page has sent, as an instance of `type`: checked by the same kind of rules as the fields of a
 * JSON body. It comes as a promise, which Nest waits for before it calls.
 */
export const FormFields = createParamDecorator(readForm);

/** A control that was left empty is absent. */
function formValues(text: string): FieldValues {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    const key = name.toLowerCase();
    if (values.has(key)) throw new Refusal('InvalidFieldValue', `${name} must be given once.`);
    // PostgreSQL's text can contain every character except this one.
    if (value.includes('\0')) throw new Refusal('InvalidFieldValue', `${name} holds a NUL character.`);
    if (value !== '') values.set(key, value);
  }
  return values;
}
