import { STATUS_CODES } from 'node:http';
import type { Endpoint } from './endpoint.js';
import { headersWith } from './headers.js';
import { type Schema, toComponent } from './schema.js';
import type { OperationWords } from './words/operation-words.js';

const JSON_TYPE = 'application/json';

/** The answers of an operation that are no errors, by status. `record` names what it answers; undefined: nothing. */
export function describeAnswers(
  endpoint: Endpoint,
  words: OperationWords,
  record: string | undefined,
): [number, Schema][] {
  const content = contentOf(words, record);
  const isKept = endpoint.method === 'GET' && endpoint.headers['Cache-Control'] === undefined;
  const special = [
    ...(isKept ? (['ETag'] as const) : []),
    ...(words.isLocated ? (['Location'] as const) : []),
  ];
  const headers = { ...headersWith(...special), ...ownHeaders(endpoint) };
  const answers: [number, Schema][] = [
    [endpoint.status, { description: STATUS_CODES[endpoint.status] ?? '', headers, ...content }],
  ];
  if (isKept) answers.push([304, { description: 'It has not changed since then.', headers }]);
  if (words.otherwise) {
    const { status, when } = words.otherwise;
    answers.push([status, { description: when, headers, ...content }]);
  }
  return answers;
}

function contentOf({ produces }: OperationWords, record: string | undefined): Schema {
  if (produces !== undefined) return { content: { [produces]: { schema: textOrJson(produces) } } };
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
