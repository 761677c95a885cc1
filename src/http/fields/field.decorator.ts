import { ValidateBy, ValidateIf, validateSync } from 'class-validator';
import { Refusal } from '../../domain/errors.js';
import type { FieldRule } from './field-rules.js';
import type { FieldValues } from './field-values.js';

/** A class whose `@Field()` properties describe one request's fields. */
export type RequestClass<Request extends object> = new () => Request;

/** A field of a request, as its decorator tells it. */
export interface DescribedField {
  readonly rule: FieldRule<unknown>;
  /** Undefined: the field is optional. */
  readonly needed: RequiredWhen | undefined;
}

const FIELDS = Symbol('fields');
type Fields = Map<string, DescribedField>;

/** May say that a field is needed only with certain others. */
export interface RequiredWhen {
  /** Completes the sentence "<field> is needed …". */
  readonly when: string;
  /** The other fields are still text here. */
  readonly isMet: (request: Readonly<Record<string, string | undefined>>) => boolean;
}

export const ALWAYS: RequiredWhen = { when: 'always', isMet: () => true };

/**
 * A field of a request, named by its property: optional, and of the values that `rule` allows. The property is declared
 * with the type that the rule reads, and `undefined` when the field was not sent.
 */
export function Field(rule: FieldRule<unknown>): PropertyDecorator {
  return field({ rule, needed: undefined }, (_, value) => value !== undefined);
}

/** A field that must be sent: always, or when `needed` says so. Not needed, it is not looked at. */
export function RequiredField(rule: FieldRule<unknown>, needed = ALWAYS): PropertyDecorator {
  return field({ rule, needed }, (request) => needed.isMet(request as Record<string, string | undefined>));
}

function field(
  described: DescribedField,
  isLookedAt: (request: object, value: unknown) => boolean,
): PropertyDecorator {
  const { rule } = described;
  return (prototype, property) => {
    fieldsAt(prototype).set(String(property), described);
    ValidateIf(isLookedAt)(prototype, property);
    ValidateBy({
      name: 'field',
      validator: { validate: (value) => typeof value === 'string' && rule.read(value) !== undefined },
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
 * The request that `values` make: its fields found by name in any case, checked, and read into what they mean. Fields
 * that the class does not know are ignored: clients send more than an operation needs.
 * @throws Refusal `MissingField`, or the code of the first field's rule that is broken
 */
export function readRequest<Request extends object>(
  type: RequestClass<Request>,
  values: FieldValues,
): Request {
  const request = new type();
  const fields = fieldsOf(type);
  for (const name of fields.keys()) Object.assign(request, { [name]: values.get(name.toLowerCase()) });
  const [broken] = validateSync(request);
  if (broken) throw brokenRule(broken.property, broken.value, fields.get(broken.property)?.rule);
  for (const [name, { rule }] of fields) {
    const text = values.get(name.toLowerCase());
    if (text !== undefined) Object.assign(request, { [name]: rule.read(text) });
  }
  return request;
}

/**
 * The value of a field whose rule counts only in certain cases, which no request can tell by itself.
 * @throws Refusal as `readRequest` would
 */
export function readField<Value>(name: string, rule: FieldRule<Value>, text: string): Value {
  const value = rule.read(text);
  if (value === undefined) throw brokenRule(name, text, rule);
  return value;
}

function brokenRule(name: string, value: unknown, rule: FieldRule<unknown> | undefined): Refusal {
  const allowed = rule?.allowed ?? 'given';
  if (value === undefined) return new Refusal('MissingField', `${name} is missing: it must be ${allowed}.`);
  return new Refusal(rule?.refusedWith ?? 'InvalidFieldValue', `${name} must be ${allowed}.`);
}
