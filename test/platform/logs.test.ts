import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../support/clock.js';
import { PatronClient } from '../support/client.js';
import { type Deployment, startDeployment } from '../support/processes.js';
import { sendBytes } from '../support/raw-bytes.js';
import { copies, library, collection, category, patron, title } from '../support/records.js';

/** What must stand in no log: each is told to the service in every way there is. */
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
let stranger: pg.Client;
const secrets: string[] = Object.values(CANARY).map(String);
/** The id of each request, as its answer told it. */
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
        // So long the one that is too slow is waited for; a busy machine may take a while with the others, too.
        REQUEST_TIMEOUT_SECONDS: '5',
      },
    },
  );
  secrets.push(new URL(deployment.databaseUrl).password || 'no-password');
  stranger = new pg.Client(deployment.databaseUrl);
  await stranger.connect();
  await everything();
});
afterAll(async () => {
  await stranger.end();
  await deployment.close();
  await rm(folder, { recursive: true, force: true });
});

async function everything(): Promise<void> {
  const { reserveId, crossRefId, emailAddress, patronId, operatorToken } = CANARY;
  const [client] = await deployment.signIn(patronId);
  const good = client!;
  secrets.push(good.token);
  const bad = new PatronClient(deployment.processes[0]!.url, 'canary-token-that-nobody-has');
  secrets.push(bad.token);
  const operator = new PatronClient(deployment.processes[0]!.url, operatorToken);
  const ask = async (asked: ReturnType<PatronClient['get']>): Promise<void> => {
    requestIds.push((await asked).headers.get('x-request-id') ?? 'none');
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

  // Nobody's fault but ours, with a row in the database's own words.
  await stranger.query('ALTER TABLE hold ADD CONSTRAINT trouble CHECK (ticket < 2) NOT VALID');
  await ask(good.delete(hold));
  await ask(good.post(holds, placement));
  await stranger.query('ALTER TABLE hold DROP CONSTRAINT trouble');
  // A lock that is not had in time, and sessions that are lost.
  await stranger.query('BEGIN');
  await stranger.query('SELECT FROM title_queue FOR UPDATE');
  await ask(good.post(holds, placement));
  await stranger.query('ROLLBACK');
  await stranger.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
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

/** The program's own words at the start are not of the log, and of the last line there may be a part as yet. */
function logLines(): Record<string, unknown>[] {
  const lines = deployment.processes[0]!.output().split('\n').slice(0, -1);
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('nothing that is written tells a token, an address, a patron or a title', () => {
  const written = deployment.processes[0]!.output().toLowerCase();
  expect(written.length).toBeGreaterThan(1_000);
  for (const secret of secrets) expect(written).not.toContain(secret.toLowerCase());
  expect(written).not.toContain('canary');
});

test('neither do the metrics', async () => {
  const metrics = await (await fetch(`${deployment.processes[0]!.url}/metrics`)).text();
  expect(metrics).toContain('/v1/patrons/me/holds');
  for (const secret of secrets) expect(metrics.toLowerCase()).not.toContain(secret.toLowerCase());
});

test('every request has one line, which is found by the id that its answer had', async () => {
  const requests = (): Record<string, unknown>[] => logLines().filter(({ msg }) => msg === 'request');
  // A line may be written a little later than the answer.
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

test('what went wrong is told by its kind and place, under the request’s id', () => {
  const told = logLines().filter(({ err }) => err !== undefined);
  expect(told.length).toBeGreaterThan(0);
  for (const line of told) expect(line).toMatchObject({ err: { kind: expect.stringMatching(/^\w+$/) } });
  const failure = told.find(({ msg }) => msg === 'A request failed unexpectedly.');
  expect(failure).toMatchObject({
    requestId: expect.any(String),
    err: { code: '23514', at: expect.any(Array) },
  });
});
