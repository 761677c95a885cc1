import type { Request } from 'express';
import { type Refusal, refusedField } from '../../domain/errors.js';
import { readFormText } from './request-body.js';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

const texts = new WeakMap<Request, Promise<string>>();

/** Can be called repeatedly. */
function textOf(request: Request): Promise<string> {
  const text = texts.get(request) ?? readFormText(request);
  texts.set(request, text);
  return text;
}

/** The values of a form by name, each sent once. */
export type Form = ReadonlyMap<string, string>;

/** A form must not have the same name twice, nor NUL, which PostgreSQL's text cannot contain. */
export type FormProblem = 'twice' | 'nul';

/** @throws Refusal if there is no form; the result of `refused` if the form has a problem */
export async function readForm(
  request: Request,
  refused: (problem: FormProblem, name: string) => Error = refusalOfForm,
): Promise<Form> {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await textOf(request))) {
    if (form.has(name)) throw refused('twice', name);
    if (value.includes('\0')) throw refused('nul', name);
    form.set(name, value);
  }
  return form;
}

export function refusalOfForm(problem: FormProblem, name: string): Refusal {
  return refusedField(name, problem === 'twice' ? 'must be given once.' : 'holds a NUL character.');
}
