import { expectRefusal } from '../support/answers.js';
import { type Answer, fields, type FieldValue } from '../support/client.js';
import { sendRaw } from '../support/raw-request.js';
import { type Held, TestLibrary } from '../support/test-library.js';
import {
  type Endpoint,
  type EndpointWithBody,
  ENDPOINTS_WITH_BODY,
  ENDPOINTS_WITHOUT_BODY,
} from './endpoints.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

type Values = Readonly<Record<string, FieldValue>>;

function send(
  endpoint: Endpoint,
  held: Held,
  body: string | Buffer,
  type: string | undefined = 'application/json',
): Promise<Answer> {
  return held.reader.send(endpoint.method, endpoint.path(held), {
    headers: type === '' ? {} : { 'content-type': type },
    body,
  });
}

/** Sends what should work, in the manner of `write`, to a patron and title of its own. */
async function sendGood(
  endpoint: EndpointWithBody,
  write: (values: Values) => string,
  type?: string,
): Promise<void> {
  const held = await endpoint.prepare(library);
  const answer = await send(endpoint, held, write(endpoint.values(held)), type);
  expect([answer.status, answer.text]).toEqual([endpoint.status, expect.anything()]);
}

const many = (text: string, times: number): string => text.repeat(times);

/** What no reader of JSON or of the convention could take in two ways is refused before it means anything. */
const BROKEN: readonly (readonly [what: string, body: string | Buffer])[] = [
  ['nothing at all', ''],
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
  ['half a surrogate pair', '{"fields":[{"name":"x","value":"\\ud83d"}]}'],
  ['the other half of one', '{"fields":[{"name":"x","value":"\\ude00"}]}'],
  ['nine levels', `{"fields":[],"x":${many('[', 8)}${many(']', 8)}}`],
  ['a thousand levels', `${many('[', 1000)}${many(']', 1000)}`],
  ['ten thousand levels that never end', many('{"a":', 10_000)],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
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
      await sendGood(endpoint, (values) => fields(renamed(values, (name) => name.toUpperCase())));
      await sendGood(endpoint, (values) => fields(renamed(values, (name) => name.toLowerCase())));
    });

    test('unknown names are ignored, even odd ones', async () => {
      const odd = {
        autoCheckout: true,
        constructor: 'x',
        toString: 'x',
        '': 'x',
        __defineGetter__: null,
        naïve: 7,
      };
      await sendGood(endpoint, (values) => fields({ ...values, ...odd }));
      await sendGood(endpoint, (values) => {
        const body = JSON.parse(fields(values)) as { fields: object[] };
        body.fields.push({ name: '__proto__', value: 'x' });
        return JSON.stringify(body);
      });
    });

    test('an unknown name may come without a value, or with null or nothing in it', async () => {
      await sendGood(endpoint, (values) => {
        const body = JSON.parse(fields(values)) as { fields: object[] };
        body.fields.push({ name: 'a' }, { name: 'b', value: null }, { name: 'c', value: '' });
        return JSON.stringify(body);
      });
    });

    test('other members beside fields, name and value are ignored', async () => {
      await sendGood(endpoint, (values) => {
        const { fields: list } = JSON.parse(fields(values)) as { fields: object[] };
        return JSON.stringify({ client: 'x', fields: list.map((field) => ({ label: 'x', ...field })) });
      });
    });

    test('JSON may be written with spaces, escapes and eight levels', async () => {
      await sendGood(endpoint, (values) => JSON.stringify(JSON.parse(fields(values)), null, 4));
      await sendGood(endpoint, (values) => fields(values).replace('fields', 'f\\u0069elds'));
      const deep = `${many('[', 7)}${many(']', 7)}`;
      await sendGood(endpoint, (values) => fields(values).replace(/^\{/, `{"x":${deep},`));
    });

    test('the body may be any kind of JSON, in UTF-8', async () => {
      for (const type of TYPES) await sendGood(endpoint, fields, type);
    });

    test('a body of another type, or of none, is refused as such', async () => {
      const held = await endpoint.prepare(library);
      const before = await held.reader.everything();
      // Bytes, so that no type is added on the way.
      const body = Buffer.from(fields(endpoint.values(held)));
      for (const type of OTHER_TYPES)
        expectRefusal(await send(endpoint, held, body, type), 'UnsupportedMediaType', 'application/json');
      expect(await held.reader.everything()).toEqual(before);
    });

    test('a compressed body is refused', async () => {
      const held = await endpoint.prepare(library);
      const answer = await held.reader.send(endpoint.method, endpoint.path(held), {
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: fields(endpoint.values(held)),
      });
      expectRefusal(answer, 'UnsupportedMediaType');
    });

    test('what is not the convention is refused, and changes nothing', async () => {
      const held = await endpoint.prepare(library);
      const before = await held.reader.everything();
      for (const [what, body] of BROKEN) {
        const answer = await send(endpoint, held, body);
        expect([what, answer.status, answer.body]).toMatchObject([
          what,
          400,
          { errorCode: 'InvalidRequestBody' },
        ]);
        expectRefusal(answer, 'InvalidRequestBody', /body|fields|field/);
      }
      expect(await held.reader.everything()).toEqual(before);
    });

    test('no body at all is refused, with or without a type', async () => {
      const held = await endpoint.prepare(library);
      const { method } = endpoint;
      expectRefusal(await held.reader.send(method, endpoint.path(held)), 'InvalidRequestBody', '"fields"');
      const headers = { 'content-type': 'application/json' };
      expectRefusal(await held.reader.send(method, endpoint.path(held), { headers }), 'InvalidRequestBody');
    });

    test('64 KiB are taken, and one byte more is too large', async () => {
      const padded = (values: Values, length: number): string => {
        const text = fields(values);
        return `${text}${many(' ', length - Buffer.byteLength(text))}`;
      };
      await sendGood(endpoint, (values) => padded(values, 64 * 1024));

      const held = await endpoint.prepare(library);
      const before = await held.reader.everything();
      const answer = await send(endpoint, held, padded(endpoint.values(held), 64 * 1024 + 1));
      expectRefusal(answer, 'PayloadTooLarge', '65536 bytes');
      expect(await held.reader.everything()).toEqual(before);
    });

    test('whatever a client accepts or calls itself, it is answered in JSON', async () => {
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
            ['Authorization', `Bearer ${held.reader.token}`],
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
      ['an odd content type and no body', 'text/plain', undefined],
      ['an empty list of fields', 'application/json', '{"fields":[]}'],
      ['an empty list of fields of another type', 'text/plain', '{"fields":[]}'],
      ['a body that is no JSON', 'application/x-www-form-urlencoded', 'fields=none'],
    ];

    test.each(BODIES)('a client may send %s', async (what, type, body) => {
      const held = await endpoint.prepare(library);
      const { status, text } = await sendRaw(library.service.url, {
        method: endpoint.method,
        path: endpoint.path(held),
        headers: [
          ['Authorization', `Bearer ${held.reader.token}`],
          ['Content-Type', type],
        ],
        ...(body === undefined ? {} : { body }),
      });
      expect([what, status, text]).toEqual([what, endpoint.status, expect.anything()]);
    });

    test.each(['text/html', 'application/xml', 'nonsense', ''])(
      'a client may accept only %j',
      async (accept) => {
        const held = await endpoint.prepare(library);
        const { status } = await sendRaw(library.service.url, {
          method: endpoint.method,
          path: endpoint.path(held),
          headers: [
            ['Authorization', `Bearer ${held.reader.token}`],
            ['Accept', accept],
          ],
        });
        expect(status).toBe(endpoint.status);
      },
    );
  },
);

describe('a value', () => {
  test('may be a string, a number or a boolean, and null and "" mean absent', async () => {
    const [reader, title] = [await library.reader(), await library.title()];
    const placed = await reader.place(title, {
      id: title.crossRefId,
      crossRefId: null,
      emailAddress: '',
      ignoreHoldEmail: true,
    });
    expect([placed.status, placed.body.emailAddress]).toEqual([201, '']);
    const suspended = await reader.suspend(title, {
      suspensionType: 'limited',
      numberOfDays: 14,
      emailAddress: null,
    });
    expect(suspended.body.holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 14 });
  });
});
