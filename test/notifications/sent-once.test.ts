import { statement } from '../../src/platform/database/statement.js';
import { eventually } from '../support/clock.js';
import { granted } from '../support/client.js';
import { brokenInvariants } from '../support/invariants.js';
import { MailServer } from '../support/smtp.js';
import { type Held, TestLibrary } from '../support/test-library.js';
import { allJobsDone, jobTried, lengthenPauses, makeJobsDue } from '../support/worker.js';

let mails: MailServer;
let library: TestLibrary;

beforeAll(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.open({}, { ROLE: 'all', SMTP_URL: mails.url });
  await lengthenPauses(library.service.database);
});
afterEach(async () => {
  mails.always('accepted');
  await allJobsDone(library.service.database);
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(async () => {
  await library.close();
  await mails.goAway();
});

describe('a mail that was taken', () => {
  const sentFor = async ({ reader, title }: Held): Promise<unknown[]> =>
    library.service.database.run(
      statement(
        'test-sent-for',
        `SELECT notice_sent_for = expires_at AS sent FROM hold WHERE patron_id = $1 AND reserve_id = $2`,
      ),
      [reader.patronId, title.reserveId],
    );

  test('is recorded with its hold, for this occasion and no other', async () => {
    const held = await library.ready();
    await allJobsDone(library.service.database);
    expect(await sentFor(held)).toEqual([{ sent: true }]);
    await granted(held.reader.suspend(held.title));
    mails.always({ refused: 'recipient', code: 451 });
    await granted(held.reader.release(held.title));
    await jobTried(library.service.database, 1);
    expect(await sentFor(held)).toEqual([{ sent: false }]);
    mails.always('accepted');
    await allJobsDone(library.service.database);
    expect(await sentFor(held)).toEqual([{ sent: true }]);
    expect(mails.acceptedFor(held.reader.emailAddress)).toHaveLength(2);
  });

  test('is not sent again when its job is carried out again', async () => {
    const { reader } = await library.ready();
    await eventually(() => expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1));
    await allJobsDone(library.service.database);
    await library.service.database.run(
      statement(
        'test-repeat-job',
        `SELECT graphile_worker.add_job('ready-notice', json_build_object('websiteId', website_id,
           'reserveId', reserve_id, 'ticket', ticket, 'expiresAt', expires_at)) FROM hold WHERE patron_id = $1`,
      ),
      [reader.patronId],
    );
    await allJobsDone(library.service.database);
    expect(mails.receivedFor(reader.emailAddress)).toHaveLength(1);
  });

  test('is not sent again while the database cannot record it', async () => {
    const database = library.service.database;
    for (const sql of [
      `CREATE FUNCTION no_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`,
      `CREATE TRIGGER no_record BEFORE UPDATE OF notice_sent_for ON hold FOR EACH ROW EXECUTE FUNCTION no_record()`,
    ])
      await database.run(statement('', sql));
    const { reader } = await library.ready();
    await jobTried(library.service.database, 1);
    await makeJobsDue(database);
    await jobTried(library.service.database, 2);
    await database.run(statement('', 'DROP FUNCTION no_record CASCADE'));
    await allJobsDone(library.service.database);
    expect(mails.receivedFor(reader.emailAddress)).toHaveLength(1);
  });
});
