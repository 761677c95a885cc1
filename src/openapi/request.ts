import { ANY_TEXT } from '../http/fields/request-class.js';
import { IDEMPOTENCY_KEY, MAX_KEY_LENGTH } from '../http/idempotency/idempotency-key.js';
import { toComponent } from './components.js';
import { CSV_KIND_NAMES } from '../records/csv/csv-members.js';
import { NOTICE_TYPES } from '../notifications/notice-types/notice-types.js';
import {
  ALWAYS,
  describeFields,
  type DescribedField,
  examplesOf,
  type FieldSchema,
  type Schemas,
} from './described-field.js';
import type { Endpoint } from './endpoint.js';
import type { Schema } from '../http/openapi/schema.js';

/** A parameter, but for its name and its place. */
interface Described {
  readonly description: string;
  readonly schema: Schema;
  readonly example: unknown;
}

function described(description: string, schema: Schema, example: unknown): Described {
  return { description, schema, example };
}

const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** What varies in the addresses. */
const IN_PATH: Readonly<Record<string, Described>> = {
  file: described('The file’s name.', { type: 'string' }, 'try-ABCD2345.js'),
  operationId: described('The operation’s name.', { type: 'string' }, 'placeHold'),
  id: described(
    'The title: its `reserveId` or its `crossRefId`.',
    { type: 'string' },
    '53be238e-d4d2-5efd-8241-c596634d055e',
  ),
  formatType: described('One of the title’s formats.', { type: 'string' }, 'ebook-epub-adobe'),
  asset: described('The file’s name, with a hash of its content.', { type: 'string' }, 'main-RPGZUMTD.js'),
  accountId: described('The account’s number.', { type: 'integer' }, 7),
  entryId: described('What the sender calls the entry.', { type: 'string', maxLength: 300 }, 'christmas'),
  importId: described('The import’s number.', { type: 'string', format: 'uuid' }, UUID),
  webhookId: described('The webhook’s number.', { type: 'string', format: 'uuid' }, UUID),
  staffId: described('The number of the account or API token.', { type: 'string', format: 'uuid' }, UUID),
  kind: described('What the rows are.', { type: 'string', enum: CSV_KIND_NAMES }, 'patrons'),
  occasion: described('What the notice is about.', { type: 'string', enum: NOTICE_TYPES }, 'ready'),
  patronId: described('The patron’s number.', { type: 'integer' }, 1001),
  ticket: described('The ticket of the hold in its queue.', { type: 'integer' }, 12),
  token: described(
    'A collection token: the patron’s, or one of the libraries that the client serves.',
    { type: 'string' },
    'v1L2hQ5n8sXw',
  ),
  websiteId: described('The library’s number.', { type: 'integer' }, 37),
};

const KEY = {
  name: IDEMPOTENCY_KEY,
  description:
    'A new text for each request, such as a random UUID; quotation marks around it are optional. Sent again with the same ' +
    'request within 24 hours, it gets the answer of the first one, and nothing is done again.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
  example: '"0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"',
};

/** @throws when something varies in the address that nothing is known of */
export function describeParameters(endpoint: Endpoint, schemas: Schemas): Schema[] {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const known = IN_PATH[name];
    if (known === undefined) throw new Error(`Nothing is known of "${name}" in ${endpoint.path}.`);
    return { name, in: 'path', required: true, ...known };
  });
  const inQuery = describeFields(endpoint.query, schemas).map((field) => ({
    name: field.name,
    in: 'query',
    required: field.required === ALWAYS,
    ...inQueryAs(field),
  }));
  const inHeaders = (endpoint.headers ?? []).map((header) => ({ schema: { type: 'string' }, ...header }));
  const headers = [...inHeaders, ...(endpoint.takesIdempotencyKey ? [KEY] : [])];
  return [...inPath, ...inQuery, ...headers.map((header) => ({ in: 'header', required: false, ...header }))];
}

function inQueryAs(field: DescribedField): Described {
  const { example, ...schema } = field.schema;
  const typed: unknown = schema.type === 'string' ? example : JSON.parse(example);
  return described(purposeOf(field), { ...schema, examples: [typed] }, typed);
}

export function describeBody(endpoint: Endpoint, schemas: Schemas): Schema {
  const { body, fields } = endpoint;
  if (body !== undefined)
    return 'type' in body
      ? contentOf(body.mediaType, toComponent('schemas', body.type.name), examplesOf(body.type, schemas))
      : contentOf(body.mediaType, body.schema, body.example);
  if (fields === undefined) return {};
  requireOwnFields(endpoint);
  const described = describeFields(fields, schemas);
  return contentOf('application/json', conventionOf(described, endpoint), exampleOf(described, endpoint));
}

function contentOf(mediaType: string, schema: Schema, example: unknown): Schema {
  return { requestBody: { required: true, content: { [mediaType]: { schema, example } } } };
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
