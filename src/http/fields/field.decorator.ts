import { ValidateBy, ValidateIf, validateSync } from 'class-validator';
import { Refusal } from '../../domain/errors.js';
import type { FieldRule } from './field-rules.js';
import type { FieldValues } from './field-values.js';

/** A class whose `@Field()` properties describe one request's fields. */
export type RequestClass<Request extends object> = new () => Request;

const RULES = Symbol('field rules');
type Rules = Map<string, FieldRule<unknown>>;

/** May say that a field is needed only with certain others. The others are still text here. */
export type Necessity = (request: Readonly<Record<string, string | undefined>>) => boolean;

/**
 * A field of a request, named by its property: optional, and of the values that `rule` allows. The property is declared
 * with the type that the rule reads, and `undefined` when the field was not sent.
 */
export function Field(rule: FieldRule<unknown>): PropertyDecorator {
  return field(rule, (_, value) => value !== undefined);
}

/** A field that must be sent: always, or when `needed` says so. Not needed, it is not looked at. */
export function RequiredField(rule: FieldRule<unknown>, needed: Necessity = () => true): PropertyDecorator {
  return field(rule, (request) => needed(request as Record<string, string | undefined>));
}

function field(
  rule: FieldRule<unknown>,
  isLookedAt: (request: object, value: unknown) => boolean,
): PropertyDecorator {
  return (prototype, property) => {
    rulesOf(prototype).set(String(property), rule);
    ValidateIf(isLookedAt)(prototype, property);
    ValidateBy({
      name: 'field',
      validator: { validate: (value) => typeof value === 'string' && rule.read(value) !== undefined },
    })(prototype, property);
  };
}

function rulesOf(prototype: object): Rules {
  const known = Reflect.getOwnMetadata(RULES, prototype) as Rules | undefined;
  const rules: Rules = known ?? new Map<string, FieldRule<unknown>>();
  if (known === undefined) Reflect.defineMetadata(RULES, rules, prototype);
  return rules;
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
  const rules = rulesOf(type.prototype as object);
  for (const name of rules.keys()) Object.assign(request, { [name]: values.get(name.toLowerCase()) });
  const [broken] = validateSync(request);
  if (broken) throw brokenRule(broken.property, broken.value, rules.get(broken.property));
  for (const [name, rule] of rules) {
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
