import { once } from 'node:events';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { statement } from '../../../../../src/platform/database/statement.js';
import { expectOk, expectRefusal, JSON_TYPE } from '../../../../support/answers.js';
import type { Answer } from '../../../../support/client.js';
import { eventually } from '../../../../support/clock.js';
import { brokenInvariants } from '../../../../support/invariants.js';
import { waitingJobs } from '../../../../support/jobs.js';
import { type Deployment, startDeployment } from '../../../support/processes.js';
import { copies, hold, patron, smallLibrary, title, toLines } from '../../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../../../support/service.js';
import { OperatorClient, RECORDS } from '../../../../support/operator/operator-client.js';

const NDJSON = 'application/x-ndjson';

let service: ServiceUnderTest;
let operator: OperatorClient;
beforeEach(async () => {
  service = await startService([], { OPERATOR_TOKEN, REQUEST_TIMEOUT_SECONDS: '1' });
  operator = new OperatorClient(service.url);
});
afterEach(async () => {
  expect(await brokenInvariants(service.database)).toEqual([]);
  await service.close();
});

const TITLES = statement<{ number: number }>(
  'test-titles',
  'SELECT cross_ref_id AS number FROM title ORDER BY 1',
);

async function titles(from: Pick<ServiceUnderTest, 'database'> = service): Promise<number[]> {
  return (await from.database.run(TITLES)).map(({ number }) => number);
}

/** 422 with the same body and headers as success, because some lines were rejected. */
function expectRejections(answer: Answer, applied: number, errors: readonly object[]): void {
  expect([answer.status, answer.body]).toEqual([422, { applied, rejected: errors.length, errors }]);
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
}

test('one request imports a library', async () => {
  const answer = await operator.sendRecords(toLines(...smallLibrary(2, [1, 0]), hold(1), hold(2)));
  expectOk(answer);
  expect(answer.body).toEqual({ applied: 11, rejected: 0, errors: [] });
  const [first, second] = [await service.signIn(1), await service.signIn(2)];
  expect((await first.get('/v1/patrons/me/holds/1')).body.actions).toHaveProperty('checkout');
  expect((await second.get('/v1/patrons/me/holds/1')).body.holdListPosition).toBe(2);
});

test('the request gives imported copies to waiting holds, and queues their notices', async () => {
  await service.import(...smallLibrary(3, [0]));
  const address = (patronId: number): object => ({ emailAddress: `reader-${patronId}@example.org` });
  expectOk(await operator.sendRecords(toLines(...[1, 2, 3].map((id) => hold(id, 1, address(id))))));
  expect(await waitingJobs(service.database)).toEqual([]);

  expectOk(await operator.sendRecords(toLines(copies(1, 2))));
  const jobs = await waitingJobs(service.database);
  expect(jobs.map(({ task, payload }) => [task, (payload as { ticket: number }).ticket])).toEqual([
    ['ready-notice', 1],
    ['ready-notice', 2],
  ]);
});

describe('a bad line', () => {
  test('in the middle is reported with its number and the reason, and all others are applied', async () => {
    await service.import(...smallLibrary(0, []));
    const answer = await operator.sendRecords(
      toLines(
        title(1),
        '{"record":"title","reserveId"',
        '',
        title(2, { crossRefId: 'two' }),
        title(3),
        { record: 'shelf' },
        { ...title(4), colour: 'red' },
        copies(1, 1, 'attic'),
        '["a list"]',
        copies(3, 1),
      ),
    );
    expectRejections(answer, 3, [
      { line: 2, message: 'is not valid JSON' },
      { line: 4, message: 'crossRefId must be a whole number from 1 to 2147483647' },
      {
        line: 6,
        message:
          'record must be one of library, collection, category, title, copies, withdrawal, patron, hold, token, client, settings',
      },
      { line: 7, message: 'title has an unknown member "colour"' },
      { line: 8, message: 'collection "attic" is unknown in library 37' },
      { line: 9, message: 'must be a JSON object' },
    ]);
    expect(await titles()).toEqual([1, 3]);
  });

  test('is reported without PINs, tokens, secrets and addresses', async () => {
    await service.import(...smallLibrary(1, [1]));
    const { status, text } = await operator.sendRecords(
      toLines(
        patron(1, { pin: 'canary'.repeat(30) }),
        { record: 'token', token: 'canary token', patronId: 1 },
        { record: 'client', clientId: 'app', secret: 'canary', websiteIds: [37] },
        hold(1, 1, { emailAddress: 'canary, canary@example.org' }),
        '{"record":"patron","pin":"canary"',
      ),
    );
    expect([status, JSON.parse(text)]).toMatchObject([422, { applied: 0, rejected: 5 }]);
    expect(text).not.toContain('canary');
  });

  test('is counted beyond the limit of reported errors', async () => {
    const { status, body } = await operator.sendRecords('nonsense\n'.repeat(1_005));
    expect([status, body.rejected, body.errors.length]).toEqual([422, 1_005, 1_000]);
    expect(body.errors[999]).toEqual({ line: 1_000, message: 'is not valid JSON' });
  });
});

test('lines may be split into chunks anywhere, and the last needs no line end', async () => {
  const whole = toLines(...Array.from({ length: 2_500 }, (_, index) => title(index + 1, { title: 'Ü' })));
  const bytes = Buffer.from(whole.trimEnd());
  const pieces = Array.from({ length: Math.ceil(bytes.length / 997) }, (_, index) =>
    bytes.subarray(index * 997, (index + 1) * 997),
  );
  const upload = openUpload(service.url);
  for (const piece of pieces) upload.request.write(piece);
  upload.request.end();
  expect(await upload.answer).toEqual([200, { applied: 2_500, rejected: 0, errors: [] }]);
});

