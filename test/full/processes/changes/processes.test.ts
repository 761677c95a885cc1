import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mustSucceed, PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { freePort } from '../../../support/free-port.js';
import { hasHaproxy, startHaproxy } from '../../support/servers/haproxy.js';
import { holdPath, HOLDS } from '../../../support/paths.js';
import { hasPgBouncer, PgBouncer } from '../../support/servers/pgbouncer.js';
import { withConstants } from '../../support/constants.js';
import { collectOutput, type Deployment, startDeployment, startProcess } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { tokenOf } from '../../../support/service.js';
import { ChangeReader } from '../../../support/changes/change-reader.js';

const PATRONS = 6;

let deployment: Deployment;
let worker: Awaited<ReturnType<typeof startProcess>>;
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(PATRONS, Array<number>(PATRONS).fill(1)));
  worker = await startProcess({ DATABASE_URL: deployment.databaseUrl }, 'worker');
});
afterAll(async () => {
  await worker.stop();
  await deployment.close();
});

const emailAddress = 'ada@example.org';

/**
 * A hold is placed, and becomes ready because another patron gives up the title’s only copy.
 * @param told how often the patron’s client was told of something
 */
async function becomesReady(title: number, patron: PatronClient, told: () => number): Promise<void> {
  const other = new PatronClient(patron.baseUrl, await tokenOf(deployment.database, PATRONS));
  await mustSucceed(other.post(HOLDS, { id: title, emailAddress }));
  const before = told();
  await mustSucceed(patron.post(HOLDS, { id: title, emailAddress }));
  await eventually(() => expect(told()).toBe(before + 1));
  await mustSucceed(other.delete(holdPath(title)));
  await eventually(() => expect(told()).toBe(before + 2));
}

test('who listens to one process is told what another one does', async () => {
  const [here, there] = await deployment.signIn(1);
  const reader = await ChangeReader.open(here!);
  await reader.untilChanges(1);
  await becomesReady(1, there!, () => reader.changes.length);
  reader.leave();
});

/** Needs Debian's package `pgbouncer`. */
(hasPgBouncer ? test : test.skip).each([
  ['around which one session listens', 2, true],
  ['later, where no session can listen', 6, false],
])('also behind PgBouncer, %s', async (_, title, listens) => {
  const bouncer = await PgBouncer.start(deployment.databaseUrl);
  const behind = await startProcess({
    ROLE: 'api',
    DATABASE_URL: bouncer.url,
    ...(listens && { JOBS_DATABASE_URL: deployment.databaseUrl }),
  });
  const there = (await deployment.signIn(2))[0]!;
  const reader = await ChangeReader.open(new PatronClient(behind.url, there.token));
  await reader.untilChanges(1);
  await becomesReady(title, there, () => reader.changes.length);
  expect(await behind.stop()).toBe(0);
  await reader.untilEnd();
  await bouncer.remove();
});

/** Needs Debian's package `haproxy`. */
(hasHaproxy ? test : test.skip)('through a balancer, which cuts what is silent', async () => {
  const port = await freePort();
  const haproxy = await startHaproxy(`
defaults
  mode http
  timeout connect 5s
  # Longer than two comments are apart, and shorter than three.
  timeout client 40s
  timeout server 40s
listen holdfast
  bind 127.0.0.1:${port}
${deployment.processes.map(({ url }, index) => `  server api${index} ${new URL(url).host}`).join('\n')}
`);
  const there = (await deployment.signIn(3))[0]!;
  const through = new PatronClient(`http://127.0.0.1:${port}`, there.token);
  await eventually(async () => expect((await through.get(HOLDS)).status).toBe(200));
  const reader = await ChangeReader.open(through);
  await reader.untilChanges(1);
  await eventually(() => expect(reader.comments).toBeGreaterThanOrEqual(3));
  await becomesReady(3, there, () => reader.changes.length);
  expect(reader.hasEnded).toBe(false);
  reader.leave();
  await haproxy.stop();
});

test('a process that stops ends its streams and itself in time, and has logged each', async () => {
  const patron = (await deployment.signIn(4))[0]!;
  const stopping = await startProcess({
    ROLE: 'api',
    DATABASE_URL: deployment.databaseUrl,
    NODE_OPTIONS: withConstants({ shutdownSeconds: 600 }),
    LOG_LEVEL: 'info',
  });
  const readers = await Promise.all(
    Array.from({ length: 5 }, () => ChangeReader.open(new PatronClient(stopping.url, patron.token))),
  );
  expect(await stopping.stop()).toBe(0);
  for (const reader of readers) await reader.untilEnd();
  const lines = stopping
    .output()
    .split('\n')
    .filter((line) => line.includes('"stream":true'));
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
    readers.map(() => expect.objectContaining({ route: '/v1/patrons/me/changes', status: 200 }) as unknown),
  );
});

test('the client of docs/events.md reads again when something has changed', async () => {
  const [, program = ''] =
    /## A patron's own[^]*?```js\n([^]*?)```/.exec(
      readFileSync(new URL('../../../../docs/events.md', import.meta.url), 'utf8'),
    ) ?? [];
  const patron = (await deployment.signIn(5))[0]!;
  const client = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, BASE: patron.baseUrl, TOKEN: patron.token },
  });
  const output = collectOutput(client.stdout, client.stderr);
  const told = 'Read the holds and loans again.\n';
  await eventually(() => expect(output()).toBe(told));
  await becomesReady(5, patron, () => output().length / told.length);
  expect(output().replaceAll(told, '')).toBe('');
  client.kill();
  await once(client, 'exit');
});
