import { CANARY, CLIENT_ID } from '../../support/fuzz/canaries.js';
import { BODY_BYTES, filled, HEAD_BYTES, TRAILER, UNITS } from './long-texts.js';
import { MAILS } from './long-mails.js';
import { RECORDS } from './library-records.js';
import { elementsOf, type Operation, OPERATIONS, type Parameter } from './operations.js';
import { COLLECTION_TOKEN, type FuzzedRequest } from './requests.js';

/** Requests in which one text is as long as it may be, and repeats what makes careless code read it again and again. */

/** One place for a text, and how the text gets there. */
export interface Place {
  readonly name: string;
  readonly with: (unit: string) => FuzzedRequest | undefined;
}

const AUTHORIZATION: Readonly<Record<string, string>> = {
  patron: `Bearer ${CANARY.token}`,
  clientToken: `Bearer ${CANARY.token}`,
  client: `Basic ${Buffer.from(`${CLIENT_ID}:${CANARY.clientSecret}`).toString('base64')}`,
  operator: `Bearer ${CANARY.operatorToken}`,
};

const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cookie',
  'Content-Type',
  'Content-Encoding',
  'Forwarded',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'Traceparent',
  'Tracestate',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Request-Id',
];

function requestOf(operation: Operation): FuzzedRequest {
  const [credentials] = operation.credentials;
  const { body } = operation;
  return {
    operation: operation.id,
    method: operation.method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(operation, name)),
    headers: credentials === undefined ? [] : [['Authorization', AUTHORIZATION[credentials] ?? '']],
    body: body === undefined ? null : { type: body.type, bytes: Buffer.from(writtenExample(body.example)) },
  };
}

const writtenExample = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example ?? {});

function exampleOf({ parameters }: Operation, name: string): string {
  if (name === 'token') return COLLECTION_TOKEN;
  if (name === 'patronId') return String(CANARY.patronId);
  const parameter = parameters.find((each) => each.name === name && each.in === 'path');
  const example = parameter?.example ?? parameter?.schema.examples?.[0];
  return encodeURIComponent(typeof example === 'string' || typeof example === 'number' ? example : '1');
}

const encoded = (unit: string): string => encodeURIComponent(unit.toWellFormed());

function inHeader(operation: Operation, name: string): Place {
  const request = requestOf(operation);
  return {
    name: `${operation.id} ${name}`,
    with: (unit) => {
      if (!/^[\t\x20-\x7e\xa0-\xff]+$/.test(unit)) return undefined;
      const others = request.headers.filter(([other]) => other !== name);
      const value = `${name === 'Authorization' ? 'Bearer ' : ''}${filled(unit, HEAD_BYTES)}`;
      const isType = name === 'Content-Type' && request.body !== null;
      return isType
        ? { ...request, body: { type: value, bytes: request.body.bytes } }
        : { ...request, headers: [...others, [name, value]] };
    },
  };
}

function inQuery(operation: Operation, { name }: Pick<Parameter, 'name'>): Place {
  const request = requestOf(operation);
  return {
    name: `${operation.id} ?${name}`,
    with: (unit) => {
      const text = encoded(unit);
      return {
        ...request,
        path: `${request.path}?${name}=${filled(text, HEAD_BYTES)}`.replace(TRAILER, '!'),
      };
    },
  };
}

function inPath(operation: Operation, { name }: Pick<Parameter, 'name'>): Place {
  const request = requestOf(operation);
  return {
    name: `${operation.id} {${name}}`,
    with: (unit) => ({
      ...request,
      path: operation.path
        .replace(`{${name}}`, () => filled(encoded(unit), HEAD_BYTES).replace(TRAILER, '!'))
        .replaceAll(/\{(\w+)\}/g, (_, other: string) => exampleOf(operation, other)),
    }),
  };
}

function inBody(operation: Operation, name: string, write: (text: string) => string): Place {
  const request = requestOf(operation);
  return {
    name: `${operation.id} ${name}`,
    with: (unit) => ({
      ...request,
      // What is escaped is longer than what it says.
      body: { type: operation.body?.type ?? '', bytes: fitted(unit, write) },
    }),
  };
}

function fitted(unit: string, write: (text: string) => string): Buffer {
  const written = Buffer.byteLength(write(unit.repeat(100))) / 100;
  const share = Math.max(written, 1) / Math.max(Buffer.byteLength(unit), 1);
  return Buffer.from(write(filled(unit, Math.floor(BODY_BYTES / Math.max(share, 1)) - 600)));
}

