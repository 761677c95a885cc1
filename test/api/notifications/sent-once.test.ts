import { statement } from '../../../src/platform/database/statement.js';
import { eventually } from '../../support/clock.js';
import { mustSucceed } from '../../support/client.js';
import { brokenInvariants } from '../../support/invariants.js';
import { MailServer } from '../../support/mail-server.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';
import {
  waitUntilJobsAreDone,
  waitForAttempts,
  lengthenRetryDelays,
  makeJobsDue,
} from '../../support/jobs.js';

let mails: MailServer;
let library: TestLibrary;

beforeAll(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.alone({}, { ROLE: 'all', SMTP_URL: mails.url });
  await lengthenRetryDelays(library.service.database);
});
afterEach(async () => {
  mails.answerAllWith('accepted');
  await waitUntilJobsAreDone(library.service.database);
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(async () => {
  await library.close();
  await mails.stop();
});

describe('a mail that was taken', () => {
  const sentFor = async ({ patron, title }: PatronAndTitle): Promise<unknown[]> =>
    library.service.database.run(
      statement(
        'test-sent-for',
        `SELECT notice_sent_for = expires_at AS sent FROM hold WHERE patron_id = $1 AND reserve_id = $2`,
      ),
      [patron.patronId, title.reserveId],
    );

  test('is recorded with its hold, for this occasion and no other', async () => {
    const held = await library.ready();
    await waitUntilJobsAreDone(library.service.database);
    expect(await sentFor(held)).toEqual([{ sent: true }]);
    await mustSucceed(held.patron.suspend(held.title));
    mails.answerAllWith({ refused: 'recipient', code: 451 });
    await mustSucceed(held.patron.release(held.title));
    await waitForAttempts(library.service.database, 1);
    expect(await sentFor(held)).toEqual([{ sent: false }]);
    mails.answerAllWith('accepted');
    await waitUntilJobsAreDone(library.service.database);
    expect(await sentFor(held)).toEqual([{ sent: true }]);
    expect(mails.acceptedFor(held.patron.emailAddress)).toHaveLength(2);
  });

  test('is not sent again when its job is carried out again', async () => {
    const { patron } = await library.ready();
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    await waitUntilJobsAreDone(library.service.database);
    await library.service.database.run(
      statement(
        'test-repeat-job',
        `SELECT graphile_worker.add_job('ready-notice', json_build_object('websiteId', website_id,
           'reserveId', reserve_id, 'ticket', ticket, 'expiresAt', expires_at)) FROM hold WHERE patron_id = $1`,
      ),
      [patron.patronId],
    );
    await waitUntilJobsAreDone(library.service.database);
    expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
  });

  test('is not sent again while the database cannot record it', async () => {
    const database = library.service.database;
    for (const sql of [
      `CREATE FUNCTION no_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`,
      `CREATE TRIGGER no_record BEFORE UPDATE OF notice_sent_for ON hold FOR EACH ROW EXECUTE FUNCTION no_record()`,
    ])
      await database.run(statement('', sql));
    const { patron } = await library.ready();
    await waitForAttempts(library.service.database, 1);
    await makeJobsDue(database);
    await waitForAttempts(library.service.database, 2);
    await database.run(statement('', 'DROP FUNCTION no_record CASCADE'));
    await waitUntilJobsAreDone(library.service.database);
    expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
  });
});
