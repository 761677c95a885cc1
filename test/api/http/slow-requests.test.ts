import { expectRefusal } from '../../support/answers.js';
import { sendBytes } from '../../support/requests/raw-bytes.js';
import { smallLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

let service: ServiceUnderTest;
let authorization: string;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [1]), { REQUEST_TIMEOUT_SECONDS: '1' });
  authorization = `Authorization: Bearer ${(await service.signIn(1)).token}\r\n`;
});
afterAll(() => service.close());

const POST = 'POST /v1/patrons/me/holds HTTP/1.1\r\nHost: test\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const characters = (text: string): string[] => [...text].map((character) => character);

const SLOW: Readonly<Record<string, () => string[]>> = {
  'whose body does not arrive': () => [`${POST}${authorization}${JSON_TYPE}Content-Length: 10\r\n\r\n`],
  'whose body arrives byte by byte': () => [
    `${POST}${authorization}${JSON_TYPE}Content-Length: 1000\r\n\r\n`,
    ...characters('{"fields":[{"name":"id","value":"1"}'),
  ],
  'whose chunks do not end': () => [
    `${POST}${authorization}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`,
    ...characters('1\r\n{\r\n'.repeat(6)),
  ],
  'whose headers do not end': () => [POST, ...characters('X-Slow: a very slow header').slice(0, 30)],
};

/** Less than the default timeout of 30 s. A busy machine may need most of it for the one second. */
const MAX_ANSWER_MS = 25_000;

test.concurrent.each(Object.keys(SLOW))('a request %s is refused after the timeout', async (what) => {
  const start = Date.now();
  const answer = await sendBytes(service.url, SLOW[what]!(), { delay: 100 });
  expectRefusal(answer, 'RequestTimeout');
  expect(answer.headers.get('connection')).toBe('close');
  expect(Date.now() - start).toBeGreaterThanOrEqual(900);
  expect(Date.now() - start).toBeLessThan(MAX_ANSWER_MS);
});
