import { STATUS_CODES } from 'node:http';
import type { Endpoint } from './endpoint.js';
import { headersWith } from './headers.js';
import type { Schema } from '../http/openapi/schema.js';
import { toComponent } from './components.js';
import type { OperationDescription } from '../http/openapi/operation-description.js';

const JSON_TYPE = 'application/json';

/** The responses of an operation that are no errors, by status. `record` names what it answers; undefined: nothing. */
export function describeResponses(
  endpoint: Endpoint,
  operation: OperationDescription,
  record: string | undefined,
): [number, Schema][] {
  const content = contentOf(operation, record);
  const isKept =
    endpoint.method === 'GET' && endpoint.status === 200 && endpoint.headers['Cache-Control'] === undefined;
  const special = [
    ...(isKept ? (['ETag'] as const) : []),
    ...(operation.hasLocation ? (['Location'] as const) : []),
  ];
  const headers = { ...headersWith(...special), ...ownHeaders(endpoint) };
  const responses: [number, Schema][] = [
    [endpoint.status, { description: STATUS_CODES[endpoint.status] ?? '', headers, ...content }],
  ];
  if (isKept) responses.push([304, { description: 'It has not changed since then.', headers }]);
  if (operation.otherStatus) {
    const { status, description } = operation.otherStatus;
    responses.push([status, { description, headers, ...content }]);
  }
  return responses;
}

function contentOf({ mediaTypes }: OperationDescription, record: string | undefined): Schema {
  if (mediaTypes !== undefined)
    return { content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: textOrJson(type) }])) };
  if (record === undefined) return {};
  return { content: { [JSON_TYPE]: { schema: toComponent('schemas', record) } } };
}

function textOrJson(type: string): Schema {
  return { type: type === JSON_TYPE ? 'object' : 'string' };
}

/** Those that a decorator sets go before the common ones. */
function ownHeaders({ headers }: Endpoint): Schema {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      { required: true, schema: { type: 'string', const: value } },
    ]),
  );
}
