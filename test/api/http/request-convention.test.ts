import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { type Answer, fields, type FieldValue } from '../../support/client.js';
import {
  ENDPOINTS_WITH_BODY,
  ENDPOINTS_WITHOUT_BODY,
  type EndpointWithBody,
} from '../../support/requests/endpoints.js';
import { sendRaw } from '../../support/requests/raw-request.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

// What a client may send. What none should send is in malformed-bodies.test.ts.

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

type Values = Readonly<Record<string, FieldValue>>;
type Body = string | Buffer<ArrayBuffer> | undefined;

function send(
  { method, path }: EndpointWithBody,
  held: PatronAndTitle,
  body: Body,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Promise<Answer> {
  return held.patron.send(method, path(held), { headers, ...(body === undefined ? {} : { body }) });
}

/** By name, another way to write a valid body. */
const WAYS: Readonly<Record<string, (values: Values) => string>> = {
  'names in upper case': (values) => fields(renamed(values, (name) => name.toUpperCase())),
  'names in lower case': (values) => fields(renamed(values, (name) => name.toLowerCase())),
  'unknown names, even unusual ones': (values) =>
    withFields(
      { ...values, autoCheckout: true, constructor: 'x', toString: 'x', '': 'x', naïve: 7 },
      { name: '__proto__', value: 'x' },
      { name: '__defineGetter__', value: null },
    ),
  'unknown names without a value': (values) =>
    withFields(values, { name: 'a' }, { name: 'b', value: null }, { name: 'c', value: '' }),
  'members other than fields, name and value': (values) => {
    const { fields: list } = JSON.parse(fields(values)) as { fields: object[] };
    return JSON.stringify({ client: 'x', fields: list.map((field) => ({ label: 'x', ...field })) });
  },
  spaces: (values) => JSON.stringify(JSON.parse(fields(values)), null, 4),
  escapes: (values) => fields(values).replace('fields', 'f\\u0069elds'),
  'eight levels': (values) => fields(values).replace(/^\{/, `{"x":${'['.repeat(7)}${']'.repeat(7)},`),
  '64 KiB': (values) => padded(values, 64 * 1024),
};

const renamed = (values: Values, name: (name: string) => string): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [name(key), value]));

function withFields(values: Values, ...more: readonly object[]): string {
  const body = JSON.parse(fields(values)) as { fields: object[] };
  return JSON.stringify({ fields: [...body.fields, ...more] });
}

function padded(values: Values, length: number): string {
  const text = fields(values);
  return `${text}${' '.repeat(length - Buffer.byteLength(text))}`;
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'APPLICATION/JSON',
  'application/vnd.holdfast.circulation.api+json',
  'application/vnd.api+json; charset=utf-8',
  'application/json; v=1',
];

const OTHER_TYPES = [
  ...['', 'text/plain', 'text/plain;charset=UTF-8', 'text/json', 'application/x-www-form-urlencoded'],
  ...['multipart/form-data; boundary=x', 'application/xml', 'application/octet-stream', 'application/jsonp'],
  ...['application/+json/x', 'application/json; charset=latin1', 'application/json; charset=utf-16'],
  ...['application/json; charset=us-ascii', 'nonsense', ';;;', '/'],
];

/** What a client accepts or calls itself. */
const CLIENTS: readonly (readonly (readonly [string, string])[])[] = [
  [],
  ...['text/html', 'application/xml;q=1, */*;q=0', 'nonsense', ''].map((each) => [['Accept', each]] as const),
  [['Accept-Charset', 'latin1']],
  [['Accept-Encoding', 'gzip, br']],
  [['User-Agent', '']],
];

describe.each(ENDPOINTS_WITH_BODY.map((endpoint) => [endpoint.name, endpoint] as const))(
  'to %s',
  (_, endpoint) => {
    test.each(Object.entries(WAYS))('a body may have %s', async (_, write) => {
      const held = await endpoint.prepare(library);
      const answer = await send(endpoint, held, write(endpoint.values(held)));
      expect([answer.status, answer.text]).toEqual([endpoint.status, expect.anything()]);
    });

    test('a body that has another media type or none, is compressed, missing or too large is refused', async () => {
      const held = await endpoint.prepare(library);
      const before = await held.patron.snapshot();
      const values = endpoint.values(held);
      // Bytes, because fetch adds a content type to a string.
      const body = Buffer.from(fields(values));
      for (const type of OTHER_TYPES) {
        const answer = await send(endpoint, held, body, type === '' ? {} : { 'content-type': type });
        expectRefusal(answer, 'UnsupportedMediaType', 'application/json');
      }
      const compressed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      expectRefusal(await send(endpoint, held, body, compressed), 'UnsupportedMediaType');
      expectRefusal(await send(endpoint, held, undefined, {}), 'InvalidRequestBody', '"fields"');
      expectRefusal(await send(endpoint, held, undefined), 'InvalidRequestBody');
      const large = await send(endpoint, held, padded(values, 64 * 1024 + 1));
      expectRefusal(large, 'PayloadTooLarge', '65536 bytes');
      expect(await held.patron.snapshot()).toEqual(before);
    });
  },
);

test('a body may have any JSON media type in UTF-8, whatever the client accepts or calls itself', async () => {
  const { method, path, prepare, values } = ENDPOINTS_WITH_BODY.find(({ name }) => name === 'change a hold')!;
  const held = await prepare(library);
  const authorization = ['Authorization', `Bearer ${held.patron.token}`] as const;
  for (const headers of [
    ...TYPES.map((type) => [['Content-Type', type]] as const),
    ...CLIENTS.map((client) => [['Content-Type', 'application/json'], ...client] as const),
  ]) {
    const answer = await sendRaw(library.service.url, {
      method,
      path: path(held),
      headers: [authorization, ...headers],
      body: fields(values(held)),
    });
    expect([headers, answer.status]).toEqual([headers, 204]);
    expectNoContent(answer);
  }
});

const BODIES: readonly (readonly [type: string, body: string | undefined])[] = [
  ['application/json', undefined],
  ['text/plain', undefined],
  ['application/json', '{"fields":[]}'],
  ['text/plain', '{"fields":[]}'],
  ['application/x-www-form-urlencoded', 'fields=none'],
];

test.each(ENDPOINTS_WITHOUT_BODY.map((endpoint) => [endpoint.name, endpoint] as const))(
  'to %s, a request may have any type and body, and accept anything',
  async (_, { method, path, status, prepare }) => {
    const sent = [
      ...BODIES.map(([type, body]) => ({ headers: [['Content-Type', type]] as const, body })),
      ...CLIENTS.map((headers) => ({ headers, body: undefined })),
    ];
    for (const { headers, body } of sent) {
      const held = await prepare(library);
      const answer = await sendRaw(library.service.url, {
        method,
        path: path(held),
        headers: [['Authorization', `Bearer ${held.patron.token}`], ...headers],
        ...(body === undefined ? {} : { body }),
      });
      expect([headers, body, answer.status]).toEqual([headers, body, status]);
    }
  },
);

test('a value may be a string, a number or a boolean; null and "" mean absent', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const placed = await patron.place(title, {
    id: title.crossRefId,
    crossRefId: null,
    emailAddress: '',
    ignoreHoldEmail: true,
  });
  expectCreated(placed);
  expect(placed.body.emailAddress).toBe('');
  const limited = { suspensionType: 'limited', numberOfDays: 14 };
  const suspended = await patron.suspend(title, { ...limited, emailAddress: null });
  expect(suspended.body.holdSuspension).toEqual(limited);
});
