import { expectRefusal } from '../../support/answers.js';
import { type Answer, fields, type FieldValue } from '../../support/client.js';
import {
  type Endpoint,
  ENDPOINTS_WITH_BODY,
  ENDPOINTS_WITHOUT_BODY,
  type EndpointWithBody,
} from '../../support/requests/endpoints.js';
import { sendRaw } from '../../support/requests/raw-request.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

type Values = Readonly<Record<string, FieldValue>>;

function send(
  endpoint: Endpoint,
  held: PatronAndTitle,
  body: string | Buffer<ArrayBuffer>,
  type: string | undefined = 'application/json',
): Promise<Answer> {
  return held.patron.send(endpoint.method, endpoint.path(held), {
    headers: type === '' ? {} : { 'content-type': type },
    body,
  });
}

/** Sends a valid body as `write` formats it, for a new patron and title. */
async function expectAccepted(
  endpoint: EndpointWithBody,
  write: (values: Values) => string,
  type?: string,
): Promise<void> {
  const held = await endpoint.prepare(library);
  const answer = await send(endpoint, held, write(endpoint.values(held)), type);
  expect([answer.status, answer.text]).toEqual([endpoint.status, expect.anything()]);
}

const many = (text: string, times: number): string => text.repeat(times);

/** Bodies that are not JSON, not in the convention, or ambiguous. */
const MALFORMED: readonly (readonly [what: string, body: string | Buffer<ArrayBuffer>])[] = [
  ['an empty body', ''],
  ['a space', ' '],
  ['text', 'id=1&emailAddress=reader@example.org'],
  ['an unfinished object', '{"fields":['],
  ['a second object', '{"fields":[]}{"fields":[]}'],
  ['a trailing comma', '{"fields":[],}'],
  ['a comment', '{"fields":[]/* none */}'],
  ['single quotes', "{'fields':[]}"],
  ['a bare name', '{fields:[]}'],
  ['NaN', '{"fields":[{"name":"id","value":NaN}]}'],
  ['a hexadecimal number', '{"fields":[{"name":"id","value":0x10}]}'],
  ['a number with a leading zero', '{"fields":[{"name":"id","value":07}]}'],
  ['a raw line end in a string', '{"fields":[{"name":"id","value":"1\n"}]}'],
  ['an array', '[]'],
  ['a string', '"fields"'],
  ['a number', '7'],
  ['null', 'null'],
  ['no fields', '{}'],
  ['fields under another name', '{"Fields":[]}'],
  ['fields that are null', '{"fields":null}'],
  ['fields that are an object', '{"fields":{"name":"id","value":"1"}}'],
  ['fields that are a string', '{"fields":"id"}'],
  ['an element that is null', '{"fields":[null]}'],
  ['an element that is a string', '{"fields":["id"]}'],
  ['an element that is an array', '{"fields":[["id","1"]]}'],
  ['an element without a name', '{"fields":[{"value":"1"}]}'],
  ['a name that is null', '{"fields":[{"name":null,"value":"1"}]}'],
  ['a name that is a number', '{"fields":[{"name":7,"value":"1"}]}'],
  ['a value that is an object', '{"fields":[{"name":"x","value":{}}]}'],
  ['a value that is an array', '{"fields":[{"name":"x","value":["1"]}]}'],
  ['the same name twice', '{"fields":[{"name":"x","value":"1"},{"name":"x","value":"1"}]}'],
  [
    'the same name twice, in another case',
    '{"fields":[{"name":"id","value":"1"},{"name":"ID","value":"2"}]}',
  ],
  ['the same name twice, once without a value', '{"fields":[{"name":"x","value":null},{"name":"x"}]}'],
  ['a member twice', '{"fields":[],"fields":[]}'],
  ['a member twice in an element', '{"fields":[{"name":"x","name":"y","value":"1"}]}'],
  ['a member twice, once escaped', '{"fields":[],"f\\u0069elds":[]}'],
  ['__proto__', '{"fields":[],"__proto__":{"admin":true}}'],
  ['__proto__ in an element', '{"fields":[{"name":"x","value":"1","__proto__":{}}]}'],
  ['a NUL', '{"fields":[{"name":"x","value":"a\\u0000b"}]}'],
  ['a NUL in a name', '{"fields":[{"name":"x\\u0000","value":"1"}]}'],
  ['a high surrogate alone', '{"fields":[{"name":"x","value":"\\ud83d"}]}'],
  ['a low surrogate alone', '{"fields":[{"name":"x","value":"\\ude00"}]}'],
  ['nine levels', `{"fields":[],"x":${many('[', 8)}${many(']', 8)}}`],
  ['a thousand levels', `${many('[', 1000)}${many(']', 1000)}`],
  ['ten thousand unclosed levels', many('{"a":', 10_000)],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['UTF-16', Buffer.from('{"fields":[]}', 'utf16le')],
];

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
  '',
  'text/plain',
  'text/plain;charset=UTF-8',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/octet-stream',
  'application/jsonp',
  'application/+json/x',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; charset=us-ascii',
  'nonsense',
  ';;;',
  '/',
];

