import { moveMailOrigin, retryNoticesNow } from '../../../src/notifications/sending/mail-origin.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { waitingJobs, waitUntilJobsAreDone } from '../../support/jobs.js';
import { MailServer } from '../../support/mail-server.js';
import { metricsOf } from '../../support/metrics.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

let mails: MailServer;
let library: TestLibrary;
beforeEach(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.alone();
});
afterEach(async () => {
  await library.close();
  await mails.stop();
});

const startWorker = (settings = {}): Promise<ServiceUnderTest> =>
  startService([], {
    ...{ ROLE: 'worker', SMTP_URL: mails.url, DATABASE_URL: library.service.databaseUrl },
    ...settings,
  });
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
