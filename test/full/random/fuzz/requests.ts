import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { bodyFor, type Body, broken, oddBody, valueFor } from './bodies.js';
import { CANARY, CLIENT_ID } from '../../support/fuzz/canaries.js';
import { type Credentials, type Operation, OPERATIONS, type Parameter } from './operations.js';
import { oddText, weighted } from './values.js';

type Header = readonly [name: string, value: string];

/** A request as it is sent. */
export interface FuzzedRequest {
  /** The operation that it was made from. */
  readonly operation: string;
  readonly method: string;
  /** Percent-encoded, perhaps wrongly. Instead of a collection token it has `COLLECTION_TOKEN`. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Body | null;
}

/** Imports change the collection token: the current one is filled in when the request is sent. */
export const COLLECTION_TOKEN = '<collection-token>';

/** Segments of a path that a router could misread. */
const ODD_SEGMENTS = [
  '%00',
  '%2e%2e%2f',
  '..',
  '.',
  '%',
  '%zz',
  '%ff',
  '%C3%28',
  ';',
  '*',
  '%2F',
  '%252e',
  '~',
  "'",
];

const oddSegment = weighted<string>(
  [2, fc.constantFrom(...ODD_SEGMENTS)],
  [3, oddText.map(encoded)],
  [1, fc.constant('')],
);

/** A lone surrogate cannot be encoded: it becomes the replacement character. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function segmentFor({ name, schema, example }: Parameter): fc.Arbitrary<string> {
  if (name === 'token') return fc.constant(COLLECTION_TOKEN);
  if (name === 'patronId') return fc.constantFrom(String(CANARY.patronId), String(CANARY.otherPatronId), '1');
  if (name === 'webhookId') return fc.constant(String(example));
  if (name === 'file') return fc.constantFrom(...readdirSync('dist/docs'), String(example));
  return valueFor(name, schema).map(encoded);
}

function pathOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const segments = path.split('/').slice(1);
  const arbitraries = segments.map((segment) => {
    const parameter = parameters.find(({ name }) => segment.includes(`{${name}}`));
    if (parameter === undefined) return weighted([60, fc.constant(segment)], [1, oddSegment]);
    const value = weighted([8, segmentFor(parameter)], [1, oddSegment]);
    return value.map((text) => segment.replace(`{${parameter.name}}`, () => text));
  });
  const end = weighted([12, fc.constant('')], [1, fc.constantFrom('/', '//', '/x', ';a=b', '%20')]);
  return fc.tuple(fc.tuple(...arbitraries), end).map(([parts, after]) => `/${parts.join('/')}${after}`);
}

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const known = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema, required }) => {
      const value = weighted([8, valueFor(name, schema)], [1, oddText], [1, fc.constant(`{${name}}`)]);
      return fc.option(
        value.map((text) => `${name}=${encoded(text)}`),
        { freq: required === true ? 12 : 1 },
      );
    });
  const odd = fc.constantFrom(
    '&',
    'x=1',
    `access_token=${CANARY.token}`,
    '%zz',
    'q[a]=1',
    'limit=1&limit=2',
    '=',
  );
  const rest = weighted([8, fc.constant<string[]>([])], [1, fc.array(odd, { maxLength: 3 })]);
  return fc.tuple(fc.tuple(...known), rest).map(([given, others]) => {
    const all = [...given.filter((pair) => pair !== null), ...others];
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
}

const basic = (secret: string): string => `Basic ${Buffer.from(`${CLIENT_ID}:${secret}`).toString('base64')}`;

const GOOD: Readonly<Record<Credentials, fc.Arbitrary<string>>> = {
  patron: fc.constantFrom(`Bearer ${CANARY.token}`, `bearer ${CANARY.token}`, `Bearer ${CANARY.otherToken}`),
  clientToken: fc.constant(`Bearer ${CANARY.token}`),
  client: fc.constant(basic(CANARY.clientSecret)),
  operator: fc.constant(`Bearer ${CANARY.operatorToken}`),
};

/** Credentials that are missing, of another kind, or unknown. */
const anyCredentials = weighted<Header[]>(
  [2, fc.constant([])],
  [
    6,
    fc
      .constantFrom(
        `Bearer ${CANARY.token}`,
        `Bearer ${CANARY.operatorToken}`,
        basic(CANARY.clientSecret),
        basic('canary-secret-that-is-wrong'),
        `Bearer ${CANARY.token}x`,
        'Bearer',
        'Bearer a b',
        'Basic !!!!',
        'Basic',
        'Digest x=y',
        `Bearer eyJhbGciOiJub25lIn0.e30.`,
      )
      .map((value): Header[] => [['Authorization', value]]),
  ],
  [
    1,
    fc.constant<Header[]>([
      ['Authorization', `Bearer ${CANARY.token}`],
      ['Authorization', `Bearer ${CANARY.otherToken}`],
    ]),
  ],
);

function credentialsFor({ credentials }: Operation): fc.Arbitrary<Header[]> {
  if (credentials.length === 0) return anyCredentials;
  const good = fc.oneof(...credentials.map((name) => GOOD[name]));
  return weighted([9, good.map((value): Header[] => [['Authorization', value]])], [1, anyCredentials]);
}

const otherHeaders = weighted<Header[]>(
  [8, fc.constant([])],
  // For the pages that only browsers get.
  [1, fc.constant<Header[]>([['Accept', 'text/html']])],
  [
    2,
    fc.array(
      fc.constantFrom<Header>(
        ['Accept', 'text/html'],
        ['Accept', ''],
        ['Accept-Encoding', 'gzip'],
        ['Content-Encoding', 'gzip'],
        ['X-HTTP-Method-Override', 'DELETE'],
        ['X-Forwarded-Host', 'evil.example.org'],
        ['X-Request-Id', CANARY.email],
        ['If-None-Match', '*'],
        ['If-None-Match', `"${CANARY.token}"`],
        ['If-Modified-Since', 'yesterday'],
        ['Range', 'bytes=0-1'],
        ['Cookie', `token=${CANARY.token}`],
        ['User-Agent', CANARY.email],
        ['Referer', `https://${CANARY.emailDomain}/${CANARY.token}`],
        ['Expect', '100-continue'],
        ['Accept-Language', '*;q=2, \xe9'],
        ['Idempotency-Key', CANARY.token],
        ['X-Request-Id', 'a'.repeat(4_000)],
        ['X-Forwarded-Proto', 'javascript'],
        ['Forwarded', `for="_${CANARY.cardNumber}";host=evil`],
        ['Traceparent', '00-zz'],
        ['Origin', 'null'],
      ),
      { maxLength: 4 },
    ),
  ],
);

/** A header has Latin-1 characters and no line breaks: Node sends no other. */
const headerText = oddText.map((text) => text.replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '?').trim());

