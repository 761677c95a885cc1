import pg from 'pg';
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

interface LogLine {
  readonly msg?: string;
  readonly err?: { readonly code?: string; readonly cause?: { readonly code?: string } };
}

function logLines(process: ServiceProcess): LogLine[] {
  const lines = process.output().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
}

test('a worker without its database says so in its log, with the code of the cause', async () => {
  // It is the only worker: another one may take the job that says that the clock has moved.
  await worker.stop();
  worker = await deployment.addWorker({ LOG_LEVEL: 'warn' });
  // Something is due and cannot be done yet, so the timers look again and again.
  const locker = new pg.Client(deployment.databaseUrl);
  locker.on('error', () => undefined);
  await locker.connect();
  await place(1, 1);
  await locker.query('BEGIN; SELECT FROM title_queue FOR UPDATE');
  await deployment.clock.advance(72 * HOUR);
  // The worker knows that the clock has moved.
  await eventually(async () => expect(await waitingJobs(deployment.database)).toEqual([]));
  const database = new URL(deployment.databaseUrl).pathname.slice(1);
  await onTestServer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  // Not the one with the lock: sessions end one after the other, and meanwhile the worker would do what is due.
  const ending = `${END_OTHER_SESSIONS} AND application_name LIKE 'holdfast%'`;
  await deployment.database.run(statement('test-end-sessions-of-processes', ending));
  for (const msg of ['Timers failed; retrying.', 'Job runner did not start; retrying.'])
    await eventually(() =>
      expect(
        logLines(worker)
          .filter((line) => line.msg === msg)
          .map(({ err }) => err?.code ?? err?.cause?.code),
      ).toContainEqual(expect.stringMatching(/^[0-9A-Z]{5}$|^E[A-Z]+$/)),
    );
  await onTestServer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await locker.end();
  await eventually(async () => expect(await status('/health/ready')).toBe(200));
});
