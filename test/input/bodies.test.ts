import fc from 'fast-check';
import { statement } from '../../src/platform/database/statement.js';
import { expectRefusal } from '../support/answers.js';
import { type Answer, fields, granted, type PatronClient } from '../support/client.js';
import { sendBytes } from '../support/raw-bytes.js';
import { SEED } from '../support/random.js';
import { reserveIdOf, smallLibrary } from '../support/records.js';
import { type ServiceUnderTest, startService } from '../support/service.js';

const HOLDS = '/v1/patrons/me/holds';
const SUSPENSION = `${HOLDS}/2/suspension`;
const JSON_TYPE = { 'content-type': 'application/json' };

/** The patron holds title 2, suspended, and title 1 is there to be held. */
let service: ServiceUnderTest;
let patron: PatronClient;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [0, 0]));
  patron = await service.signIn(1);
  await granted(patron.post(HOLDS, { id: 2, emailAddress: 'reader@example.org' }));
  await granted(patron.post(SUSPENSION, { suspensionType: 'indefinite' }));
});
afterAll(() => service.close());

const STORED = statement(
  'test-everything-stored',
  `SELECT (SELECT json_agg(p) FROM patron p) AS patrons, (SELECT json_agg(h) FROM hold h) AS holds,
     (SELECT json_agg(q) FROM title_queue q) AS queues`,
);
const stored = (): Promise<unknown> => service.database.run(STORED);

/** The operations that take a body, with one that they accept. */
const OPERATIONS = [
  { name: 'a placement', method: 'POST', path: HOLDS, good: { id: '1', emailAddress: 'reader@example.org' } },
  { name: 'a change of address', method: 'PUT', path: `${HOLDS}/2`, good: { emailAddress: 'reader@example.org' } },
  { name: 'a suspension', method: 'POST', path: SUSPENSION, good: { suspensionType: 'indefinite' } },
  { name: 'a change of a suspension', method: 'PUT', path: SUSPENSION, good: { suspensionType: 'indefinite' } },
  { name: 'a lending period', method: 'PUT', path: '/v1/patrons/me', good: { formatClass: 'eBook', lendingPeriodDays: '7' } },
] as const;
type Operation = (typeof OPERATIONS)[number];

function send(operation: Operation, body: string | Buffer, headers: Record<string, string> = JSON_TYPE): Promise<Answer> {
  return patron.send(operation.method, operation.path, { headers, body: Buffer.from(body) });
}

/** In one chunk, without telling the length before. */
function sendInPieces({ method, path }: Operation, body: string): Promise<Answer> {
  const head = `${method} ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${patron.token}\r\n`;
  const headers = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  return sendBytes(service.url, [head, headers, `${body.length.toString(16)}\r\n${body}\r\n`, '0\r\n\r\n']);
}

async function refusesAll(bodies: Readonly<Record<string, string | Buffer>>, code: 'InvalidRequestBody'): Promise<void> {
  const before = await stored();
  for (const operation of OPERATIONS)
    for (const [what, body] of Object.entries(bodies)) {
      const answer = await send(operation, body);
      if (answer.status !== 400) throw new Error(`${operation.name} with ${what} was answered ${answer.status}`);
      expectRefusal(answer, code);
    }
  expect(await stored()).toEqual(before);
}

const value = (json: string): string => `{"fields":[{"name":"other","value":${json}}]}`;

test('what is not the shape of a request is refused, whichever operation it is sent to', () =>
  refusesAll(
    {
      'nothing but spaces': '  ',
      'no JSON': 'id=1&emailAddress=reader@example.org',
      'half a body': '{"fields":[',
      'two bodies': '{"fields":[]}{"fields":[]}',
      'a trailing comma': '{"fields":[],}',
      'a comment': '{"fields":[/* none */]}',
      'single quotes': "{'fields':[]}",
      'NaN': value('NaN'),
      'a number with a leading zero': value('07'),
      'a string with a line break in it': value('"a\nb"'),
      'an unknown escape': value('"\\x41"'),
      'null': 'null',
      'a list': '[]',
      'a string': '"fields"',
      'no fields': '{}',
      'fields in another case': '{"Fields":[]}',
      'null fields': '{"fields":null}',
      'fields as an object': '{"fields":{"id":"1"}}',
      'a field that is a string': '{"fields":["id"]}',
      'a field that is null': '{"fields":[null]}',
      'a field that is a list': '{"fields":[["id","1"]]}',
      'a field without a name': '{"fields":[{"value":"1"}]}',
      'a field with a number as its name': '{"fields":[{"name":1,"value":"1"}]}',
      'an object as a value': value('{}'),
      'a list as a value': value('[]'),
      'a name twice': '{"fields":[{"name":"other","value":"1"},{"name":"other","value":"1"}]}',
      'a name twice, in two cases': '{"fields":[{"name":"other","value":"1"},{"name":"OTHER","value":"2"}]}',
      'a name twice, once without a value': '{"fields":[{"name":"other"},{"name":"other","value":"2"}]}',
    },
    'InvalidRequestBody',
  ));

