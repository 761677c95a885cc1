import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { END_OTHER_SESSIONS } from '../../../support/stored/database-sessions.js';
import { type Deployment, startDeployment } from '../../support/processes.js';
import { sendBytes } from '../../../support/requests/raw-bytes.js';
import { category, collection, copies, library, patron, title } from '../../../support/records.js';
import { withConstants } from '../../support/constants.js';

/** What no log may contain. The tests send it to the service in every possible way. */
const CANARY = {
  patronId: 770_077_007,
  cardNumber: 'canary-card-4711',
  emailAddress: 'canary.reader@canary.example.org',
  reserveId: 'ca9a47ca-9a47-4ca9-8a47-ca9a47ca9a47',
  crossRefId: 990_099_009,
  title: 'The Canary in the Coal Mine',
  operatorToken: 'canary-operator-token-of-forty-characters',
};

let deployment: Deployment;
let folder: string;
let otherSession: pg.Client;
const secrets: string[] = Object.values(CANARY).map(String);
/** The request ids from the answers. */
const requestIds: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-logs-'));
  const { reserveId, crossRefId, patronId, cardNumber, operatorToken } = CANARY;
  deployment = await startDeployment(
    [
      library(),
      collection('main'),
      category('adult', ['main']),
      title(crossRefId, { reserveId, title: CANARY.title }),
      { ...copies(crossRefId, 1), reserveId },
      patron(patronId, { cardNumber }),
    ],
    {
      processes: 1,
      settings: {
        LOG_LEVEL: 'trace',
        ROLE: 'all',
        DATA_DIR: folder,
        OPERATOR_TOKEN: operatorToken,
        SANDBOX: 'true',
        // For the slow request below. A busy machine may also take long with the others.
        NODE_OPTIONS: withConstants({ requestTimeoutSeconds: 5 }),
      },
    },
  );
  secrets.push(new URL(deployment.databaseUrl).password || 'no-password');
  otherSession = new pg.Client(deployment.databaseUrl);
  await otherSession.connect();
  await sendRequests();
});
afterAll(async () => {
  await otherSession.end();
  await deployment.close();
  await rm(folder, { recursive: true, force: true });
});

async function sendRequests(): Promise<void> {
  const { reserveId, crossRefId, emailAddress, patronId, operatorToken } = CANARY;
  const [client] = await deployment.signIn(patronId);
  const good = client!;
  secrets.push(good.token);
  const bad = new PatronClient(deployment.processes[0]!.url, 'canary-token-that-nobody-has');
  secrets.push(bad.token);
  const operator = new PatronClient(deployment.processes[0]!.url, operatorToken);
  const ask = async (request: ReturnType<PatronClient['get']>): Promise<void> => {
    requestIds.push((await request).headers.get('x-request-id') ?? 'none');
  };
  const holds = '/v1/patrons/me/holds';
  const hold = `${holds}/${reserveId}`;
  const placement = { id: crossRefId, emailAddress };

  for (const path of ['/v1/patrons/me', holds, hold, `${holds}/${crossRefId}`, '/v1/patrons/me/checkouts'])
    for (const who of [good, bad])
      await ask(who.get(`${path}?access_token=${good.token}&email=${emailAddress}`));
  await ask(good.post(holds, { ...placement, emailAddress: `${emailAddress},x` }));
  await ask(good.post(holds, placement));
  await eventually(async () => expect(await readdir(join(folder, 'mail'))).toHaveLength(1));
  await ask(good.post(holds, placement));
  await ask(good.put(hold, { emailAddress }));
  await ask(good.post(`${hold}/suspension`, { suspensionType: emailAddress }));
  await ask(good.post(`${hold}/suspension`, { suspensionType: 'limited', numberOfDays: 1, emailAddress }));
  await ask(
    good.put(`${hold}/suspension`, { suspensionType: 'indefinite', emailAddress: `x${emailAddress}` }),
  );
  await ask(good.delete(`${hold}/suspension`));
  await ask(good.get(`/v1/${CANARY.title}/${emailAddress}`));
  await ask(good.get(`${hold}%zz`));
  await ask(good.send('PATCH', hold, { body: JSON.stringify(placement) }));
  await ask(operator.post('/sandbox/v1/clock', { advanceSeconds: emailAddress }));
  await ask(operator.get(`/operator/v1/patrons/${patronId}`));
  await ask(operator.get(`/operator/v1/queues/${reserveId}`));

  // An internal error, whose database message contains the row.
  await otherSession.query('ALTER TABLE hold ADD CONSTRAINT fault CHECK (ticket < 2) NOT VALID');
  await ask(good.delete(hold));
  await ask(good.post(holds, placement));
  await otherSession.query('ALTER TABLE hold DROP CONSTRAINT fault');
  // A lock timeout, and lost sessions.
  await otherSession.query('BEGIN');
  await otherSession.query('SELECT FROM title_queue FOR UPDATE');
  await ask(good.post(holds, placement));
  await otherSession.query('ROLLBACK');
  await otherSession.query(END_OTHER_SESSIONS);
  await ask(good.get(hold));
  const slow = `POST ${holds} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${good.token}\r\n`;
  await sendBytes(good.baseUrl, [
    `${slow}Content-Type: application/json\r\nContent-Length: 999\r\n\r\n${emailAddress}`,
  ]);
  await sendBytes(good.baseUrl, [`${slow}Nonsense ${emailAddress}\r\n\r\n`]);
}

