import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { emptyDatabase, type TestDatabase } from '../../support/database.js';
import { MailServer } from '../../support/mail-server.js';
import { CHECKOUTS, holdPath, HOLDS } from '../../support/paths.js';
import { runHoldfast } from '../support/processes.js';
import {
  type ComposeService,
  inStartOrder,
  processOf,
  readComposeFile,
} from '../support/deploy/compose-file.js';
import { RestartedProcess } from './restarted-process.js';

/** What the file calls by the names of containers is on this machine here. */
const IN_THE_FILE = {
  DATABASE_URL: 'postgres://holdfast:holdfast@postgres:5432/holdfast',
  SMTP_URL: 'smtp://mail:1025?requireTLS=false',
  DATA_DIR: '/data',
};

let database: TestDatabase;
let mails: MailServer;
let folder: string;
const running: Record<string, RestartedProcess> = {};
/** What the services printed that ran to their end, at the first start. */
let first: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await emptyDatabase();
  mails = await MailServer.start();
  folder = await mkdtemp(join(tmpdir(), 'holdfast-compose-'));
  first = await up();
});
afterAll(async () => {
  await Promise.all(Object.values(running).map((each) => each.stop()));
  await mails.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function environmentOf(service: ComposeService): Readonly<Record<string, string>> {
  const { environment } = processOf(service);
  expect(environment).toMatchObject(IN_THE_FILE);
  return { ...environment, DATABASE_URL: database.url, SMTP_URL: mails.url, DATA_DIR: folder };
}

/** Starts everything as `docker compose up` does. @returns the output of the services that run to their end, by name */
async function up(): Promise<Readonly<Record<string, string>>> {
  const outputs: Record<string, string> = {};
  for (const [name, service] of inStartOrder(readComposeFile('docker-compose.yml'))) {
    if (running[name] !== undefined) continue;
    const { args } = processOf(service);
    if (service.restart !== 'no') {
      running[name] = await RestartedProcess.start(args, environmentOf(service));
      continue;
    }
    const { code, out, err } = await runHoldfast(args, environmentOf(service));
    expect([name, code, err]).toEqual([name, 0, '']);
    outputs[name] = out;
  }
  return outputs;
}

test('after `docker compose up` the six calls of the README work, and a second one changes nothing', async () => {
  expect(first.demo).toContain('Loaded the demo library');
  const again = await up();
  expect(again.demo).not.toContain('Loaded the demo library');
  expect(Object.keys(running)).toEqual(['holdfast', 'worker']);

  const exported = Object.fromEntries(
    [...again.demo!.matchAll(/^ {2}export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value ?? '']),
  );
  const url = `http://127.0.0.1:${running.holdfast!.port}`;
  const patron = new PatronClient(url, exported.TOKEN ?? '');
  const other = new PatronClient(url, exported.OTHER ?? '');

  expect((await patron.get(HOLDS)).body).toMatchObject({ totalItems: 0 });
  const placed = await patron.post(HOLDS, { id: 100001, emailAddress: 'ada@example.org' });
  expect([placed.status, placed.body.holdListPosition]).toEqual([201, 2]);
  expect((await other.delete(holdPath(100001))).status).toBe(204);
  expect((await patron.get(holdPath(100001))).body).toMatchObject({
    holdListPosition: 1,
    actions: { checkout: { method: 'post' } },
  });
  await eventually(() => expect(mails.acceptedFor('ada@example.org')).toHaveLength(1));
  expect((await patron.post(CHECKOUTS, { reserveId: 100001 })).status).toBe(201);

  const clock = new PatronClient(url, exported.OPERATOR ?? '');
  const moved = await clock.send('POST', '/sandbox/v1/clock', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 22 * 24 * 3600 }),
  });
  expect(moved.status).toBe(200);
  await eventually(async () => expect((await patron.get(CHECKOUTS)).body).toMatchObject({ totalItems: 0 }));
});