test('what two readers may read in two ways is refused, even where nobody looks', () =>
  refusesAll(
    {
      'an escaped NUL': value('"a\\u0000b"'),
      'a bare NUL': value('"a\0b"'),
      'a NUL in a name': '{"fields":[{"name":"id\\u0000","value":"1"}]}',
      'a NUL in a member': '{"fields":[],"a\\u0000":1}',
      'half of a surrogate pair': value('"\\ud83d"'),
      'the other half': value('"\\ude00"'),
      'a surrogate pair the wrong way round': value('"\\ude00\\ud83d"'),
      'invalid UTF-8': Buffer.from([...Buffer.from('{"fields":[{"name":"other","value":"'), 0xc3, 0x28, ...Buffer.from('"}]}')]),
      'overlong UTF-8': Buffer.from([...Buffer.from('{"fields":[{"name":"other","value":"'), 0xc0, 0xaf, ...Buffer.from('"}]}')]),
      'a surrogate in UTF-8': Buffer.from([...Buffer.from('{"fields":[{"name":"other","value":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}]}')]),
      'UTF-16': Buffer.from('{"fields":[]}', 'utf16le'),
      'fields twice': '{"fields":[],"fields":[]}',
      'a value twice': '{"fields":[{"name":"other","value":"1","value":"2"}]}',
      'a member twice, once escaped': '{"fields":[{"name":"other","value":"1","valu\\u0065":"2"}]}',
      '__proto__': '{"fields":[],"__proto__":{"fields":[]}}',
      '__proto__ in a field': '{"fields":[{"name":"other","__proto__":{"value":"1"}}]}',
      'an escaped __proto__': '{"fields":[],"\\u005f_proto__":1}',
    },
    'InvalidRequestBody',
  ));

