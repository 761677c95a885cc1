import pg from 'pg';
import { statement } from '../../src/platform/database/statement.js';
import { granted, PatronClient } from '../support/client.js';
import { eventually, HOUR } from '../support/clock.js';
import { brokenInvariants } from '../support/invariants.js';
import type { ServiceProcess } from '../support/processes.js';
import { smallLibrary } from '../support/records.js';
import { HOLDS } from '../support/test-library.js';
import { Crew } from '../support/worker-processes.js';
import { waitingJobs } from '../support/worker.js';

let crew: Crew;
let worker: ServiceProcess;
beforeEach(async () => {
  crew = await Crew.start(smallLibrary(3, [1, 1, 1]));
  worker = await crew.addWorker();
});
afterEach(async () => {
  expect(await brokenInvariants(crew.database)).toEqual([]);
  await crew.close();
});

const address = (patronId: number): string => `patron-${patronId}@example.org`;

async function place(patronId: number, id: number): Promise<void> {
  const client = new PatronClient(crew.apis[0]!.url, await crew.tokenOf(patronId));
  // The API, too, may have lost its connections: it says so, and is asked again.
  await eventually(async () => {
    await granted(client.post(HOLDS, { id, emailAddress: address(patronId) }));
  });
}

const told = (): unknown[] => crew.mails.received.map(({ recipients }) => recipients[0]);

async function status(path: string): Promise<number> {
  return (await fetch(new URL(path, worker.url))).status;
}

const CUT = statement(
  'test-cut-everybody-off',
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid()`,
);

/** On the server, but in no database that a test has: where one can be shut. */
async function onServer(sql: string): Promise<void> {
  const session = new pg.Client(process.env.HOLDFAST_TEST_SERVER);
  await session.connect();
  await session.query(sql);
  await session.end();
}

test('a worker whose sessions are cut lives on, and does what falls due afterwards', async () => {
  await place(1, 1);
  await place(2, 1);
  await eventually(async () => expect(await waitingJobs(crew.database)).toEqual([]));
  for (let time = 0; time < 3; time++) {
    await crew.database.run(CUT);
    await eventually(async () => expect(await status('/health/ready')).toBe(200));
  }
  await eventually(() => crew.clock.advance(72 * HOUR));
  await eventually(() => expect(told()).toEqual([address(1), address(2)]));
  expect(await status('/health/live')).toBe(200);
});

test('a worker whose database goes while a mail is under way lives on, and sends it once more at most', async () => {
  const database = new URL(crew.databaseUrl).pathname.slice(1);
  crew.mails.beforeAnswer = async () => {
    await onServer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await crew.database.run(CUT);
  };
  await place(1, 1);
  await eventually(() => expect(crew.mails.accepted).toHaveLength(1));
  await eventually(async () => expect(await status('/health/ready')).toBe(503));
  crew.mails.beforeAnswer = () => Promise.resolve();
  expect(await status('/health/live')).toBe(200);

  await onServer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await place(2, 2);
  await eventually(() => expect(told()).toContain(address(2)));
  await eventually(async () => expect(await waitingJobs(crew.database)).toEqual([]));
  const ids = crew.mails.acceptedFor(address(1)).map(({ parsed }) => parsed.messageId);
  expect(ids.length).toBeLessThanOrEqual(2);
  expect(new Set(ids).size).toBe(1);
  expect(await status('/health/live')).toBe(200);
});

interface LogLine {
  readonly msg?: string;
  readonly code?: string;
}

function logLines(process: ServiceProcess): LogLine[] {
  const lines = process.output().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
}

test('a worker without its database says so in its log, with the code of the cause', async () => {
  const talkative = await crew.addWorker({ LOG_LEVEL: 'warn' });
  // Something is due and cannot be done yet, so the timers look again and again.
  const locker = new pg.Client(crew.databaseUrl);
  locker.on('error', () => undefined);
  await locker.connect();
  await place(1, 1);
  await locker.query('BEGIN; SELECT FROM title_queue FOR UPDATE');
  await crew.clock.advance(72 * HOUR);
  const database = new URL(crew.databaseUrl).pathname.slice(1);
  await onServer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await crew.database.run(CUT);
  for (const msg of ['Timers failed; retrying.', 'Job runner did not start; retrying.'])
    await eventually(() =>
      expect(logLines(talkative)).toContainEqual(
        expect.objectContaining({ msg, code: expect.stringMatching(/^[0-9A-Z]{5}$|^E[A-Z]+$/) }),
      ),
    );
  await onServer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await eventually(async () => expect(await status('/health/ready')).toBe(200));
});
