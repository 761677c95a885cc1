import { STATUS_CODES } from 'node:http';
import type { Endpoint } from './endpoint.js';
import { cacheableHeadersWith, headersWith } from './headers.js';
import type { Schema } from '../http/openapi/schema.js';
import { toComponent } from './components.js';

const JSON_TYPE = 'application/json';

/** The responses of an operation that are no errors, by status. `record` names what it answers; undefined: nothing. */
export function describeResponses(endpoint: Endpoint, record: string | undefined): [number, Schema][] {
  const content = contentOf(endpoint, record);
  const isTagged = endpoint.method === 'GET' && endpoint.status === 200 && endpoint.isEndless !== true;
  const special = [
    ...(isTagged ? (['ETag'] as const) : []),
    ...(endpoint.hasLocation ? (['Location'] as const) : []),
  ];
  const common = endpoint.isCacheable ? cacheableHeadersWith(...special) : headersWith(...special);
  const headers = { ...common, ...ownHeaders(endpoint) };
  const responses: [number, Schema][] = [
    [endpoint.status, { description: STATUS_CODES[endpoint.status] ?? '', headers, ...content }],
  ];
  if (isTagged) responses.push([304, { description: 'It has not changed since then.', headers }]);
  if (endpoint.otherStatus) {
    const { status, description } = endpoint.otherStatus;
    responses.push([status, { description, headers, ...content }]);
  }
  return responses;
}

function contentOf({ mediaTypes }: Endpoint, record: string | undefined): Schema {
  if (mediaTypes !== undefined)
    return { content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemaOfMedia(type) }])) };
  if (record === undefined) return {};
  return { content: { [JSON_TYPE]: { schema: toComponent('schemas', record) } } };
}

/** Neither text nor JSON: bytes, which no schema describes. */
function schemaOfMedia(mediaType: string): Schema {
  if (mediaType === JSON_TYPE) return { type: 'object' };
  return mediaType.startsWith('text/') ? { type: 'string' } : {};
}

/** Those that a decorator sets go before the common ones. */
function ownHeaders({ responseHeaders }: Endpoint): Schema {
  return Object.fromEntries(
    Object.entries(responseHeaders).map(([name, value]) => [
      name,
      { required: true, schema: { type: 'string', const: value } },
    ]),
  );
}
