import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isRead } from '../routes/reads.js';
import { type FieldValues, GIVEN_TWICE, parseFieldValues } from './field-values.js';
import { FieldsPipe } from './fields.pipe.js';
import { readForm, refusalOfForm } from './form.js';
import { readJsonText } from './request-body.js';

/** Shared by all requests. */
const PIPE = new FieldsPipe();

const senders = new WeakSet<Request>();

/** Marks the request as a page's form. */
export function comesFromPage(request: Request): void {
  senders.add(request);
}

export async function readFields(_: unknown, context: ExecutionContext): Promise<FieldValues> {
  const request = requestOf(context);
  return senders.has(request)
    ? readFormFields(request, (text) => text.trim())
    : parseFieldValues(await readJsonText(request));
}

const FieldsOfBody = createParamDecorator(readFields);

/** The fields of a JSON body (contract: #requests), or of a page's form, as an instance of the parameter's class. */
export const Fields = (): ParameterDecorator => FieldsOfBody(PIPE);

/** @param readAs converts each text */
async function readFormFields(
  request: Request,
  readAs = (text: string): string => text,
): Promise<FieldValues> {
  const values = new Map<string, string>();
  for (const [name, value] of await readForm(request)) {
    const key = name.toLowerCase();
    if (values.has(key)) throw refusalOfForm('twice', name);
    values.set(key, readAs(value));
  }
  return values;
}

const FieldsOfForm = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readFormFields(requestOf(context)),
);

/** The fields of a page's form, with texts as they were typed, as an instance of the parameter's class. */
export const FormFields = (): ParameterDecorator => FieldsOfForm(PIPE);

/** The texts of a form by the names of its controls, so that a page can show them again. An empty control is absent. */
export type Typed<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** The texts of a page's form, for a handler that reports each problem at its control. */
export const TypedFields = createParamDecorator(async (_: unknown, context: ExecutionContext) => {
  const form = await readForm(requestOf(context));
  return Object.fromEntries([...form].filter(([, value]) => value !== ''));
});

/** An unfilled variable of a URI template, such as `limit={limit}`. */
const UNFILLED = /^\{\w+\}$/;

/** Empty and unfilled fields are absent. Programs send the fields of a change in the query; pages send them in a form. */
export async function readQuery(_: unknown, context: ExecutionContext): Promise<FieldValues> {
  const request = requestOf(context);
  if (senders.has(request) && !isRead(request.method)) return readFields(_, context);
  const values = new Map<string, string | typeof GIVEN_TWICE>();
  for (const [name, value] of Object.entries(request.query)) {
    if (value === '' || (typeof value === 'string' && UNFILLED.test(value))) continue;
    const key = name.toLowerCase();
    values.set(key, typeof value === 'string' && !values.has(key) ? value : GIVEN_TWICE);
  }
  return values;
}

const FieldsOfQuery = createParamDecorator(readQuery);

/** The query's fields, as an instance of the parameter's class. */
export const QueryFields = (): ParameterDecorator => FieldsOfQuery(PIPE);

function requestOf(context: ExecutionContext): Request {
  return context.switchToHttp().getRequest<Request>();
}