describe.each(ENDPOINTS_WITH_BODY.map((endpoint) => [endpoint.name, endpoint] as const))(
  'to %s',
  (_, endpoint) => {
    test('field names match in any case', async () => {
      const renamed = (values: Values, name: (name: string) => string): Values =>
        Object.fromEntries(Object.entries(values).map(([key, value]) => [name(key), value]));
      await expectAccepted(endpoint, (values) => fields(renamed(values, (name) => name.toUpperCase())));
      await expectAccepted(endpoint, (values) => fields(renamed(values, (name) => name.toLowerCase())));
    });

    test('unknown names are ignored, even unusual ones', async () => {
      const unusual = {
        autoCheckout: true,
        constructor: 'x',
        toString: 'x',
        '': 'x',
        __defineGetter__: null,
        naïve: 7,
      };
      await expectAccepted(endpoint, (values) => fields({ ...values, ...unusual }));
      await expectAccepted(endpoint, (values) => {
        const body = JSON.parse(fields(values)) as { fields: object[] };
        body.fields.push({ name: '__proto__', value: 'x' });
        return JSON.stringify(body);
      });
    });

    test('an unknown name may have no value, null or an empty one', async () => {
      await expectAccepted(endpoint, (values) => {
        const body = JSON.parse(fields(values)) as { fields: object[] };
        body.fields.push({ name: 'a' }, { name: 'b', value: null }, { name: 'c', value: '' });
        return JSON.stringify(body);
      });
    });

    test('members other than fields, name and value are ignored', async () => {
      await expectAccepted(endpoint, (values) => {
        const { fields: list } = JSON.parse(fields(values)) as { fields: object[] };
        return JSON.stringify({ client: 'x', fields: list.map((field) => ({ label: 'x', ...field })) });
      });
    });

    test('JSON may have spaces, escapes and eight levels', async () => {
      await expectAccepted(endpoint, (values) => JSON.stringify(JSON.parse(fields(values)), null, 4));
      await expectAccepted(endpoint, (values) => fields(values).replace('fields', 'f\\u0069elds'));
      const deep = `${many('[', 7)}${many(']', 7)}`;
      await expectAccepted(endpoint, (values) => fields(values).replace(/^\{/, `{"x":${deep},`));
    });

    test('the body may have any JSON media type, in UTF-8', async () => {
      for (const type of TYPES) await expectAccepted(endpoint, fields, type);
    });

    test('a body with another media type, or without one, is refused', async () => {
      const held = await endpoint.prepare(library);
      const before = await held.patron.snapshot();
      // Bytes, because fetch adds a content type to a string.
      const body = Buffer.from(fields(endpoint.values(held)));
      for (const type of OTHER_TYPES)
        expectRefusal(await send(endpoint, held, body, type), 'UnsupportedMediaType', 'application/json');
      expect(await held.patron.snapshot()).toEqual(before);
    });

    test('a compressed body is refused', async () => {
      const held = await endpoint.prepare(library);
      const answer = await held.patron.send(endpoint.method, endpoint.path(held), {
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: fields(endpoint.values(held)),
      });
      expectRefusal(answer, 'UnsupportedMediaType');
    });

    test('a malformed body is refused, and changes nothing', async () => {
      const held = await endpoint.prepare(library);
      const before = await held.patron.snapshot();
      for (const [what, body] of MALFORMED) {
        const answer = await send(endpoint, held, body);
        expect([what, answer.status, answer.body]).toMatchObject([
          what,
          400,
          { errorCode: 'InvalidRequestBody' },
        ]);
        expectRefusal(answer, 'InvalidRequestBody', /body|fields|field/);
      }
      expect(await held.patron.snapshot()).toEqual(before);
    });

    test('a missing body is refused, with or without a content type', async () => {
      const held = await endpoint.prepare(library);
      const { method } = endpoint;
      expectRefusal(await held.patron.send(method, endpoint.path(held)), 'InvalidRequestBody', '"fields"');
      const headers = { 'content-type': 'application/json' };
      expectRefusal(await held.patron.send(method, endpoint.path(held), { headers }), 'InvalidRequestBody');
    });

    test('64 KiB are accepted, and one byte more is too large', async () => {
      const padded = (values: Values, length: number): string => {
        const text = fields(values);
        return `${text}${many(' ', length - Buffer.byteLength(text))}`;
      };
      await expectAccepted(endpoint, (values) => padded(values, 64 * 1024));

      const held = await endpoint.prepare(library);
      const before = await held.patron.snapshot();
      const answer = await send(endpoint, held, padded(endpoint.values(held), 64 * 1024 + 1));
      expectRefusal(answer, 'PayloadTooLarge', '65536 bytes');
      expect(await held.patron.snapshot()).toEqual(before);
    });

    test('the answer is JSON, whatever the client accepts or calls itself', async () => {
      const headers: [string, string][][] = [
        [],
        [['Accept', 'text/html']],
        [['Accept', 'application/xml;q=1, */*;q=0']],
        [['Accept', 'nonsense']],
        [['Accept-Charset', 'latin1']],
        [['Accept-Encoding', 'gzip, br']],
        [['User-Agent', '']],
      ];
      for (const more of headers) {
        const held = await endpoint.prepare(library);
        const { status } = await sendRaw(library.service.url, {
          method: endpoint.method,
          path: endpoint.path(held),
          headers: [
            ['Authorization', `Bearer ${held.patron.token}`],
            ['Content-Type', 'application/json'],
            ...more,
          ],
          body: fields(endpoint.values(held)),
        });
        expect([more, status]).toEqual([more, endpoint.status]);
      }
    });
  },
);

describe.each(ENDPOINTS_WITHOUT_BODY.map((endpoint) => [endpoint.name, endpoint] as const))(
  'to %s',
  (_, endpoint) => {
    const BODIES: readonly (readonly [what: string, type: string, body: string | undefined])[] = [
      ['a content type and no body', 'application/json', undefined],
      ['another content type and no body', 'text/plain', undefined],
      ['an empty list of fields', 'application/json', '{"fields":[]}'],
      ['an empty list of fields with another content type', 'text/plain', '{"fields":[]}'],
      ['a body that is not JSON', 'application/x-www-form-urlencoded', 'fields=none'],
    ];

    test.each(BODIES)('a request may have %s', async (what, type, body) => {
      const held = await endpoint.prepare(library);
      const { status, text } = await sendRaw(library.service.url, {
        method: endpoint.method,
        path: endpoint.path(held),
        headers: [
          ['Authorization', `Bearer ${held.patron.token}`],
          ['Content-Type', type],
        ],
        ...(body === undefined ? {} : { body }),
      });
      expect([what, status, text]).toEqual([what, endpoint.status, expect.anything()]);
    });

    test.each(['text/html', 'application/xml', 'nonsense', ''])(
      'a request may accept only %j',
      async (accept) => {
        const held = await endpoint.prepare(library);
        const { status } = await sendRaw(library.service.url, {
          method: endpoint.method,
          path: endpoint.path(held),
          headers: [
            ['Authorization', `Bearer ${held.patron.token}`],
            ['Accept', accept],
          ],
        });
        expect(status).toBe(endpoint.status);
      },
    );
  },
);

describe('a value', () => {
  test('may be a string, a number or a boolean; null and "" mean absent', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const placed = await patron.place(title, {
      id: title.crossRefId,
      crossRefId: null,
      emailAddress: '',
      ignoreHoldEmail: true,
    });
    expect([placed.status, placed.body.emailAddress]).toEqual([201, '']);
    const suspended = await patron.suspend(title, {
      suspensionType: 'limited',
      numberOfDays: 14,
      emailAddress: null,
    });
    expect(suspended.body.holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 14 });
  });
});
