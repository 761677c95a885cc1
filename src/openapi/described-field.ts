import type { Type } from '@nestjs/common';
import {
  allowedIn,
  checkOf,
  type FieldCheck,
  type FieldRefusal,
  fieldsOf,
  refusalOf,
  type RequestClass,
  type RequestField,
} from '../http/fields/request-class.js';
import type { Schema } from '../http/openapi/schema.js';

/** What may be sent for a field, as JSON Schema. */
export interface FieldSchema {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** As a client would send it. */
  readonly example: string;
}

/** A field of a request, as its decorators say. */
export interface DescribedField {
  readonly name: string;
  readonly schema: FieldSchema;
  /** Its comment: what it is for, where the name does not say it. */
  readonly purpose: string | undefined;
  /** Completes "<field> must be …". */
  readonly allowed: string;
  readonly refusedWith: FieldRefusal;
  /** Completes "<field> is required …". Undefined: the field is optional. */
  readonly required: string | undefined;
}

export const ALWAYS = 'always';

/** The schemas of request classes, by name: they have the comments. */
export type Schemas = Readonly<Record<string, Schema>>;

export function describeFields(type: RequestClass | undefined, schemas: Schemas = {}): DescribedField[] {
  if (type === undefined) return [];
  const comments = membersOf(type, schemas);
  return fieldsOf(type).map((field) => ({
    name: field.name,
    schema: schemaOf(field),
    purpose: comments[field.name]?.description,
    allowed: allowedIn(field),
    refusedWith: refusalOf(field),
    required: whenRequired(field),
  }));
}

interface Member {
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

function membersOf({ name }: Type, schemas: Schemas): Readonly<Record<string, Member>> {
  return (schemas[name]?.properties ?? {}) as Readonly<Record<string, Member>>;
}

/** Of the members that are always sent. */
export function examplesOf(type: Type, schemas: Schemas): Readonly<Record<string, unknown>> {
  const required = (schemas[type.name]?.required ?? []) as readonly string[];
  return Object.fromEntries(required.map((name) => [name, membersOf(type, schemas)[name]?.examples?.[0]]));
}

function whenRequired(field: RequestField): string | undefined {
  if (checkOf(field, 'isOptional') !== undefined) return undefined;
  return field.checks.find(({ context }) => context?.when)?.context?.when ?? ALWAYS;
}

/** What class-validator's own decorators say in JSON Schema. */
const KEYWORDS: Readonly<Record<string, (constraint: unknown) => object>> = {
  isEmail: () => ({ format: 'email' }),
  isIn: (words) => ({ enum: words }),
  min: (minimum) => ({ minimum }),
  max: (maximum) => ({ maximum }),
  maxLength: (maxLength) => ({ maxLength }),
};

const TYPES: ReadonlyMap<unknown, FieldSchema['type']> = new Map<unknown, FieldSchema['type']>([
  [Number, 'integer'],
  [Boolean, 'boolean'],
]);

function schemaOf(field: RequestField): FieldSchema {
  const ofDecorators = Object.entries(KEYWORDS).map(([name, keyword]) => {
    const check = checkOf(field, name);
    return check && keyword(check.constraints[0]);
  });
  const others = field.checks.map(({ context }) => context?.schema);
  const type = TYPES.get(field.type) ?? 'string';
  return Object.assign({ type, example: exampleOf(field) }, ...ofDecorators, ...others) as FieldSchema;
}

function exampleOf(field: RequestField): string {
  const given = field.checks.find(({ context }) => context?.example)?.context?.example;
  const first = (check: FieldCheck | undefined): unknown => check?.constraints[0];
  const words = first(checkOf(field, 'isIn'));
  return String(given ?? (Array.isArray(words) ? words.at(-1) : first(checkOf(field, 'min'))) ?? true);
}
