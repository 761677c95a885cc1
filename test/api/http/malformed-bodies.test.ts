import fc from 'fast-check';
import type { ErrorCode } from '../../../src/domain/errors.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectRefusal } from '../../support/answers.js';
import { type Answer, fields } from '../../support/client.js';
import { CHECKOUTS, holdPath, HOLDS, ME, suspensionPath } from '../../support/paths.js';
import { sendBytes } from '../../support/requests/raw-bytes.js';
import { reserveIdOf } from '../../support/records.js';
import { SEED } from '../../support/seeded-random.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

// What every client may send is in test/api/http/request-convention.test.ts. Here is what none should.

let library: TestLibrary;
let patron: TestPatron;
/** The operations that take a body. The patron has a suspended hold on one title, and none on the other. */
let operations: Operation[];
let changeAddress: Operation;
let stored: () => Promise<unknown>;
beforeAll(async () => {
  library = await TestLibrary.open();
  const { patron: reader, title } = await library.suspended();
  patron = reader;
  const other = await library.addTitle();
  changeAddress = { method: 'PUT', path: holdPath(title) };
  operations = [
    { method: 'POST', path: HOLDS },
    { method: 'POST', path: holdPath(other) },
    changeAddress,
    { method: 'POST', path: suspensionPath(title) },
    { method: 'PUT', path: suspensionPath(title) },
    { method: 'PUT', path: ME },
    { method: 'POST', path: CHECKOUTS },
  ];
  stored = () => library.service.database.run(STORED, [patron.patronId, [title.reserveId, other.reserveId]]);
});

const STORED = statement(
  'test-everything-stored',
  `SELECT (SELECT json_agg(p) FROM patron p WHERE patron_id = $1) AS patrons,
     (SELECT json_agg(h) FROM hold h WHERE patron_id = $1) AS holds,
     (SELECT json_agg(q) FROM title_queue q WHERE reserve_id = ANY($2::uuid[])) AS queues`,
);

interface Operation {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
}

function send({ method, path }: Operation, body: string | Buffer): Promise<Answer> {
  return patron.send(method, path, {
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body),
  });
}

/** Sends one chunk, without a Content-Length. */
function sendChunked({ method, path }: Operation, body: string): Promise<Answer> {
  const head = `${method} ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${patron.token}\r\n`;
  const headers = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  return sendBytes(library.service.url, [
    head,
    headers,
    `${body.length.toString(16)}\r\n${body}\r\n`,
    '0\r\n\r\n',
  ]);
}

/** A body with these bytes in the value of an unknown field. */
function bodyWith(...bytes: number[]): Buffer {
  const [before, after] = ['{"fields":[{"name":"other","value":"', '"}]}'];
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

const MALFORMED: readonly (readonly [what: string, body: string | Buffer])[] = [
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
  ['nine levels', `{"fields":[],"x":${'['.repeat(8)}${']'.repeat(8)}}`],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['UTF-16', Buffer.from('{"fields":[]}', 'utf16le')],
  ['a bare NUL', bodyWith(0x61, 0, 0x62)],
  ['a NUL in a member', '{"fields":[],"a\\u0000":1}'],
  ['a surrogate pair in reverse order', '{"fields":[],"other":"\\ude00\\ud83d"}'],
  ['half a character', bodyWith(0xc3, 0x28)],
  ['an overlong encoding', bodyWith(0xc0, 0xaf)],
  ['half of a surrogate pair, in UTF-8', bodyWith(0xed, 0xa0, 0x80)],
  ['a character beyond the last code point', bodyWith(0xf4, 0x90, 0x80, 0x80)],
  ['an escaped __proto__', '{"fields":[],"\\u005f_proto__":1}'],
  ['a repeated member deep in an unknown one', '{"fields":[],"other":[{"a":{"b":1,"b":2}}]}'],
  ['20,000 levels of nesting', `{"fields":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['60,000 unclosed levels', '['.repeat(60_000)],
];

test.each(MALFORMED)('a body with %s is refused by every operation, and changes nothing', async (_, body) => {
  const before = await stored();
  for (const operation of operations)
    expectRefusal(await send(operation, body), 'InvalidRequestBody', /body|fields|field/);
  expect(await stored()).toEqual(before);
});

test('a chunked body may have 64 KiB, and not a byte more', async () => {
  const ofSize = (bytes: number): string => fields({ emailAddress: 'reader@example.org' }).padEnd(bytes, ' ');
  expect((await sendChunked(changeAddress, ofSize(65_536))).status).toBe(204);
  expectRefusal(await sendChunked(changeAddress, ofSize(65_537)), 'PayloadTooLarge');
});

test('64 KiB of fields are refused because of missing or repeated ones', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `{"name":"f${index}","value":""}`).join(',');
  expectRefusal(await send(operations[0]!, `{"fields":[${many}]}`), 'MissingField');
  const empty = Array.from({ length: 4_000 }, () => '{"name":""}').join(',');
  expectRefusal(await send(operations[0]!, `{"fields":[${empty}]}`), 'InvalidRequestBody');
});

/** Any JSON, bodies that are nearly valid, and damaged ones. */
function anyBody(): fc.Arbitrary<string | Buffer> {
  const freeText = fc.string({ unit: 'binary' });
  const names = ['id', 'reserveId', 'crossRefId', 'emailAddress', 'ignoreHoldEmail', 'suspensionType'];
  const moreNames = ['numberOfDays', 'formatClass', 'lendingPeriodDays', '__proto__', 'constructor'];
  const values = ['1', '3', 'true', 'false', 'limited', 'indefinite', 'eBook', '7', 'a@b.cd', reserveIdOf(1)];
  const field = fc.record(
    {
      name: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names, ...moreNames) }, freeText),
      value: fc.oneof(fc.constantFrom(...values), fc.jsonValue(), freeText, fc.double()),
    },
    { requiredKeys: [] },
  );
  const list = fc.array(fc.oneof({ weight: 4, arbitrary: field }, fc.jsonValue()));
  const shaped = list.map((entries) => ({ fields: entries }));
  const text = fc.oneof(shaped, fc.jsonValue()).map((json) => JSON.stringify(json));
  const bytes = fc.uint8Array({ maxLength: 64 }).map((array) => Buffer.from(array));
  const damaged = fc.tuple(text, fc.nat(), bytes).map(([whole, position, damage]) => {
    const buffer = Buffer.from(whole);
    const at = position % (buffer.length + 1);
    return Buffer.concat([buffer.subarray(0, at), damage, buffer.subarray(at + 1)]);
  });
  return fc.oneof({ weight: 3, arbitrary: text }, damaged, bytes);
}

test(`no body causes a server error, and a refused one changes nothing (HOLDFAST_TEST_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations), anyBody(), async (operation, body) => {
      const before = await stored();
      const answer = await send(operation, body);
      if (answer.status < 400) return;
      const { errorCode } = answer.body as { errorCode: ErrorCode };
      expectRefusal(answer, errorCode);
      expect([400, 404]).toContain(answer.status);
      expect(await stored()).toEqual(before);
    }),
    { seed: SEED, numRuns: 150 },
  );
});
