import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import { PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { waitUntilJobsAreDone } from '../../../support/jobs.js';
import { MailServer } from '../../../support/mail-server.js';
import { metricsOf } from '../../../support/metrics.js';
import { HOLDS, ME } from '../../../support/paths.js';
import {
  type Deployment,
  type ServiceProcess,
  startDeployment,
  startProcess,
} from '../../support/processes.js';
import { copies, reserveIdOf, smallLibrary, title } from '../../../support/records.js';
import { tokenOf } from '../../../support/service.js';

const QUEUES = '/operator/v1/libraries/37/queues';
/** Settings that the test's file may name: the environment would override them. */
const UNSET = { LOG_LEVEL: '', REQUESTS_PER_PATRON: '', REQUESTS_PER_ADDRESS: '' };

let folder: string;
let deployment: Deployment;
const started: ServiceProcess[] = [];
const path = (name: string): string => join(folder, name);
const newSecret = (): string => randomBytes(24).toString('hex');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-reload-'));
  deployment = await startDeployment(smallLibrary(2, [0, 0]), { processes: 0 });
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
  await deployment.close();
  await rm(folder, { recursive: true });
});

async function start(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const process = await startProcess({ DATABASE_URL: deployment.databaseUrl, ROLE: 'api', ...settings });
  started.push(process);
  return process;
}

function writeSettings(lines: Readonly<Record<string, string>>): Promise<void> {
  return writeFile(
    path('settings'),
    Object.entries(lines)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
}

test('an operator’s token is replaced while requests go on, and none of them is refused', async () => {
  const [old, next] = [newSecret(), newSecret()];
  await writeFile(path('token'), `${old}\n`);
  const process = await start({ OPERATOR_TOKEN_FILE: path('token') });
  const ask = (token: string): Promise<{ status: number }> =>
    new PatronClient(process.url, token).get(QUEUES);
  const tokensUsed = async (): Promise<(number | undefined)[]> => {
    const metrics = await metricsOf(process.url);
    return ['first', 'second'].map((token) =>
      metrics.get(`holdfast_operator_requests_total{token="${token}"}`),
    );
  };
  expect((await ask(next)).status).toBe(401);

  let isRunning = true;
  let current = old;
  const statuses = new Map<number, number>();
  const load = Array.from({ length: 4 }, async () => {
    while (isRunning) {
      const { status } = await ask(current);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const someMore = async (): Promise<void> => {
    const enough = (statuses.get(200) ?? 0) + 20;
    await eventually(() => Promise.resolve(expect(statuses.get(200)).toBeGreaterThanOrEqual(enough)));
  };
  await someMore();
  await writeFile(path('token'), `${next}\n${old}\n`);
  expect(await process.reload()).toContain('Applied: OPERATOR_TOKEN.');
  await someMore();
  expect((await ask(next)).status).toBe(200);
  await eventually(async () => expect((await tokensUsed())[1]).toBeGreaterThan(0));
  current = next;
  await someMore();
  isRunning = false;
  await Promise.all(load);
  await writeFile(path('token'), next);
  await process.reload();
  expect([(await ask(next)).status, (await ask(old)).status]).toEqual([200, 401]);
  expect([...statuses.keys()]).toEqual([200]);
  for (const secret of [old, next]) expect(process.output()).not.toContain(secret);
});

test('rates, proxies and the level of the log follow a file of settings', async () => {
  await writeSettings({ LOG_LEVEL: 'silent', REQUESTS_PER_PATRON: '2' });
  const process = await start({ SETTINGS_FILE: path('settings'), ...UNSET });
  const patron = new PatronClient(process.url, await tokenOf(deployment.database, 1));
  const from = (address: string): ReturnType<PatronClient['send']> =>
    patron.send('GET', '/nowhere', { headers: { 'x-forwarded-for': address } });
  for (let number = 0; number < 2; number++) expectOk(await patron.get(ME));
  expectRefusal(await patron.get(ME), 'TooManyRequests');
  expect(process.output()).not.toContain('"route"');

  await writeSettings({ LOG_LEVEL: 'info', REQUESTS_PER_ADDRESS: '5', TRUSTED_PROXIES: '127.0.0.0/8' });
  expect(await process.reload()).toContain(
    'Applied: LOG_LEVEL, REQUESTS_PER_ADDRESS, REQUESTS_PER_PATRON, TRUSTED_PROXIES.',
  );
  for (let number = 0; number < 5; number++) expectRefusal(await from('192.0.2.1'), 'NotFound');
  expectRefusal(await from('192.0.2.1'), 'TooManyRequests');
  expectRefusal(await from('192.0.2.2'), 'NotFound');
  await eventually(() => Promise.resolve(expect(process.output()).toContain('"status":404')));

  await writeSettings({ LOG_LEVEL: 'silent' });
  expect(await process.reload()).toContain('LOG_LEVEL');
  for (let number = 0; number < 20; number++) expectOk(await patron.get(ME));
});

test('a worker changes the mail server while a mail is on its way, which arrives', async () => {
  const [old, next] = [await MailServer.start(), await MailServer.start()];
  let answerOld = (): void => undefined;
  old.beforeAnswer = () => new Promise((resolve) => (answerOld = resolve));
  try {
    await writeFile(path('smtp'), old.url);
    await writeFile(path('from'), 'old@example.org');
    const worker = await start({ ROLE: 'all', SMTP_URL_FILE: path('smtp'), MAIL_FROM_FILE: path('from') });
    const hold = async (patronId: number, titleNumber: number): Promise<void> => {
      await deployment.import(title(titleNumber), copies(titleNumber, 1));
      const patron = new PatronClient(worker.url, await tokenOf(deployment.database, patronId));
      const emailAddress = `patron${patronId}@example.org`;
      const placed = await patron.post(HOLDS, { reserveId: reserveIdOf(titleNumber), emailAddress });
      expect(placed.status).toBe(201);
    };
    await hold(1, 8);
    await eventually(() => Promise.resolve(expect(old.received).toHaveLength(1)));
    await writeFile(path('smtp'), next.url);
    await writeFile(path('from'), 'next@example.org');
    expect(await worker.reload()).toContain('Applied: MAIL_FROM, SMTP_URL.');
    await hold(2, 9);
    await eventually(() => Promise.resolve(expect(next.accepted).toHaveLength(1)));
    answerOld();
    // A mail whose connection was cut would be sent again, to the new server.
    await waitUntilJobsAreDone(deployment.database);
    expect([old.accepted[0], next.accepted[0]].map((mail) => mail?.parsed.from?.address)).toEqual([
      'old@example.org',
      'next@example.org',
    ]);
    expect([old.received.length, next.received.length]).toEqual([1, 1]);
  } finally {
    answerOld();
    await Promise.all([old.stop(), next.stop()]);
  }
});
