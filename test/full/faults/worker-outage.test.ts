import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { eventually, HOUR } from '../../support/clock.js';
import { END_OTHER_SESSIONS } from '../../support/stored/database-sessions.js';
import { onTestServer } from '../../support/database.js';
import { brokenInvariants } from '../../support/invariants.js';
import { waitingJobs } from '../../support/jobs.js';
import { HOLDS } from '../../support/paths.js';
import type { ServiceProcess } from '../support/processes.js';
import { smallLibrary } from '../../support/records.js';
import { WorkerDeployment } from '../support/servers/worker-deployment.js';

let deployment: WorkerDeployment;
let worker: ServiceProcess;
beforeEach(async () => {
  deployment = await WorkerDeployment.start(smallLibrary(3, [1, 1, 1]));
  worker = await deployment.addWorker();
});
afterEach(async () => {
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  await deployment.close();
});

const address = (patronId: number): string => `patron-${patronId}@example.org`;

async function place(patronId: number, id: number): Promise<void> {
  const client = new PatronClient(deployment.apis[0]!.url, await deployment.tokenOf(patronId));
  // The API may have lost its connections as well: then it answers 503, and this retries.
  await eventually(async () => {
    await mustSucceed(client.post(HOLDS, { id, emailAddress: address(patronId) }));
  });
}

const notifiedAddresses = (): unknown[] => deployment.mails.received.map(({ recipients }) => recipients[0]);

async function status(path: string): Promise<number> {
  return (await fetch(new URL(path, worker.url))).status;
}

async function endOtherSessions(): Promise<void> {
  await deployment.database.run(statement('test-end-other-sessions', END_OTHER_SESSIONS));
}

test('a worker whose sessions are ended keeps running, and handles what is due later', async () => {
  await place(1, 1);
  await place(2, 1);
  await eventually(async () => expect(await waitingJobs(deployment.database)).toEqual([]));
  for (let time = 0; time < 3; time++) {
    await endOtherSessions();
    await eventually(async () => expect(await status('/health/ready')).toBe(200));
  }
  await eventually(() => deployment.clock.advance(72 * HOUR));
  await eventually(() => expect(notifiedAddresses()).toEqual([address(1), address(2)]));
  expect(await status('/health/live')).toBe(200);
});

test('a worker that loses its database while it sends a mail keeps running, and sends the mail at most once more', async () => {
  const database = new URL(deployment.databaseUrl).pathname.slice(1);
  deployment.mails.beforeAnswer = async () => {
    await onTestServer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await endOtherSessions();
  };
  await place(1, 1);
  await eventually(() => expect(deployment.mails.accepted).toHaveLength(1));
  await eventually(async () => expect(await status('/health/ready')).toBe(503));
  deployment.mails.beforeAnswer = () => Promise.resolve();
  expect(await status('/health/live')).toBe(200);

  await onTestServer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await place(2, 2);
  await eventually(() => expect(notifiedAddresses()).toContain(address(2)));
  await eventually(async () => expect(await waitingJobs(deployment.database)).toEqual([]));
  const ids = deployment.mails.acceptedFor(address(1)).map(({ parsed }) => parsed.messageId);
  expect(ids.length).toBeLessThanOrEqual(2);
  expect(new Set(ids).size).toBe(1);
  expect(await status('/health/live')).toBe(200);
});
