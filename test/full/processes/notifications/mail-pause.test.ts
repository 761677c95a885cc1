import { statement } from '../../../../src/platform/database/statement.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { waitingJobs, waitUntilJobsAreDone } from '../../../support/jobs.js';
import { metricsOf } from '../../../support/metrics.js';
import { HOLDS } from '../../../support/paths.js';
import { type CommandResult, runHoldfast, type ServiceProcess } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { WorkerDeployment } from '../../support/servers/worker-deployment.js';

let deployment: WorkerDeployment;
beforeEach(async () => {
  deployment = await WorkerDeployment.start(smallLibrary(1, [1, 1, 1]));
});
afterEach(async () => {
  await waitUntilJobsAreDone(deployment.database);
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  await deployment.close();
});

/** Places a hold on a title that is available. The notice is due at once. */
async function place(title: number): Promise<void> {
  const [client] = await deployment.signIn(1);
  await mustSucceed(client!.post(HOLDS, { id: title, emailAddress: 'patron@example.org' }));
}

const mailsAccepted = (count: number): Promise<void> =>
  eventually(() => expect(deployment.mails.accepted).toHaveLength(count));

const waitingAttempts = async (): Promise<number[]> =>
  (await waitingJobs(deployment.database)).map(({ attempts }) => attempts);

/** A worker shows whether mail is paused when it has first looked. */
const isShownAs = (worker: ServiceProcess, paused: 0 | 1): Promise<void> =>
  eventually(async () => expect((await metricsOf(worker.url)).get('holdfast_mail_paused')).toBe(paused));

const resumeMail = (settings = {}): Promise<CommandResult> =>
  runHoldfast(['resume-mail'], { DATABASE_URL: deployment.databaseUrl, ...settings });

/** What a dump has after it was restored on another server. */
const MAKE_COPY = statement('test-make-copy', `UPDATE mail_origin SET database_identity = '1/1'`);

const PUT_OFF = statement(
  'test-put-off',
  `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour' WHERE locked_at IS NULL`,
);

test('a restored copy sends no notice until mail is resumed, and loses none', async () => {
  const worker = await deployment.addWorker({ LOG_LEVEL: 'info' });
  await place(1);
  await mailsAccepted(1);
  await isShownAs(worker, 0);
  await worker.stop();
  await deployment.database.run(MAKE_COPY);
  await place(2);
  const onTheCopy = await deployment.addWorker({ LOG_LEVEL: 'info' });
  await place(3);
  await isShownAs(onTheCopy, 1);
  await eventually(() =>
    expect(onTheCopy.output()).toContain('Notices wait until \\"holdfast resume-mail\\".'),
  );
  expect(await waitingAttempts()).toEqual([0, 0]);
  // As after many attempts that the pause has failed.
  await deployment.database.run(PUT_OFF);
  expect(await resumeMail()).toMatchObject({
    code: 0,
    out: 'Mail is resumed: within seconds, the workers send what waits.\n',
  });
  await mailsAccepted(3);
  await isShownAs(onTheCopy, 0);
});

test('MAIL_PAUSED is told by the worker and by the command', async () => {
  const worker = await deployment.addWorker({ MAIL_PAUSED: 'true', LOG_LEVEL: 'info' });
  await eventually(() => expect(worker.output()).toContain('Mail is paused by MAIL_PAUSED.'));
  expect((await resumeMail({ MAIL_PAUSED: 'true' })).out).toBe(
    'Mail was not paused: this database is no restored copy.\n' +
      'MAIL_PAUSED is true: processes with that setting send no mail.\n',
  );
});
