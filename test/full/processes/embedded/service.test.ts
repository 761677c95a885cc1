import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { runHoldfast, type ServiceProcess, spawnHoldfast, startProcess } from '../../support/processes.js';
import { isRunning, killAndWait, postmasterOf, until, useEmbeddedDatabases } from './embedded-databases.js';

useEmbeddedDatabases();

/** A new database and the demo library take a while on a busy machine. */
const LONG_MS = 200_000;

let dataDir: string;
let service: ServiceProcess;
beforeEach(async () => {
  // Not one of those that are removed after each test: the service must have stopped by then.
  dataDir = mkdtempSync(join(tmpdir(), 'holdfast-service-'));
  chmodSync(dataDir, 0o755);
  service = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
}, LONG_MS);
afterEach(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ADDRESS = 'patron-of-this-test@example.org';
const HOLDS = '/v1/patrons/me/holds';

/** A patron of the demo library. */
async function signIn(): Promise<PatronClient> {
  const { code, out } = await runHoldfast(['token', '1001'], { DATA_DIR: dataDir });
  expect(code).toBe(0);
  return new PatronClient(service.url, out.trim());
}

/** The mails to this address, which are files. */
function mailsTo(address: string): string[] {
  const folder = join(dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return names.filter((name) => readFileSync(join(folder, name), 'utf8').includes(`To: ${address}`));
}

/** A title of the demo library that has a free copy for this patron, and is not on hold yet. */
async function placeReadyHold(client: PatronClient): Promise<void> {
  for (let id = 100_001; id < 100_400; id++) {
    const answer = await client.post(HOLDS, { id, emailAddress: ADDRESS });
    if (answer.status === 201 && 'checkout' in answer.body.actions) return;
    if (answer.status === 201) await client.delete(`${HOLDS}/${id}`);
  }
  throw new Error('No title of the demo library has a free copy.');
}

test('a service whose embedded database is killed goes on once it is back by itself', async () => {
  const client = await signIn();
  expect((await client.get(HOLDS)).status).toBe(200);
  const postmaster = postmasterOf(dataDir);
  const statuses = new Set<number>();
  let isOver = false;
  const asking = (async () => {
    for (; !isOver; await sleep(10)) statuses.add((await client.get(HOLDS)).status);
  })();
  await killAndWait(postmaster);
  await eventually(() => expect(service.output()).toContain('The embedded database has stopped.'));
  await eventually(async () => expect((await client.get(HOLDS)).status).toBe(200));
  isOver = true;
  await asking;
  // Requests wait for the database for five seconds. On a slow machine it may take longer.
  expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
  expect(postmasterOf(dataDir)).not.toBe(postmaster);
  expect(service.output()).toContain('The embedded database has stopped. It is being started again.');
  // The service may use it before it is announced.
  await eventually(() => expect(service.output()).toContain('The embedded database is back.'));

  await placeReadyHold(client);
  await eventually(() => expect(mailsTo(ADDRESS)).toHaveLength(1));
  const last = postmasterOf(dataDir);
  expect(await service.stop()).toBe(0);
  await until(() => !isRunning(last));
});

test('a service goes on when another one on its folder is killed, and ends and says why when the database is killed twice', async () => {
  const other = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  await service.kill();
  expect((await fetch(`${other.url}/health/ready`)).status).toBe(200);
  await killAndWait(postmasterOf(dataDir));
  await eventually(() => expect(other.output()).toContain('The embedded database is back.'));
  await killAndWait(postmasterOf(dataDir));
  expect(await other.ended).toBe(1);
  expect(other.output()).toMatch(/has stopped for the second time\. .*postgresql\.log/);
  expect(other.output()).not.toMatch(/\n {4}at /);
});

test('a command that Ctrl-C ends leaves no server behind', async () => {
  await service.stop();
  const command = spawnHoldfast(['import', '-'], { DATA_DIR: dataDir }, undefined, 'pipe');
  await until(() => existsSync(join(dataDir, 'postgresql/postmaster.pid')));
  const postmaster = postmasterOf(dataDir);
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([null, 'SIGINT']);
  await until(() => !isRunning(postmaster));
});
