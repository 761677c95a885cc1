import pg from 'pg';
import { moveMailOrigin, retryNoticesNow } from '../../../src/notifications/sending/mail-origin.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { eventually } from '../../support/clock.js';
import { mustSucceed } from '../../support/client.js';
import { brokenInvariantsOf } from '../../support/invariants.js';
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
  library = await TestLibrary.alone();
});
afterEach(async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
  await library.close();
  await mails.stop();
});

const startWorker = (settings = {}): Promise<ServiceUnderTest> =>
  startService([], {
    ...{ ROLE: 'worker', SMTP_URL: mails.url, DATABASE_URL: library.service.databaseUrl },
    ...settings,
  });

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
  await library.ready({ ignoreHoldEmail: true });
  expect(await outbox()).toEqual([{ ticket: 1 }]);
  expect(await jobs()).toEqual([]);
  await eventually(async () =>
    expect((await metricsOf(library.service.url)).get('holdfast_notices_waiting')).toBe(1),
  );
});

test('workers are woken when the assignment is committed', async () => {
  const session = new pg.Client(library.service.databaseUrl);
  await session.connect();
  const heard = Promise.withResolvers<string>();
  session.on('notification', ({ channel }) => heard.resolve(channel));
  await session.query('LISTEN holdfast_notices');
  await placeReady();
  expect(await heard.promise).toBe('holdfast_notices');
  await session.end();
});

const listeners = (): Promise<unknown[]> =>
  rows(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'holdfast-outbox'
       AND query = 'LISTEN holdfast_notices'`,
  );

test('a worker sends what was written while none ran, listens for more, and finds what it has not heard of', async () => {
  const earlier = await placeReady();
  const worker = await startWorker();
  await eventually(() => expect(mails.receivedFor(earlier.emailAddress)).toHaveLength(1));
  await eventually(async () => expect(await listeners()).toHaveLength(1));
  const later = await placeReady();
  await eventually(() => expect(mails.receivedFor(later.emailAddress)).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  expect(await outbox()).toEqual([]);
  // The worker has to listen again, and meanwhile hears nothing.
  await rows(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'holdfast-outbox'`);
  const unheard = await placeReady();
  await eventually(() => expect(mails.receivedFor(unheard.emailAddress)).toHaveLength(1));
  await eventually(async () => expect(await listeners()).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  await worker.close();
});

test('a worker that died after it had made the job of a notice, before it deleted it, causes no second mail', async () => {
  const patron = await placeReady();
  await rows('CREATE TABLE kept AS TABLE notice_outbox');
  const putBack = (): Promise<unknown> => rows('INSERT INTO notice_outbox TABLE kept');
  const answer = Promise.withResolvers<void>();
  mails.beforeAnswer = () => answer.promise;
  const worker = await startWorker();
  await eventually(async () =>
    expect(await waitingJobs(library.service.database)).toMatchObject([{ taken: true }]),
  );
  await eventually(async () => expect(await outbox()).toEqual([]));
  // While the job is carried out.
  await putBack();
  await eventually(async () => expect(await outbox()).toEqual([]));
  expect(await jobs()).toHaveLength(1);
  answer.resolve();
  await waitUntilJobsAreDone(library.service.database);
  expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
  // After the mail was sent.
  await putBack();
  await waitUntilJobsAreDone(library.service.database);
  expect(await outbox()).toEqual([]);
  expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
  await worker.close();
});

test('what waits for one patron at one address is one mail with a list, and each other has one of their own', async () => {
  const [patron, other] = await library.addPatrons(2);
  const titles = [await library.addTitle(1), await library.addTitle(1), await library.addTitle(1)];
  for (const title of titles.slice(0, 2)) await mustSucceed(patron.place(title));
  await mustSucceed(patron.place(titles[2]!, { emailAddress: 'elsewhere@example.org' }));
  const shared = await library.addTitle(1);
  await mustSucceed(other.place(shared, { emailAddress: patron.emailAddress }));
  const worker = await startWorker();
  await waitUntilJobsAreDone(library.service.database);
  const subjects = (address: string): unknown[] =>
    mails
      .acceptedFor(address)
      .map(({ parsed }) => parsed.subject)
      .sort();
  expect(subjects('elsewhere@example.org')).toEqual([
    expect.stringMatching(/^Ready to borrow: .*\(e-book\)$/),
  ]);
  expect(subjects(patron.emailAddress)).toEqual([
    'Ready to borrow: 2 titles',
    expect.stringMatching(/^Ready to borrow: .*\(e-book\)$/),
  ]);
  expect(await sentFor(patron)).toBe(3);
  await worker.close();
});

/** How many of the patron's holds know that their notice was sent. */
const sentFor = async ({ patronId }: TestPatron): Promise<number> =>
  (
    await rows<{ sent: number }>(
      `SELECT count(*)::int AS sent FROM hold WHERE patron_id = ${patronId} AND notice_sent_for = expires_at`,
    )
  )[0]!.sent;

describe('on a copy of the database, or with MAIL_PAUSED,', () => {
  const mailsAccepted = (count: number): Promise<void> =>
    eventually(() => expect(mails.accepted).toHaveLength(count));
  const isShownAs = ({ url }: Pick<ServiceUnderTest, 'url'>, paused: 0 | 1): Promise<void> =>
    eventually(async () => expect((await metricsOf(url)).get('holdfast_mail_paused')).toBe(paused));

  /** What a dump has after it was restored on another server. */
  const MAKE_COPY = statement('test-make-copy', `UPDATE mail_origin SET database_identity = '1/1'`);
  const PUT_OFF = statement(
    'test-put-off',
    `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour' WHERE locked_at IS NULL`,
  );

  test('a worker whose database is replaced by a copy stops sending, also before it has noticed', async () => {
    const { database } = library.service;
    // No worker has run: this is no copy of anything.
    await isShownAs(library.service, 0);
    const worker = await startWorker();
    await library.ready();
    await mailsAccepted(1);
    await database.run(MAKE_COPY);
    await library.ready();
    await library.ready();
    await eventually(async () => expect(await waitingJobs(database)).toHaveLength(2));
    expect(mails.received).toHaveLength(1);
    // Every process shows it.
    await isShownAs(library.service, 1);
    // As after many attempts that the pause has failed.
    await database.run(PUT_OFF);
    await moveMailOrigin(database);
    await retryNoticesNow(database);
    await mailsAccepted(3);
    await isShownAs(library.service, 0);
    await waitUntilJobsAreDone(database);
    await worker.close();
  });

  test('MAIL_PAUSED keeps notices waiting, whatever the database is', async () => {
    const { database } = library.service;
    const paused = await startWorker({ MAIL_PAUSED: 'true' });
    const { patron, title } = await library.ready();
    await isShownAs(paused, 1);
    expect((await waitingJobs(database)).map(({ attempts }) => attempts)).toEqual([0]);
    expect(mails.received).toEqual([]);
    await paused.close();
    const worker = await startWorker();
    await mailsAccepted(1);
    await mustSucceed(patron.remove(title));
    await waitUntilJobsAreDone(database);
    await worker.close();
  });
});
