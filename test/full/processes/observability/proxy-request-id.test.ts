import { eventually } from '../../../support/clock.js';
import { freshDatabase, type TestDatabase } from '../../../support/database.js';
import { type ServiceProcess, startProcess } from '../../support/processes.js';
import { sendRaw } from '../../../support/requests/raw-request.js';

let stored: TestDatabase;
let started: ServiceProcess;
beforeAll(async () => {
  stored = await freshDatabase();
});
afterAll(() => stored.drop());

const PATH = '/openapi.json';

/** The log line of a request with these values of X-Request-Id. */
async function lineOf(...given: readonly string[]): Promise<Record<string, unknown>> {
  const answer = await sendRaw(started.url, {
    method: 'GET',
    path: PATH,
    headers: given.map((value) => ['X-Request-Id', value] as const),
  });
  const own = answer.headers.get('x-request-id')!;
  let line: Record<string, unknown> | undefined;
  await eventually(() => {
    line = started
      .output()
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find(({ requestId }) => requestId === own);
    expect(line).toBeDefined();
  });
  return line!;
}

/** Starts one process for the tests that follow. */
function startWith(trusted: string): void {
  beforeAll(async () => {
    started = await startProcess({
      DATABASE_URL: stored.url,
      ROLE: 'api',
      LOG_LEVEL: 'info',
      TRUSTED_PROXIES: trusted,
    });
  });
  afterAll(() => started.kill());
}

describe('where the proxy is trusted, its X-Request-Id', () => {
  startWith('127.0.0.0/8, ::1');

  test('is in the log line beside ours', async () => {
    for (const given of ['7f3c-04/edge:1', '6b0f8b1e-2f6c-4a9e-9f0a-5a1f4d1c7e11', 'x'.repeat(128)]) {
      const line = await lineOf(given);
      expect(line.proxyRequestId).toBe(given);
      expect(line.requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(line.requestId).not.toBe(given);
    }
  });

  test.each([
    ['too long', ['x'.repeat(129)]],
    ['with other characters', ['reader@example.org']],
    ['with a space', ['one two']],
    ['empty', ['']],
    ['given twice', ['one', 'two']],
  ])('is ignored if it is %s', async (_, given) => {
    expect(await lineOf(...given)).not.toHaveProperty('proxyRequestId');
  });
});

describe.each([
  ['no proxy is trusted', ''],
  ['another proxy is', '192.0.2.1'],
])('where %s', (_, trusted) => {
  startWith(trusted);

  test('it is ignored', async () => {
    expect(await lineOf('7f3c-04')).not.toHaveProperty('proxyRequestId');
  });
});
