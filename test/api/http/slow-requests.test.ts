import { expectRefusal } from '../../support/answers.js';
import { sendBytes } from '../../support/requests/raw-bytes.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
let authorization: string;
beforeAll(async () => {
  library = await TestLibrary.alone({}, {}, { requestTimeoutSeconds: 1 });
  authorization = `Authorization: Bearer ${(await library.addPatron()).token}\r\n`;
});
afterAll(() => library.close());

/** Less than the default timeout of 30 s. A busy machine may need most of it for the one second. */
const MAX_ANSWER_MS = 25_000;

test('requests whose headers, body or chunks do not end are refused after the timeout', async () => {
  const post = 'POST /v1/patrons/me/holds HTTP/1.1\r\nHost: test\r\n';
  const head = `${post}${authorization}Content-Type: application/json\r\n`;
  const slow = [
    [`${head}Content-Length: 10\r\n\r\n`],
    [`${head}Content-Length: 1000\r\n\r\n`, ...'{"fields":[{"name":"id","value":"1"}'],
    [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...'1\r\n{\r\n'.repeat(6)],
    [post, ...'X-Slow: a very slow header'],
  ];
  const start = Date.now();
  await Promise.all(
    slow.map(async (pieces) => {
      const answer = await sendBytes(library.service.url, pieces, { delay: 100 });
      expect(Date.now() - start).toBeGreaterThanOrEqual(900);
      expect(Date.now() - start).toBeLessThan(MAX_ANSWER_MS);
      expectRefusal(answer, 'RequestTimeout');
      expect(answer.headers.get('connection')).toBe('close');
    }),
  );
});
