import 'reflect-metadata';
import { getMetadataStorage } from 'class-validator';
import { type FieldRefusalCode, type Refusal, refusedField } from '../../domain/errors.js';

/** A class whose properties are one request's fields, with class-validator's decorators. */
export type RequestClass<Request extends object = object> = new () => Request;

/**
 * A field's decorator, as class-validator keeps it. Its `message`, if any, completes the sentence "<field> must be …"; its `context` describes what
 * the decorator itself cannot.
 */
export interface FieldCheck {
  /** The decorator's name: `isInt`. */
  readonly name?: string;
  readonly constraints: readonly unknown[];
  readonly message?: unknown;
  readonly context?: FieldContext;
}

export interface FieldContext {
  /** In the form that a client sends. */
  readonly example?: string;
  /** Further properties of the field's JSON Schema. */
  readonly schema?: object;
  readonly refusedWith?: FieldRefusal;
  /** Converts the text before it is checked and used. */
  readonly readAs?: (text: string) => string;
  /** An empty value is null, and takes away what is there. Else it counts as absent. */
  readonly canBeEmptied?: boolean;
  /** For `@ValidateIf()`. Completes "<field> is required …". */
  readonly when?: string;
  /** The field's label and hint on pages. */
  readonly label?: string;
  readonly hint?: string;
}

export type FieldRefusal = Exclude<FieldRefusalCode, 'MissingField'>;

export interface RequestField {
  readonly name: string;
  /** The property's declared type; anything but `Number` and `Boolean` is text. */
  readonly type: unknown;
  readonly checks: readonly FieldCheck[];
}

const known = new Map<RequestClass, readonly RequestField[]>();

/** The fields of a request class. Inherited fields come first. */
export function fieldsOf(type: RequestClass): readonly RequestField[] {
  const fields = known.get(type) ?? readFields(type);
  known.set(type, fields);
  return fields;
}

function readFields(type: RequestClass): RequestField[] {
  const checks = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const isOwn = ({ target }: { target: unknown }): boolean => target === type;
  const ordered = [...checks.filter((check) => !isOwn(check)), ...checks.filter(isOwn)];
  return [...Map.groupBy(ordered, ({ propertyName }) => propertyName)].map(([name, its]) => ({
    name,
    type: Reflect.getMetadata('design:type', type.prototype as object, name) as unknown,
    checks: its,
  }));
}

export function checkOf({ checks }: RequestField, name: string): FieldCheck | undefined {
  return checks.find((check) => check.name === name);
}

/** The allowed values: completes "<field> must be …". */
export function allowedIn(field: RequestField): string {
  const own = field.checks.find(({ message }) => typeof message === 'string')?.message;
  if (typeof own === 'string') return own;
  const limit = (name: string): unknown => checkOf(field, name)?.constraints[0];
  const words = limit('isIn');
  if (Array.isArray(words)) return words.join(' or ');
  if (field.type === Number)
    return `a whole number from ${String(limit('min'))} to ${String(limit('max'))}, in plain digits`;
  return field.type === Boolean ? 'true or false' : ANY_TEXT;
}

/** Describes a field without limits. */
export const ANY_TEXT = 'text';

export function refusalOf({ checks }: RequestField): FieldRefusal {
  return checks.find(({ context }) => context?.refusedWith)?.context?.refusedWith ?? 'InvalidFieldValue';
}

/** The refusal of an invalid value of the field `name`. */
export function notAllowed(name: string, allowed: string, code: FieldRefusal = 'InvalidFieldValue'): Refusal {
  return refusedField(name, `must be ${allowed}.`, code);
}
