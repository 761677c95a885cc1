import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import type { Request } from 'express';
import { refusedField } from '../../domain/errors.js';
import { type FieldValues, parseFieldValues } from './field-values.js';
import { FieldsPipe } from './fields.pipe.js';
import { readForm, refusalOfForm } from './form.js';
import { readJsonText } from './request-body.js';

/** One for all requests. */
const PIPE = new FieldsPipe();

const senders = new WeakSet<Request>();

/** A page has sent this request, with a form. */
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

/** @param readAs what is meant by a text */
async function readFormFields(
  request: Request,
  readAs = (text: string): string => text,
): Promise<FieldValues> {
  const values = new Map<string, string>();
  for (const [name, value] of await readForm(request)) {
    const key = name.toLowerCase();
    if (values.has(key)) throw refusalOfForm('twice', name);
    // A control that was left empty is absent.
    const text = readAs(value);
    if (text !== '') values.set(key, text);
  }
  return values;
}

const FieldsOfForm = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readFormFields(requestOf(context)),
);

/** The fields of a form that a page has sent, as they were typed, as an instance of the parameter's class. */
export const FormFields = (): ParameterDecorator => FieldsOfForm(PIPE);

/** What was typed into a form, by the names of its controls: a page shows it again. A control that was left empty is absent. */
export type Typed<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** The texts of a form that a page has sent, for a handler that tells what is wrong with one at its control. */
export const TypedFields = createParamDecorator(async (_: unknown, context: ExecutionContext) => {
  const form = await readForm(requestOf(context));
  return Object.fromEntries([...form].filter(([, value]) => value !== ''));
});

/** What was typed, as a request to the API is read. @throws Refusal as for a request */
export async function readTyped<Request>(type: Type<Request>, typed: Typed<string>): Promise<Request> {
  const values = Object.entries(typed).map(([name, text = '']) => [name.toLowerCase(), text.trim()] as const);
  return (await PIPE.transform(new Map(values), { type: 'body', metatype: type })) as Request;
}

/** A variable of a URI template that a client has left unfilled: such as `limit={limit}`. */
const UNFILLED = /^\{\w+\}$/;

/** What was sent empty, or unfilled, is absent. What a program says in the query of a change, a page says in its form. */
export async function readQuery(_: unknown, context: ExecutionContext): Promise<FieldValues> {
  const request = requestOf(context);
  if (senders.has(request) && request.method !== 'GET') return readFields(_, context);
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(request.query)) {
    if (typeof value !== 'string') throw refusedField(name, 'must be given once.');
    if (value !== '' && !UNFILLED.test(value)) values.set(name.toLowerCase(), value);
  }
  return values;
}

const FieldsOfQuery = createParamDecorator(readQuery);

/** The query of the address, as an instance of the parameter's class. */
export const QueryFields = (): ParameterDecorator => FieldsOfQuery(PIPE);

function requestOf(context: ExecutionContext): Request {
  return context.switchToHttp().getRequest<Request>();
}
