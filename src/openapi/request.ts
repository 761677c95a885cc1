import { ApiBody, ApiConsumes, ApiHeader, ApiParam, ApiQuery } from '@nestjs/swagger';
import { ANY_TEXT } from '../http/fields/request-class.js';
import { IDEMPOTENCY_KEY, MAX_KEY_LENGTH } from '../http/idempotency/idempotency-key.js';
import { CSV_KIND_NAMES } from '../records/csv/csv-members.js';
import { NOTICE_TYPES } from '../notifications/notice-types/notice-types.js';
import {
  ALWAYS,
  describeFields,
  examplesOf,
  type DescribedField,
  type FieldSchema,
} from './described-field.js';
import type { Endpoint } from './endpoint.js';
import type { Schema } from '../http/openapi/schema.js';

/** What varies in the addresses. */
const IN_PATH: Readonly<Record<string, Schema>> = {
  file: {
    description: 'The file’s name.',
    schema: { type: 'string', example: 'docs-ABCD2345.css' },
  },
  id: {
    description: 'The title: its `reserveId` or its `crossRefId`.',
    schema: { type: 'string', example: '53be238e-d4d2-5efd-8241-c596634d055e' },
  },
  formatType: {
    description: 'One of the title’s formats.',
    schema: { type: 'string', example: 'ebook-epub-adobe' },
  },
  asset: {
    description: 'The file’s name, with a hash of its content.',
    schema: { type: 'string', example: 'main-RPGZUMTD.js' },
  },
  accountId: { description: 'The account’s number.', schema: { type: 'integer', example: 7 } },
  importId: {
    description: 'The import’s number.',
    schema: { type: 'string', format: 'uuid', example: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
  },
  webhookId: {
    description: 'The webhook’s number.',
    schema: { type: 'string', format: 'uuid', example: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
  },
  kind: {
    description: 'What the rows are.',
    schema: { type: 'string', enum: CSV_KIND_NAMES, example: 'patrons' },
  },
  occasion: {
    description: 'What the notice is about.',
    schema: { type: 'string', enum: NOTICE_TYPES, example: 'ready' },
  },
  patronId: { description: 'The patron’s number.', schema: { type: 'integer', example: 1001 } },
  ticket: { description: 'The ticket of the hold in its queue.', schema: { type: 'integer', example: 12 } },
  token: {
    description: 'A collection token: the patron’s, or one of the libraries that the client serves.',
    schema: { type: 'string', example: 'v1L2hQ5n8sXw' },
  },
  websiteId: { description: 'The library’s number.', schema: { type: 'integer', example: 37 } },
};

const KEY: Parameters<typeof ApiHeader>[0] = {
  name: IDEMPOTENCY_KEY,
  required: false,
  description:
    'A new text for each request, such as a random UUID; quotation marks around it are optional. Sent again with the same ' +
    'request within 24 hours, it gets the answer of the first one, and nothing is done again.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
  example: '"0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"',
};

/** @throws when something varies in the address that nothing is known of */
export function describeParameters(endpoint: Endpoint): MethodDecorator[] {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const known = IN_PATH[name];
    if (known === undefined) throw new Error(`Nothing is known of "${name}" in ${endpoint.path}.`);
    return ApiParam({ name, ...known });
  });
  const inQuery = describeFields(endpoint.query).map((field) =>
    ApiQuery({
      name: field.name,
      required: field.required === ALWAYS,
      description: purposeOf(field),
      schema: schemaOf(field.schema),
    }),
  );
  const inHeaders = (endpoint.headers ?? []).map((header) =>
    ApiHeader({ ...header, required: false, schema: { type: 'string' } }),
  );
  return [...inPath, ...inQuery, ...inHeaders, ...(endpoint.takesIdempotencyKey ? [ApiHeader(KEY)] : [])];
}

/** The name of a body's one example. */
export const EXAMPLE = 'request';

