import 'reflect-metadata';
import { ValidateBy, ValidateIf, validateSync } from 'class-validator';
import { Refusal } from '../../domain/errors.js';
import type { FieldRule } from './field-rules.js';
import type { FieldValues } from './field-values.js';

/** A class whose `@Field()` properties describe one request's fields. */
export type RequestClass<Request extends object> = new () => Request;

/** What a decorator says of a field. */
export interface DescribedField {
  readonly rule: FieldRule<unknown>;
  /** Undefined: the field is optional. */
  readonly needed: RequiredWhen | undefined;
}

const FIELDS = Symbol('fields');
type Fields = Map<string, DescribedField>;

/** When a field is required: always, or together with certain others. */
export interface RequiredWhen {
  /** Completes the sentence "<field> is required …". */
  readonly when: string;
  /** Sees the other fields as their rules read them; one that breaks its rule is not equal to anything. */
  readonly isMet: (request: Readonly<Record<string, unknown>>) => boolean;
}

export const ALWAYS: RequiredWhen = { when: 'always', isMet: () => true };

/** Stands for the value of a field whose text its rule does not allow. */
const NOT_ALLOWED = Symbol('not allowed');

/**
 * An optional field of a request, named after its property. The property is declared with the type that the rule reads; it
 * is `undefined` when the field was not sent.
 */
export function Field(rule: FieldRule<unknown>): PropertyDecorator {
  return field({ rule, needed: undefined }, (_, value) => value !== undefined);
}

/** A field that must be sent: always, or when `required` says so. When it is not required, its value is ignored. */
export function RequiredField(rule: FieldRule<unknown>, required = ALWAYS): PropertyDecorator {
  return field({ rule, needed: required }, (request) => required.isMet(request as Record<string, unknown>));
}

function field(
  described: DescribedField,
  isChecked: (request: object, value: unknown) => boolean,
): PropertyDecorator {
  return (prototype, property) => {
    fieldsAt(prototype).set(String(property), described);
    ValidateIf(isChecked)(prototype, property);
    ValidateBy({
      name: 'field',
      validator: { validate: (value) => value !== undefined && value !== NOT_ALLOWED },
    })(prototype, property);
  };
}

/** A class that extends another has the other's fields before its own. */
function fieldsAt(prototype: object): Fields {
  const own = Reflect.getOwnMetadata(FIELDS, prototype) as Fields | undefined;
  if (own !== undefined) return own;
  const fields: Fields = new Map(Reflect.getMetadata(FIELDS, prototype) as Fields | undefined);
  Reflect.defineMetadata(FIELDS, fields, prototype);
  return fields;
}

/** The fields that a request class describes, by name. */
export function fieldsOf(type: RequestClass<object>): ReadonlyMap<string, DescribedField> {
  return fieldsAt(type.prototype as object);
}

/**
 * The request that `values` make. Each field is found by its name in any case and read once by its rule; then the whole is
 * checked. Fields that the class does not know are ignored: clients send more than an operation needs.
 * @throws Refusal `MissingField`, or the code of the first rule that is broken
 */
export function readRequest<Request extends object>(
  type: RequestClass<Request>,
  values: FieldValues,
): Request {
  const request = new type();
  const fields = fieldsOf(type);
  // Such as that of a parameter whose type is a union: the compiler knows its class as Object.
  if (fields.size === 0) throw new Error(`${type.name} is not a class with @Field() properties.`);
  for (const [name, { rule }] of fields)
    setField(request, name, readValue(rule, values.get(name.toLowerCase())));
  const [broken] = validateSync(request);
  if (broken) throw brokenRule(broken.property, broken.value, fields.get(broken.property)?.rule);
  for (const [name, value] of Object.entries(request))
    if (value === NOT_ALLOWED) setField(request, name, undefined);
  return request;
}

function readValue(rule: FieldRule<unknown>, text: string | undefined): unknown {
  return text === undefined ? undefined : (rule.read(text) ?? NOT_ALLOWED);
}

function setField(request: object, name: string, value: unknown): void {
  Object.assign(request, { [name]: value });
}

function brokenRule(name: string, value: unknown, rule: FieldRule<unknown> | undefined): Refusal {
  const allowed = rule?.allowed ?? 'given';
  if (value === undefined) return new Refusal('MissingField', `${name} is missing: it must be ${allowed}.`);
  return notAllowed(name, rule);
}

/** The refusal of a value that `rule` does not allow in the field `name`. */
export function notAllowed(
  name: string,
  rule: Pick<FieldRule<unknown>, 'allowed' | 'refusedWith'> | undefined,
): Refusal {
  return new Refusal(
    rule?.refusedWith ?? 'InvalidFieldValue',
    `${name} must be ${rule?.allowed ?? 'given'}.`,
  );
}