function bodyPlaces(operation: Operation): Place[] {
  const { body } = operation;
  if (body === undefined) return [];
  const whole = inBody(operation, 'body', (text) => text);
  const { properties = {} } = body.schema;
  if (body.type === 'application/x-www-form-urlencoded') {
    const example = Object.fromEntries(new URLSearchParams(writtenExample(body.example)));
    const known: Record<string, string> = {
      ...example,
      grant_type: 'password',
      scope: 'websiteid:37',
      username: 'a',
      password: 'a',
    };
    const fields = Object.keys(properties).map((name) =>
      inBody(operation, name, (text) => new URLSearchParams({ ...known, [name]: text }).toString()),
    );
    return [whole, ...fields];
  }
  if (body.type === 'application/x-ndjson') return [whole, ...recordPlaces(operation)];
  const names = elementsOf(properties.fields ?? {}).map((each) => String(each.properties?.name?.const));
  const fields = [...names, 'unknown'].map((name) =>
    inBody(operation, name, (value) => JSON.stringify({ fields: [{ name, value }] })),
  );
  const members = Object.keys(properties).map((name) =>
    inBody(operation, `.${name}`, (value) => JSON.stringify({ [name]: value })),
  );
  const name = inBody(operation, 'names', (text) => JSON.stringify({ fields: [{ name: text, value: '1' }] }));
  return [whole, ...fields, ...members, name];
}

/** Each text of each kind of record. */
function recordPlaces(operation: Operation): Place[] {
  const kinds = new Map((RECORDS as { record: string }[]).map((record) => [record.record, record]));
  return [...kinds].flatMap(([kind, record]) =>
    [
      ...new Set([
        ...Object.keys(record),
        'name',
        'title',
        'emailAddress',
        'cardNumber',
        'pin',
        'token',
        'url',
        'noticeAddress',
      ]),
    ].map((name) =>
      inBody(operation, `${kind}.${name}`, (text) => JSON.stringify({ ...record, [name]: text })),
    ),
  );
}

const mailPlaces: Place[] = Object.entries(MAILS).map(([name, write]) => ({
  name: `mail ${name}`,
  with: (unit) => ({
    operation: 'reportBounce',
    method: 'POST',
    path: '/operator/v1/bounces',
    headers: [['Authorization', AUTHORIZATION.operator ?? '']],
    body: { type: 'message/rfc822', bytes: fitted(unit, write) },
  }),
}));

const page = (method: string, path: string, write?: (text: string) => string): Operation => ({
  id: `${method} ${path}`,
  method,
  path,
  parameters: [],
  credentials: [],
  body:
    write === undefined
      ? undefined
      : { type: 'application/x-www-form-urlencoded', schema: {}, example: write('a') },
});

/** Pages are in no description. */
const PAGES: readonly Place[] = [
  ...['/console', '/shelf', '/docs', '/console/sign-in'].flatMap((path) => [
    ...['Accept', 'Accept-Language', 'Cookie', 'If-None-Match', 'User-Agent'].map((name) =>
      inHeader(page('GET', path), name),
    ),
    ...['to', 'q', 'title', 'sort', 'after'].map((name) => inQuery(page('GET', path), { name })),
  ]),
  ...['name', 'password', 'to'].map((name) =>
    inBody(
      page('POST', '/console/sign-in', () => 'name=a&password=b'),
      name,
      (text) => new URLSearchParams({ name: 'a', password: 'b', [name]: text }).toString(),
    ),
  ),
  inPath({ ...page('GET', '/{any}'), path: '/{any}' }, { name: 'any' }),
];

/** Everywhere that a request can carry a text. Every operation reads its headers by the same code: two of them stand for all. */
export const PLACES: readonly Place[] = [
  ...OPERATIONS.flatMap((operation) => [
    ...operation.parameters.flatMap((parameter) =>
      parameter.in === 'path'
        ? [inPath(operation, parameter)]
        : parameter.in === 'query'
          ? [inQuery(operation, parameter)]
          : [inHeader(operation, parameter.name)],
    ),
    ...bodyPlaces(operation),
  ]),
  ...OPERATIONS.filter(({ id }) => ['listHolds', 'placeHold'].includes(id)).flatMap((operation) =>
    HEADERS.map((name) => inHeader(operation, name)),
  ),
  ...mailPlaces,
  ...PAGES,
];

export interface LongInput {
  readonly name: string;
  readonly request: FuzzedRequest;
}

export function longInputs(): LongInput[] {
  return PLACES.flatMap((place) =>
    UNITS.flatMap((unit) => {
      const request = place.with(unit);
      return request === undefined
        ? []
        : [{ name: `${place.name}: ${JSON.stringify(unit)} × many`, request }];
    }),
  );
}
