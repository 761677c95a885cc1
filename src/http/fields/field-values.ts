import { Refusal } from '../../domain/errors.js';
import { JsonNumber, parseStrictJson, type StrictJson } from './strict-json.js';

/** A parameter of a query with several values: refused if it is a field, else ignored. */
export const GIVEN_TWICE = Symbol('given twice');

/** The values of a request's fields by lower-case name, as text. Null is "", which counts as absent but for fields that can be emptied. */
export type FieldValues = ReadonlyMap<string, string | typeof GIVEN_TWICE>;

const SHAPE = 'The body must be {"fields": [{"name": string, "value": string}, ...]}';

/**
 * Reads the fields of a request (contract: #requests). Names are case-insensitive; values may be strings, numbers or booleans, since clients send all
 * three.
 * @throws Refusal `InvalidRequestBody`
 */
export function parseFieldValues(text: string): FieldValues {
  if (text === '') throw invalid(`${SHAPE}; this one is empty.`);
  const body = parseStrictJson(text);
  const fields = body instanceof Map ? body.get('fields') : undefined;
  if (!Array.isArray(fields)) throw invalid(`${SHAPE}.`);
  const values = new Map<string, string>();
  const seen = new Set<string>();
  for (const field of fields) {
    const { name, value } = parseField(field);
    if (seen.has(name)) throw invalid('fields has the same name twice.');
    seen.add(name);
    values.set(name, value);
  }
  return values;
}

function parseField(field: StrictJson): { name: string; value: string } {
  const name = field instanceof Map ? field.get('name') : undefined;
  if (!(field instanceof Map) || typeof name !== 'string')
    throw invalid('Each element of fields must be an object with a string "name".');
  return { name: name.toLowerCase(), value: textOf(field.get('value') ?? null) };
}

function textOf(value: StrictJson): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber) return value.digits;
  throw invalid('The "value" of a field must be a string, a number, a boolean or null.');
}

function invalid(message: string): Refusal {
  return new Refusal('InvalidRequestBody', message);
}
