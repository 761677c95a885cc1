import { ALWAYS, type DescribedField, fieldsOf } from '../http/fields/field.decorator.js';
import type { FieldRule, FieldSchema } from '../http/fields/field-rules.js';
import type { Endpoint } from './endpoint.js';
import type { Schema } from './schema.js';
import type { OperationWords } from './words/operation-words.js';

/** What varies in the addresses. */
const IN_PATH: Readonly<Record<string, Schema>> = {
  id: {
    description: 'The title: its `reserveId` or its `crossRefId`.',
    schema: { type: 'string' },
    example: '76c1b7d0-17f4-4c05-8397-c66c17411584',
  },
  patronId: { description: 'The patron’s number.', schema: { type: 'integer' }, example: 1001 },
  token: {
    description: 'The patron’s collection token.',
    schema: { type: 'string' },
    example: 'v1L2hQ5n8sXw',
  },
  websiteId: { description: 'The library’s number.', schema: { type: 'integer' }, example: 37 },
};

/** As OpenAPI writes it: `{id}` instead of `:id`. */
export function templateOf({ path }: Endpoint): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** @throws when something varies in the address that nothing is known of */
export function describeParameters(endpoint: Endpoint, words: OperationWords): Schema[] {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const known = IN_PATH[name];
    if (known === undefined) throw new Error(`Nothing is known of "${name}" in ${endpoint.path}.`);
    return { name, in: 'path', required: true, ...known };
  });
  const inQuery = fieldsAt(endpoint.query).map(([name, { rule, needed }]) => ({
    name,
    in: 'query',
    required: needed === ALWAYS,
    description: meaningOf(name, rule, words),
    schema: schemaOf(rule.schema),
    example: rule.schema.example,
  }));
  return [...inPath, ...inQuery];
}

export function describeBody({ fields }: Endpoint, words: OperationWords): Schema | undefined {
  if (words.body !== undefined) {
    const { type, schema, example } = words.body;
    return { required: true, content: { [type]: { schema, example } } };
  }
  if (fields === undefined) return undefined;
  const schema = conventionOf(fieldsAt(fields), words);
  const example = exampleOf(fieldsAt(fields), words);
  return { required: true, content: { 'application/json': { schema, example } } };
}

type NamedField = readonly [name: string, field: DescribedField];

function fieldsAt(type: Endpoint['fields']): NamedField[] {
  return type === undefined ? [] : [...fieldsOf(type)];
}

/** The contract's convention, with each field by its name: an array of which each element is one of them. */
function conventionOf(fields: readonly NamedField[], words: OperationWords): Schema {
  const always = fields.filter(([, { needed }]) => needed === ALWAYS).map(([name]) => hasField(name));
  const oneOf = words.needsOneOf && { anyOf: words.needsOneOf.map(hasField) };
  const needed = [...always, ...(oneOf ? [oneOf] : [])];
  return {
    type: 'object',
    properties: {
      fields: {
        type: 'array',
        description: 'Each name at most once, in any case and order. Other names are ignored.',
        items: { anyOf: fields.map((field) => describeField(field, words)) },
        ...(needed.length > 0 && { allOf: needed }),
      },
    },
    required: ['fields'],
  };
}

function hasField(name: string): Schema {
  return { contains: { properties: { name: { const: name } }, required: ['name'] } };
}

function describeField([name, { rule, needed }]: NamedField, words: OperationWords): Schema {
  const isAlternative = words.needsOneOf?.includes(name) === true;
  const others = words.needsOneOf?.filter((other) => other !== name).map((other) => `\`${other}\``);
  const necessity = isAlternative
    ? `Needed, or ${others?.join(' or ') ?? ''} instead.`
    : needed === undefined
      ? 'Optional.'
      : needed === ALWAYS
        ? 'Needed.'
        : `Needed ${needed.when}.`;
  return {
    type: 'object',
    title: name,
    properties: {
      name: { type: 'string', const: name },
      value: { description: `${necessity} ${meaningOf(name, rule, words)}`, ...asText(rule.schema) },
    },
    required: ['name', 'value'],
  };
}

/** What it is for, if its name does not say that, and what it may be. */
function meaningOf(name: string, { allowed }: FieldRule<unknown>, { meanings }: OperationWords): string {
  const sentence = `${allowed.charAt(0).toUpperCase()}${allowed.slice(1)}.`;
  const meaning = meanings?.[name];
  return meaning === undefined ? sentence : `${meaning} ${sentence}`;
}

function schemaOf({ example, ...schema }: FieldSchema): Schema {
  return { ...schema, examples: [schema.type === 'integer' ? Number(example) : example] };
}

/** The contract has all values as strings; numbers and booleans are understood as well. */
function asText({ type, example, ...limits }: FieldSchema): Schema {
  if (type === 'string') return { type, ...limits, examples: [example] };
  if (type === 'boolean') return { enum: ['true', 'false', true, false], examples: [example] };
  return { type: ['string', 'integer'], pattern: '^(0|[1-9][0-9]*)$', ...limits, examples: [example] };
}

function exampleOf(fields: readonly NamedField[], { exampleFields }: OperationWords): Schema {
  const shown = fields.filter(([name]) => exampleFields?.includes(name) ?? true);
  return { fields: shown.map(([name, { rule }]) => ({ name, value: rule.schema.example })) };
}