export function describeBody(endpoint: Endpoint): MethodDecorator[] {
  const { body, fields } = endpoint;
  if (body !== undefined) {
    const [described, value] =
      'type' in body ? [{ type: body.type }, examplesOf(body.type)] : [{ schema: body.schema }, body.example];
    return [ApiConsumes(body.mediaType), ApiBody({ ...described, examples: { [EXAMPLE]: { value } } })];
  }
  if (fields === undefined) return [];
  requireOwnFields(endpoint);
  const described = describeFields(fields);
  const schema = conventionOf(described, endpoint);
  return [ApiBody({ schema, examples: { [EXAMPLE]: { value: exampleOf(described, endpoint) } } })];
}

/** @throws when the decorator names a field that the operation does not take: a misspelt name would be ignored */
function requireOwnFields({ operationId, fields, requiresOneOf = [], exampleFields = [] }: Endpoint): void {
  const own = new Set(describeFields(fields).map(({ name }) => name));
  const unknown = [...requiresOneOf, ...exampleFields].filter((name) => !own.has(name));
  if (unknown.length > 0)
    throw new Error(`${operationId} takes no ${unknown.join(', ')}, but its description names it.`);
}

/** The body (contract: #requests) with each field by its name: an array of which each element is one of them. */
function conventionOf(fields: readonly DescribedField[], operation: Endpoint): Schema {
  const described = fields.map((field) => describeField(field, operation));
  return {
    type: 'object',
    properties: {
      fields: {
        type: 'array',
        // `contains` would say which are required, and generators of clients then lose the type of the elements.
        description: `Each name at most once, in any case and order. Other names are ignored.${requiredOf(fields)}`,
        items: described.length === 1 ? described[0] : { anyOf: described },
      },
    },
    required: ['fields'],
  };
}

function requiredOf(fields: readonly DescribedField[]): string {
  const names = fields.filter(({ required }) => required === ALWAYS).map(({ name }) => `\`${name}\``);
  return names.length === 0 ? '' : ` Always there: ${names.join(', ')}.`;
}

function describeField(field: DescribedField, operation: Endpoint): Schema {
  const { name, required, schema } = field;
  const isAlternative = operation.requiresOneOf?.includes(name) === true;
  const others = operation.requiresOneOf?.filter((other) => other !== name).map((other) => `\`${other}\``);
  const necessity = isAlternative
    ? `Required, or ${others?.join(' or ') ?? ''} instead.`
    : required === undefined
      ? 'Optional.'
      : required === ALWAYS
        ? 'Required.'
        : `Required ${required}.`;
  return {
    type: 'object',
    title: name,
    properties: {
      name: { type: 'string', const: name },
      value: { description: `${necessity} ${purposeOf(field)}`, ...asText(schema) },
    },
    required: ['name', 'value'],
  };
}

/** What it is for, if its name does not say that, and what it may be. */
function purposeOf({ allowed, purpose }: DescribedField): string {
  const limits = allowed === ANY_TEXT ? undefined : `It must be ${allowed}.`;
  return [purpose, limits].filter((sentence) => sentence !== undefined).join(' ') || 'Text.';
}

function schemaOf({ example, ...schema }: FieldSchema): Schema {
  const typed: unknown = schema.type === 'string' ? example : JSON.parse(example);
  return { ...schema, example: typed, examples: [typed] };
}

/** Clients should send strings; numbers and booleans are understood as well (contract: #requests). */
function asText({ type, example, ...limits }: FieldSchema): Schema {
  if (type === 'string') return { type, ...limits, examples: [example] };
  if (type === 'boolean')
    return { anyOf: [{ type: 'string', enum: ['true', 'false'] }, { type: 'boolean' }], examples: [example] };
  return { type: ['string', 'integer'], pattern: '^(0|[1-9][0-9]*)$', ...limits, examples: [example] };
}

function exampleOf(fields: readonly DescribedField[], { exampleFields }: Endpoint): Schema {
  const shown = fields.filter(({ name }) => exampleFields?.includes(name) ?? true);
  return { fields: shown.map(({ name, schema }) => ({ name, value: schema.example })) };
}
