import { Refusal } from '../../domain/errors.js';
import type { Typed } from '../../http/fields/fields.decorators.js';

/** Why a form was refused, and the typed texts. */
export interface FormProblem<Name extends string> {
  readonly typed: Typed<Name>;
  /** The control that is marked. */
  readonly field: Name;
  readonly text: string;
}

/** The typed text of a control, and its problem. */
export function controlOf<Name extends string>(
  name: Name,
  problem: FormProblem<Name> | undefined,
): { readonly name: Name; readonly value: string | undefined; readonly problem: string | undefined } {
  return { name, value: problem?.typed[name], problem: problem?.field === name ? problem.text : undefined };
}

/**
 * The problem of a refusal, at its field or else at the first.
 * @throws any error that is no refusal of a field
 */
export function problemIn<Name extends string>(
  error: unknown,
  typed: Typed<Name>,
  names: readonly [Name, ...Name[]],
): FormProblem<Name> {
  const refused = error instanceof Refusal ? error.field?.name : undefined;
  const field = names.find((name) => name === refused) ?? names[0];
  return { typed, field, text: sayRefused(error, field) };
}

/**
 * The text beside the control `name`, whose value a service has refused.
 * @throws any error that is no refusal of a field
 */
export function sayRefused(error: unknown, name: string): string {
  if (!(error instanceof Refusal) || error.code !== 'InvalidFieldValue') throw error;
  return error.field?.name === name ? `This ${error.field.problem}` : error.message;
}
