import fc from 'fast-check';
import type { ErrorCode } from '../../src/domain/errors.js';
import { statement } from '../../src/platform/database/statement.js';
import { expectRefusal } from '../support/answers.js';
import { type Answer, fields, granted, type PatronClient } from '../support/client.js';
import { sendBytes } from '../support/raw-bytes.js';
import { SEED } from '../support/random.js';
import { reserveIdOf, smallLibrary } from '../support/records.js';
import { type ServiceUnderTest, startService } from '../support/service.js';

// What every client may send is in test/http/request-convention.test.ts. Here is what none should.

const HOLDS = '/v1/patrons/me/holds';
const SUSPENSION = `${HOLDS}/2/suspension`;

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

/** In one chunk, without telling the length before. */
function sendUnannounced({ method, path }: Operation, body: string): Promise<Answer> {
  const head = `${method} ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${patron.token}\r\n`;
  const headers = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  return sendBytes(service.url, [head, headers, `${body.length.toString(16)}\r\n${body}\r\n`, '0\r\n\r\n']);
}

/** A body with these bytes inside a value that nobody asks for. */
function around(...bytes: number[]): Buffer {
  const [before, after] = ['{"fields":[{"name":"other","value":"', '"}]}'];
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

const ODD: Readonly<Record<string, string | Buffer>> = {
  'a bare NUL': around(0x61, 0, 0x62),
  'a NUL in a member': '{"fields":[],"a\\u0000":1}',
  'a surrogate pair the wrong way round': '{"fields":[],"other":"\\ude00\\ud83d"}',
  'half a character': around(0xc3, 0x28),
  'a character in more bytes than it needs': around(0xc0, 0xaf),
  'half of a surrogate pair, in UTF-8': around(0xed, 0xa0, 0x80),
  'a character beyond the last': around(0xf4, 0x90, 0x80, 0x80),
  'an escaped __proto__': '{"fields":[],"\\u005f_proto__":1}',
  'a member twice, deep where nobody looks': '{"fields":[],"other":[{"a":{"b":1,"b":2}}]}',
  '20,000 levels of nesting': `{"fields":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  '60,000 levels that are never closed': '['.repeat(60_000),
};

test.each(Object.entries(ODD))('a body with %s is refused, whatever it is sent for', async (_, body) => {
  const before = await stored();
  for (const operation of OPERATIONS) expectRefusal(await send(operation, body), 'InvalidRequestBody');
  expect(await stored()).toEqual(before);
});

test('a body that does not tell its length may be 64 KiB long, and not a byte more', async () => {
  const ofSize = (bytes: number): string => fields({ emailAddress: 'reader@example.org' }).padEnd(bytes, ' ');
  expect((await sendUnannounced(CHANGE_ADDRESS, ofSize(65_536))).status).toBe(204);
  expectRefusal(await sendUnannounced(CHANGE_ADDRESS, ofSize(65_537)), 'PayloadTooLarge');
});

test('64 KiB full of fields are refused for what they lack, or hold twice', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `{"name":"f${index}","value":""}`).join(',');
  expectRefusal(await send(OPERATIONS[0], `{"fields":[${many}]}`), 'MissingField');
  const empty = Array.from({ length: 4_000 }, () => '{"name":""}').join(',');
  expectRefusal(await send(OPERATIONS[0], `{"fields":[${empty}]}`), 'InvalidRequestBody');
});

/** Any JSON, what comes close to a request, and both of them damaged. */
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

test(`no body makes the service fail, and a refused one changes nothing (HOLDFAST_TEST_SEED=${SEED})`, async () => {
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
