import { NO_CACHE_HEADERS } from '../http/server/base-headers.js';
import type { Schema } from '../http/openapi/schema.js';
import { toComponent } from './components.js';

const COMMON: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(
    Object.entries(NO_CACHE_HEADERS).map(([name, value]) => [
      name,
      { required: true, schema: { type: 'string', const: value } },
    ]),
  ),
  'X-Request-Id': {
    description: 'The request’s id, as in the service’s log.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
};

const SPECIAL = {
  ETag: {
    description: 'Send it as `If-None-Match`, and an answer that has not changed is 304.',
    required: true,
    schema: { type: 'string' },
  },
  Location: {
    description: 'The address of what was created, or where a redirect leads.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  Allow: { description: 'The methods that the address has.', required: true, schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds.', required: true, schema: { type: 'string', pattern: '^[0-9]+$' } },
  RateLimit: {
    description:
      'The limit that was exceeded, requests left and seconds until it ends; absent where there is no rate.',
    schema: { type: 'string', example: '"patron";r=0;t=12' },
  },
  'RateLimit-Policy': {
    description: 'The limit that was exceeded: requests (`q`) in so many seconds (`w`).',
    schema: { type: 'string', example: '"patron";q=600;w=60' },
  },
  'WWW-Authenticate': {
    description: 'With `error="invalid_token"` when a token was sent.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer realm="holdfast"' },
  },
} satisfies Readonly<Record<string, Schema>>;

export const HEADERS: Readonly<Record<string, Schema>> = { ...COMMON, ...SPECIAL };

export type Special = keyof typeof SPECIAL;

/** The headers that every answer has, and these. */
export function headersWith(...special: Special[]): Schema {
  return named([...Object.keys(COMMON), ...special]);
}

/** The same for an answer that caches may keep. */
export function cacheableHeadersWith(...special: Special[]): Schema {
  return named(['X-Frame-Options', 'X-Request-Id', ...special]);
}

function named(headers: readonly string[]): Schema {
  return Object.fromEntries(headers.map((name) => [name, toComponent('headers', name)]));
}