test('a body nested 9 levels deep is refused, or 20,000: it is never even built', () =>
  refusesAll(
    {
      '9 levels of lists': `{"fields":[],"other":${'['.repeat(8)}${']'.repeat(8)}}`,
      '9 levels of objects': `{"fields":[],"other":${'{"a":'.repeat(8)}1${'}'.repeat(8)}}`,
      '20,000 levels': `{"fields":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      '60,000 levels, never closed': '['.repeat(60_000),
    },
    'InvalidRequestBody',
  ));

test.each(OPERATIONS.slice(1))('$name takes what else stands in a body, up to 8 levels deep', async (operation) => {
  const body = fields(operation.good).replace(/\}$/, `,"other":${'['.repeat(7)}${']'.repeat(7)}}`);
  const { status } = await send({ ...operation, path: operation.path }, body);
  expect([204, 400]).toContain(status);
  if (operation.name !== 'a suspension') expect(status).toBe(204);
});

test.each(OPERATIONS.slice(1).filter(({ name }) => name !== 'a suspension'))(
  '$name finds its fields in any case and any order, among others',
  async (operation) => {
    const upper = Object.entries(operation.good).map(([name, text]) => [name.toUpperCase(), text]);
    const body = fields({ first: 1, ...Object.fromEntries(upper.reverse()), constructor: 'x', last: null });
    expect((await send(operation, body)).status).toBe(204);
  },
);

test('a body of 64 KiB is read, and one byte more is too large, told in advance or not', async () => {
  const operation = OPERATIONS[1];
  const ofSize = (bytes: number): string => fields(operation.good).padEnd(bytes, ' ');
  expect((await send(operation, ofSize(65_536))).status).toBe(204);
  expectRefusal(await send(operation, ofSize(65_537)), 'PayloadTooLarge');
  expect((await sendInPieces(operation, ofSize(65_536))).status).toBe(204);
  expectRefusal(await sendInPieces(operation, ofSize(65_537)), 'PayloadTooLarge');
});

test('a body of 64 KiB full of fields is refused for what it lacks or holds twice', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `{"name":"f${index}","value":""}`).join(',');
  expectRefusal(await send(OPERATIONS[0], `{"fields":[${many}]}`), 'MissingField');
  const empty = Array.from({ length: 4_000 }, () => '{"name":""}').join(',');
  expectRefusal(await send(OPERATIONS[0], `{"fields":[${empty}]}`), 'InvalidRequestBody');
});

test('an empty body is refused, and a missing one', async () => {
  for (const operation of OPERATIONS) {
    expectRefusal(await send(operation, ''), 'InvalidRequestBody');
    expectRefusal(await patron.send(operation.method, operation.path), 'InvalidRequestBody');
  }
});

describe('the content type of a body', () => {
  const operation = OPERATIONS[1];
  const body = fields(operation.good);

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
    'application/vnd.holdfast.circulation.api+json',
    'application/anything+json; charset=UTF8',
    'application/json; profile=x',
  ])('may be %s', async (type) => {
    expect((await send(operation, body, { 'content-type': type })).status).toBe(204);
  });

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/xml',
    'application/jsonp',
    'application/json-seq',
    'application/+json',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'json',
    '*/*',
  ])('is not %s', async (type) => {
    const before = await stored();
    expectRefusal(await send(operation, body, { 'content-type': type }), 'UnsupportedMediaType');
    expect(await stored()).toEqual(before);
  });

  test('must be told, and the body must come as it is', async () => {
    expectRefusal(await send(operation, body, {}), 'UnsupportedMediaType');
    for (const encoding of ['gzip', 'br', 'deflate', 'nonsense'])
      expectRefusal(
        await send(operation, body, { ...JSON_TYPE, 'content-encoding': encoding }),
        'UnsupportedMediaType',
      );
    expect((await send(operation, body, { ...JSON_TYPE, 'content-encoding': 'identity' })).status).toBe(204);
  });
});

/** Any JSON, and what comes close to a request; the names are those that mean something. */
const anyBody = ((): fc.Arbitrary<string | Buffer> => {
  const name = fc.oneof(
    fc.constantFrom('id', 'reserveId', 'crossRefId', 'emailAddress', 'ignoreHoldEmail', 'suspensionType'),
    fc.constantFrom('numberOfDays', 'formatClass', 'lendingPeriodDays', '__proto__', 'constructor', 'toString'),
    fc.string({ unit: 'binary' }),
  );
  const meaning = fc.constantFrom('1', '3', 'true', 'false', 'limited', 'indefinite', 'eBook', '7', 'a@b.cd', reserveIdOf(1));
  const field = fc.record(
    { name, value: fc.oneof(meaning, fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double()) },
    { requiredKeys: [] },
  );
  const shaped = fc.array(fc.oneof({ weight: 4, arbitrary: field }, fc.jsonValue())).map((list) => ({ fields: list }));
  const text = fc.oneof(shaped, fc.jsonValue()).map((json) => JSON.stringify(json));
  const damaged = fc
    .tuple(text, fc.nat(), fc.uint8Array({ maxLength: 4 }))
    .map(([whole, at, bytes]) => {
      const buffer = Buffer.from(whole);
      return Buffer.concat([buffer.subarray(0, at % (buffer.length + 1)), bytes, buffer.subarray((at + 1) % (buffer.length + 1))]);
    });
  return fc.oneof({ weight: 3, arbitrary: text }, damaged, fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)));
})();

test(`no body makes the service fail, and a refused one changes nothing (HOLDFAST_TEST_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...OPERATIONS), anyBody, async (operation, body) => {
      const before = await stored();
      const answer = await send(operation, body);
      if (answer.status < 400) return;
      expect([400, 404]).toContain(answer.status);
      expect(answer.body).toEqual({
        errorCode: expect.stringMatching(/^\w+$/),
        message: expect.stringMatching(/\S/),
        token: answer.headers.get('x-request-id'),
      });
      expect(await stored()).toEqual(before);
    }),
    { seed: SEED, numRuns: 500 },
  );
});
