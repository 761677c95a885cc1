import pg from 'pg';
import { statement } from '../../../src/platform/database/statement.js';
import { eventually } from '../../support/clock.js';
import { mustSucceed } from '../../support/client.js';
import { brokenInvariants } from '../../support/invariants.js';
import { waitingJobs, waitUntilJobsAreDone } from '../../support/jobs.js';
import { MailServer } from '../../support/mail-server.js';
import { metricsOf } from '../../support/metrics.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

/** A library whose notices wait in the outbox until a worker runs. */
let library: TestLibrary;
let mails: MailServer;

beforeEach(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.open();
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
  await library.close();
  await mails.stop();
});

const startWorker = (): Promise<ServiceUnderTest> =>
  startService([], { ROLE: 'worker', SMTP_URL: mails.url, DATABASE_URL: library.service.databaseUrl });

const rows = <Row>(sql: string): Promise<Row[]> => library.service.database.run(statement<Row>('', sql));
const outbox = (): Promise<{ ticket: number }[]> => rows('SELECT ticket FROM notice_outbox');
const jobs = (): Promise<unknown[]> => rows('SELECT FROM graphile_worker._private_jobs');

async function placeReady(): Promise<TestPatron> {
  return (await library.ready()).patron;
}

test('a notice is written with the hold that becomes ready, and no job', async () => {
  const title = await library.addTitle(1);
  const [first, second] = await library.addPatrons(2);
  await mustSucceed(first.place(title));
  await mustSucceed(second.place(title));
  expect(await outbox()).toEqual([{ ticket: 1 }]);
  expect(await jobs()).toEqual([]);
  await eventually(async () =>
    expect((await metricsOf(library.service.url)).get('holdfast_notices_waiting')).toBe(1),
  );
});

test('a hold without an address has none', async () => {
  const patron = await library.addPatron();
  await mustSucceed(patron.place(await library.addTitle(1), { ignoreHoldEmail: true }));
  expect(await outbox()).toEqual([]);
});

test('workers are woken when the hand-over is committed', async () => {
  const session = new pg.Client(library.service.databaseUrl);
  await session.connect();
  const heard = Promise.withResolvers<string>();
  session.on('notification', ({ channel }) => heard.resolve(channel));
  await session.query('LISTEN holdfast_notices');
  await placeReady();
  expect(await heard.promise).toBe('holdfast_notices');
  await session.end();
});

test('a worker sends what was written while none ran, and listens for more', async () => {
  const earlier = await placeReady();
  const worker = await startWorker();
  await eventually(() => expect(mails.receivedFor(earlier.emailAddress)).toHaveLength(1));
  await eventually(async () =>
    expect(
      await rows(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'holdfast-outbox'
           AND query = 'LISTEN holdfast_notices'`,
      ),
    ).toHaveLength(1),
  );
  const later = await placeReady();
  await eventually(() => expect(mails.receivedFor(later.emailAddress)).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  expect(await outbox()).toEqual([]);
  await worker.close();
});

test('a notice of which no worker heard is found', async () => {
  const worker = await startWorker();
  await eventually(async () => expect(await listeners()).toHaveLength(1));
  // As after a lost session: the worker has to listen again, and meanwhile hears nothing.
  const patron = await library.addPatron();
  await rows(`CREATE FUNCTION end_listeners() RETURNS void LANGUAGE sql AS $$
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'holdfast-outbox' $$`);
  await rows('SELECT end_listeners()');
  await mustSucceed(patron.place(await library.addTitle(1)));
  await eventually(() => expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1));
  await eventually(async () => expect(await listeners()).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  await worker.close();
});

const listeners = (): Promise<unknown[]> =>
  rows(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'holdfast-outbox'`,
  );

describe('a worker that died after it had made the job of a notice, before it deleted the notice', () => {
  const KEEP = 'CREATE TABLE kept AS TABLE notice_outbox';
  const PUT_BACK = 'INSERT INTO notice_outbox TABLE kept';

  test('causes no second mail while the job is carried out', async () => {
    const patron = await placeReady();
    await rows(KEEP);
    const answer = Promise.withResolvers<void>();
    mails.beforeAnswer = () => answer.promise;
    const worker = await startWorker();
    await eventually(async () =>
      expect(await waitingJobs(library.service.database)).toMatchObject([{ taken: true }]),
    );
    await eventually(async () => expect(await outbox()).toEqual([]));
    await rows(PUT_BACK);
    await eventually(async () => expect(await outbox()).toEqual([]));
    expect(await jobs()).toHaveLength(1);
    answer.resolve();
    await waitUntilJobsAreDone(library.service.database);
    expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
    await worker.close();
  });

  test('causes none after the mail was sent', async () => {
    const patron = await placeReady();
    await rows(KEEP);
    const worker = await startWorker();
    await eventually(() => expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1));
    await waitUntilJobsAreDone(library.service.database);
    await rows(PUT_BACK);
    await waitUntilJobsAreDone(library.service.database);
    expect(await outbox()).toEqual([]);
    expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
    await worker.close();
  });
});
