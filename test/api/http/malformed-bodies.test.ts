import fc from 'fast-check';
import type { ErrorCode } from '../../../src/domain/errors.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectRefusal } from '../../support/answers.js';
import { type Answer, fields, mustSucceed, type PatronClient } from '../../support/client.js';
import { HOLDS } from '../../support/paths.js';
import { sendBytes } from '../../support/requests/raw-bytes.js';
import { reserveIdOf, smallLibrary } from '../../support/records.js';
import { SEED } from '../../support/seeded-random.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

// What every client may send is in test/api/http/request-convention.test.ts. Here is what none should.

const SUSPENSION = `${HOLDS}/2/suspension`;

/** The patron has a suspended hold on title 2, and none on title 1. */
let service: ServiceUnderTest;
let patron: PatronClient;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [0, 0]));
  patron = await service.signIn(1);
  await mustSucceed(patron.post(HOLDS, { id: 2, emailAddress: 'reader@example.org' }));
  await mustSucceed(patron.post(SUSPENSION, { suspensionType: 'indefinite' }));
});
afterAll(() => service.close());

const STORED = statement(
  'test-everything-stored',
  `SELECT (SELECT json_agg(p) FROM patron p) AS patrons, (SELECT json_agg(h) FROM hold h) AS holds,
     (SELECT json_agg(q) FROM title_queue q) AS queues`,
);
const stored = (): Promise<unknown> => service.database.run(STORED);

/** The operations that take a body. */
const OPERATIONS = [
  { method: 'POST', path: HOLDS },
  { method: 'POST', path: `${HOLDS}/1` },
  { method: 'PUT', path: `${HOLDS}/2` },
  { method: 'POST', path: SUSPENSION },
  { method: 'PUT', path: SUSPENSION },
  { method: 'PUT', path: '/v1/patrons/me' },
  { method: 'POST', path: '/v1/patrons/me/checkouts' },
] as const;
type Operation = (typeof OPERATIONS)[number];
const CHANGE_ADDRESS: Operation = { method: 'PUT', path: `${HOLDS}/2` };

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
  return sendBytes(service.url, [head, headers, `${body.length.toString(16)}\r\n${body}\r\n`, '0\r\n\r\n']);
}

/** A body with these bytes in the value of an unknown field. */
function bodyWith(...bytes: number[]): Buffer {
  const [before, after] = ['{"fields":[{"name":"other","value":"', '"}]}'];
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

const MALFORMED: Readonly<Record<string, string | Buffer>> = {
  'a bare NUL': bodyWith(0x61, 0, 0x62),
  'a NUL in a member': '{"fields":[],"a\\u0000":1}',
  'a surrogate pair in reverse order': '{"fields":[],"other":"\\ude00\\ud83d"}',
  'half a character': bodyWith(0xc3, 0x28),
  'an overlong encoding': bodyWith(0xc0, 0xaf),
  'half of a surrogate pair, in UTF-8': bodyWith(0xed, 0xa0, 0x80),
  'a character beyond the last code point': bodyWith(0xf4, 0x90, 0x80, 0x80),
  'an escaped __proto__': '{"fields":[],"\\u005f_proto__":1}',
  'a repeated member deep in an unknown one': '{"fields":[],"other":[{"a":{"b":1,"b":2}}]}',
  '20,000 levels of nesting': `{"fields":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  '60,000 unclosed levels': '['.repeat(60_000),
};

test.each(Object.entries(MALFORMED))('a body with %s is refused by every operation', async (_, body) => {
  const before = await stored();
  for (const operation of OPERATIONS) expectRefusal(await send(operation, body), 'InvalidRequestBody');
  expect(await stored()).toEqual(before);
});

test('a chunked body may have 64 KiB, and not a byte more', async () => {
  const ofSize = (bytes: number): string => fields({ emailAddress: 'reader@example.org' }).padEnd(bytes, ' ');
  expect((await sendChunked(CHANGE_ADDRESS, ofSize(65_536))).status).toBe(204);
  expectRefusal(await sendChunked(CHANGE_ADDRESS, ofSize(65_537)), 'PayloadTooLarge');
});

test('64 KiB of fields are refused because of missing or repeated ones', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `{"name":"f${index}","value":""}`).join(',');
  expectRefusal(await send(OPERATIONS[0], `{"fields":[${many}]}`), 'MissingField');
  const empty = Array.from({ length: 4_000 }, () => '{"name":""}').join(',');
  expectRefusal(await send(OPERATIONS[0], `{"fields":[${empty}]}`), 'InvalidRequestBody');
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
    fc.asyncProperty(fc.constantFrom(...OPERATIONS), anyBody(), async (operation, body) => {
      const before = await stored();
      const answer = await send(operation, body);
      if (answer.status < 400) return;
      const { errorCode } = answer.body as { errorCode: ErrorCode };
      expectRefusal(answer, errorCode);
      expect([400, 404]).toContain(answer.status);
      expect(await stored()).toEqual(before);
    }),
    { seed: SEED, numRuns: 500 },
  );
});