/** A few keys, so that some requests have the key of another. */
const headerValue = weighted<string>(
  [4, fc.nat({ max: 200 }).map((number) => `"key-${number}"`)],
  [1, headerText],
);

function headersOf({ parameters }: Operation): fc.Arbitrary<Header[]> {
  const named = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => fc.option(headerValue.map((value): Header => [name, value])));
  return fc.tuple(...named).map((headers) => headers.filter((header) => header !== null));
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'SEARCH'];

function bodyOf({ body, path }: Operation): fc.Arbitrary<Body | null> {
  if (body === undefined) return weighted<Body | null>([8, fc.constant(null)], [1, oddBody]);
  const good = bodyFor(body, path.includes('{id}'));
  return weighted<Body | null>([12, good], [2, broken(good)], [2, oddBody], [1, fc.constant(null)]);
}

function requestFor(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      method: weighted([20, fc.constant(operation.method)], [1, fc.constantFrom(...METHODS)]),
      path: pathOf(operation),
      query: queryOf(operation),
      credentials: credentialsFor(operation),
      described: headersOf(operation),
      others: otherHeaders,
      body: bodyOf(operation),
    })
    .map(({ method, path, query, credentials, described, others, body }) => ({
      operation: operation.id,
      method,
      path: `${path}${query}`,
      headers: [...credentials, ...described, ...others],
      body,
    }));
}

/** They are slow (a PIN is hashed, records are imported), or delete what other requests need. */
const RARE = [
  'getPatronToken',
  'importRecords',
  'deletePatron',
  'revokeToken',
  'moveClock',
  'readMetrics',
  'readDescription',
  'readPostmanCollection',
  'readDocs',
  'readOperation',
  'readDocsFile',
];

/** A request to any operation, valid or not. */
export const anyRequest: fc.Arbitrary<FuzzedRequest> = weighted(
  ...OPERATIONS.map((operation) => [RARE.includes(operation.id) ? 1 : 6, requestFor(operation)] as const),
);