test('a log line is JSON, with its time and level', async () => {
  await eventually(() => Promise.resolve(expect(logLines().length).toBeGreaterThan(30)));
  for (const line of logLines())
    expect(line).toMatchObject({ level: expect.any(Number), time: expect.anything() });
});

/** Without the last line, which may be incomplete. */
function logLines(): Record<string, unknown>[] {
  const lines = deployment.processes[0]!.output().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('the output has no token, e-mail address, patron or title', () => {
  const output = deployment.processes[0]!.output().toLowerCase();
  expect(output.length).toBeGreaterThan(1_000);
  for (const secret of secrets) expect(output).not.toContain(secret.toLowerCase());
  expect(output).not.toContain('canary');
});

test('the metrics have none of these either', async () => {
  const metrics = await (await fetch(`${deployment.processes[0]!.url}/metrics`)).text();
  expect(metrics).toContain('/v1/patrons/me/holds');
  for (const secret of secrets) expect(metrics.toLowerCase()).not.toContain(secret.toLowerCase());
});

test('every request has one line, with the id of its answer', async () => {
  const requests = (): Record<string, unknown>[] => logLines().filter(({ msg }) => msg === 'request');
  // The process may write the line after it answers.
  await eventually(() => {
    const logged = requests().map(({ requestId }) => requestId);
    for (const id of requestIds) expect([id, logged.filter((one) => one === id).length]).toEqual([id, 1]);
  });
  for (const line of requests())
    expect(line).toMatchObject({
      method: expect.stringMatching(/^[A-Z]+$/),
      route: expect.stringMatching(/^(?:\/[\w:/-]*|unknown)$/),
      status: expect.any(Number),
      milliseconds: expect.any(Number),
    });
});

test('an error is logged with its kind and location, under the request’s id', () => {
  const errors = logLines().filter(({ err }) => err !== undefined);
  expect(errors.length).toBeGreaterThan(0);
  for (const line of errors) expect(line).toMatchObject({ err: { kind: expect.stringMatching(/^\w+$/) } });
  const failure = errors.find(({ status }) => status === 500);
  expect(failure).toMatchObject({
    requestId: expect.any(String),
    err: { kind: 'DatabaseError', code: '23514', at: expect.any(Array) },
  });
  const busy = errors.find(({ status }) => status === 503);
  expect(busy).toMatchObject({
    requestId: expect.any(String),
    err: {
      kind: 'DatabaseUnavailable',
      at: expect.any(Array),
      cause: { kind: 'DatabaseError', code: '55P03' },
    },
  });
});

test('a request that failed has one line, with its error', () => {
  const failed = logLines().filter(({ status }) => Number(status) >= 500);
  expect(failed.map(({ status }) => status)).toEqual(expect.arrayContaining([500, 503]));
  for (const { requestId, err } of failed) {
    expect(err).toMatchObject({ kind: expect.any(String) });
    expect(logLines().filter((line) => line.requestId === requestId)).toHaveLength(1);
  }
});

test('a request that is refused before it is routed has a line, too', async () => {
  const { url } = deployment.processes[0]!;
  const { headers } = await sendBytes(url, ['GET /v1/patrons/me HTTP/1.1\r\n\r\n']);
  const id = headers.get('x-request-id');
  await eventually(() =>
    expect(logLines().filter(({ requestId }) => requestId === id)).toMatchObject([
      { msg: 'request', method: 'GET', route: 'unknown', status: 400 },
    ]),
  );
});