test('an empty body applies nothing', async () => {
  const answer = await operator.sendRecords('');
  expectOk(answer);
  expect(answer.body).toEqual({ applied: 0, rejected: 0, errors: [] });
});

describe('a body that is not newline-delimited JSON is refused, and nothing of it is applied', () => {
  const body = toLines(title(1));

  test.each([
    ['JSON', { 'content-type': 'application/json' }],
    ['text', { 'content-type': 'text/plain' }],
    ['a form, as curl sends without a type', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another character set', { 'content-type': `${NDJSON}; charset=iso-8859-1` }],
  ])('%s', async (_, headers) => {
    expectRefusal(await operator.sendRecords(body, headers), 'UnsupportedMediaType', NDJSON);
    expect(await titles()).toEqual([]);
  });

  test('no content type', async () => {
    expectRefusal(await operator.sendRecords(Buffer.from(body), {}), 'UnsupportedMediaType', NDJSON);
    expect(await titles()).toEqual([]);
  });

  test('a compressed body, instead of an error for each of its lines', async () => {
    const headers = { 'content-type': NDJSON, 'content-encoding': 'gzip' };
    const answer = await operator.sendRecords(gzipSync(body), headers);
    expectRefusal(answer, 'UnsupportedMediaType', 'without a content encoding');
    expect(await titles()).toEqual([]);
  });

  test('but the content type may have a character set', async () => {
    expectOk(await operator.sendRecords(body, { 'content-type': `${NDJSON}; charset=UTF-8` }));
    expect(await titles()).toEqual([1]);
  });
});

test('an upload may take longer than any other request', async () => {
  const upload = openUpload(service.url);
  upload.request.write(toLines(title(1)));
  const slow = request(new URL('/v1/patrons/me/holds', service.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await patronToken()}` },
  });
  slow.write('{');
  const [refused] = (await once(slow, 'response')) as [{ statusCode: number }];
  expect(refused.statusCode).toBe(408);
  slow.destroy();
  upload.request.end(toLines(title(2)));
  expect(await upload.answer).toEqual([200, { applied: 2, rejected: 0, errors: [] }]);
});

async function patronToken(): Promise<string> {
  await service.import(...smallLibrary(1, []));
  return (await service.signIn(1)).token;
}

test('when the database is busy for too long, the error says how far the import came', async () => {
  const productionTimeouts = {};
  const busy = await startService([], { OPERATOR_TOKEN }, productionTimeouts);
  const otherSession = new pg.Client(busy.databaseUrl);
  await otherSession.connect();
  try {
    await otherSession.query('BEGIN; LOCK TABLE title');
    const answer = await new OperatorClient(busy.url).sendRecords(
      'nonsense\n'.repeat(1_000) + toLines(title(1)),
    );
    expectRefusal(answer, 'ServiceUnavailable', /stopped at line 1001: .* 0 .* applied and 1000 rejected/);
    expect(answer.headers.get('retry-after')).toBe('1');
  } finally {
    await otherSession.end();
    await busy.close();
  }
});

describe('a client that disconnects in the middle', () => {
  let deployment: Deployment;
  beforeEach(async () => {
    const settings = { OPERATOR_TOKEN, LOG_LEVEL: 'info' };
    deployment = await startDeployment([], { processes: 1, settings });
  });
  afterEach(() => deployment.close());

  test('leaves complete records, can send all of them again, and is not logged as an error', async () => {
    const process = deployment.processes[0]!;
    const all = Array.from({ length: 1_500 }, (_, index) => title(index + 1));
    const upload = openUpload(process.url);
    upload.request.write(toLines(...all.slice(0, 1_200)) + '{"record":"title","reser');
    await eventually(async () => expect(await titles(deployment)).toHaveLength(1_000));
    upload.request.destroy();
    await eventually(() => expect(accessLines(process.output())).toHaveLength(1));

    expect(await titles(deployment)).toEqual(all.slice(0, 1_000).map(({ crossRefId }) => crossRefId));
    // The service is ready, the folder of its mails, and the upload.
    expect(levelsIn(process.output())).toEqual([INFO, INFO, INFO]);
    const answer = await new OperatorClient(process.url).sendRecords(toLines(...all));
    expect([answer.status, answer.body.applied]).toEqual([200, 1_500]);
    expect(await titles(deployment)).toHaveLength(1_500);
  });
});

const INFO = 30;

function logLines(output: string): { level: number; route?: string }[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as { level: number; route?: string });
}

function accessLines(output: string): unknown[] {
  return logLines(output).filter(({ route }) => route === RECORDS);
}

function levelsIn(output: string): number[] {
  return logLines(output).map(({ level }) => level);
}

/** An upload that a test writes piece by piece. */
function openUpload(baseUrl: string): {
  readonly request: ReturnType<typeof request>;
  readonly answer: Promise<[status: number, body: unknown]>;
} {
  const sent = request(new URL(RECORDS, baseUrl), {
    method: 'POST',
    headers: { 'content-type': NDJSON, authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
  const answer = new Promise<[number, unknown]>((resolve) => {
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve([response.statusCode ?? 0, JSON.parse(Buffer.concat(chunks).toString())]);
      });
    });
  });
  sent.on('error', () => undefined);
  return { request: sent, answer };
}
