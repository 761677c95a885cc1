import { QueueService } from '../../../src/circulation/queue.service.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariants } from '../../support/invariants.js';
import { makeJobsDue, waitForAttempts, waitUntilJobsAreDone } from '../../support/jobs.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { library as libraryRecord, WEBSITE_ID } from '../../support/records.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

let mails: MailServer;
let library: TestLibrary;

beforeAll(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.alone({}, { ROLE: 'all', SMTP_URL: mails.url });
});
beforeEach(() => setRule('suspend'));
afterEach(async () => {
  mails.answerAllWith('accepted');
  await waitUntilJobsAreDone(library.service.database);
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(async () => {
  await library.close();
  await mails.stop();
});

const setRule = (missedPickup: string): Promise<void> => library.import(libraryRecord({ missedPickup }));

/** A hold whose patron has had the notice that it is ready. */
async function toldReady(): Promise<PatronAndTitle> {
  const held = await library.ready();
  await eventually(() => expect(mails.acceptedFor(held.patron.emailAddress)).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  return held;
}

/** The refused request writes down what time has ended. */
async function missPickup({ patron, title }: PatronAndTitle): Promise<void> {
  await advanceClock(library.service, 4 * DAY);
  expectRefusal(await patron.suspend(title), 'HoldAlreadySuspended');
}

const missedNoticesTo = ({ patron }: PatronAndTitle): ReceivedMail[] =>
  mails
    .acceptedFor(patron.emailAddress)
    .filter(({ parsed }) => parsed.messageId?.startsWith('<pickup-missed-') === true);

test('tells that the pickup was missed, that the hold is suspended, and how to release it', async () => {
  const held = await toldReady();
  await missPickup(held);
  await eventually(() => expect(missedNoticesTo(held)).toHaveLength(1));
  const [{ parsed }] = missedNoticesTo(held) as [ReceivedMail];
  expect(parsed.messageId).toMatch(/^<pickup-missed-[0-9a-f]{32}@/);
  expect(parsed.subject).toBe(`Your hold is suspended: Title ${held.title.crossRefId} (e-book)`);
  for (const part of [parsed.text, parsed.html]) {
    expect(part).toContain('but was not borrowed');
    expect(part).toContain('until you release it in the list of your holds');
  }
  const [, until] = /until (.*?), but/.exec(parsed.text ?? '') ?? [];
  // The notice of the ready hold has named the same moment.
  expect(until).toMatch(/ at \d\d:\d\d UTC$/);
  expect(mails.acceptedFor(held.patron.emailAddress)[0]?.parsed.text).toContain(`borrow it by ${until}.`);
});

test('is sent once, although its job is carried out again', async () => {
  const held = await toldReady();
  await missPickup(held);
  await eventually(() => expect(missedNoticesTo(held)).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  const again = `INSERT INTO notice_outbox (website_id, reserve_id, ticket, occasion, expires_at)
    SELECT website_id, reserve_id, ticket, 'pickup-missed', suspended_since FROM hold WHERE reserve_id = $1`;
  await library.service.database.run(statement('', again), [held.title.reserveId]);
  await waitUntilJobsAreDone(library.service.database);
  expect(missedNoticesTo(held)).toHaveLength(1);
});

test('is sent for each pickup that was missed', async () => {
  const held = await toldReady();
  for (const times of [1, 2]) {
    await missPickup(held);
    await eventually(() => expect(missedNoticesTo(held)).toHaveLength(times));
    await mustSucceed(held.patron.release(held.title));
  }
  const [first, second] = missedNoticesTo(held);
  expect(first?.parsed.messageId).not.toBe(second?.parsed.messageId);
});

test.each([
  ['released', ({ patron, title }: PatronAndTitle) => patron.release(title)],
  [
    'suspended for some days',
    ({ patron, title }: PatronAndTitle) =>
      patron.editSuspension(title, { suspensionType: 'limited', numberOfDays: 7 }),
  ],
  [
    'suspended again',
    ({ patron, title }: PatronAndTitle) => patron.editSuspension(title, { suspensionType: 'indefinite' }),
  ],
  ['removed', ({ patron, title }: PatronAndTitle) => patron.remove(title)],
])('is not sent for a hold that was %s before the mail', async (_, change) => {
  const held = await toldReady();
  mails.answerAllWith({ refused: 'recipient', code: 451 });
  await missPickup(held);
  await waitForAttempts(library.service.database, 1);
  await mustSucceed(change(held));
  mails.answerAllWith('accepted');
  await makeJobsDue(library.service.database);
  await waitUntilJobsAreDone(library.service.database);
  expect(missedNoticesTo(held)).toEqual([]);
});

test('is not sent where a missed pickup ends in a few days of rest', async () => {
  await setRule('redeliver-once');
  const held = await toldReady();
  await missPickup(held);
  await waitUntilJobsAreDone(library.service.database);
  expect(await conditionsOf(held.title, held.patron)).toEqual(['suspended']);
  expect(mails.receivedFor(held.patron.emailAddress)).toHaveLength(1);
});

const WRITTEN = statement('', 'SELECT occasion FROM notice_outbox WHERE reserve_id = $1');

test.each([
  ['written', 'with', undefined, [{ occasion: 'pickup-missed' }]],
  ['not written', 'without', { ignoreHoldEmail: true }, []],
])('is %s for a hold %s an address', async (_, __, values, expected) => {
  const { title } = await library.ready(values);
  await waitUntilJobsAreDone(library.service.database);
  await advanceClock(library.service, 4 * DAY);
  // Before the commit, so that no worker has deleted it.
  await library.service.database.transaction(async (connection) => {
    await new QueueService().lockAndSettle(connection, { websiteId: WEBSITE_ID, reserveId: title.reserveId });
    expect(await connection.run(WRITTEN, [title.reserveId])).toEqual(expected);
  });
});

test('an address that refuses it is recorded', async () => {
  const held = await toldReady();
  mails.answerAllWith({ refused: 'recipient', code: 550 });
  await missPickup(held);
  const { emailAddress } = held.patron;
  await eventually(() =>
    expect(mails.rcptToAddresses.filter((address) => address === emailAddress)).toHaveLength(2),
  );
  await waitUntilJobsAreDone(library.service.database);
  expect(missedNoticesTo(held)).toEqual([]);
  const failures = statement('', 'SELECT occasion, smtp_code AS code FROM notice_failure');
  expect(await library.service.database.run(failures)).toEqual([{ occasion: 'pickup-missed', code: 550 }]);
});
