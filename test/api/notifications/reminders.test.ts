import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, eventually, HOUR } from '../../support/clock.js';
import { brokenInvariants } from '../../support/invariants.js';
import { waitUntilJobsAreDone } from '../../support/jobs.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { WEBSITE_ID } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

const PICKUP_HOURS = 72;
const REMINDER_HOURS = 24;
const UNTIL_REMINDER = (PICKUP_HOURS - REMINDER_HOURS) * HOUR;

let mails: MailServer;
let library: TestLibrary;

beforeEach(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.alone({ pickupHours: PICKUP_HOURS }, { ROLE: 'all', SMTP_URL: mails.url });
});
afterEach(async () => {
  await waitUntilJobsAreDone(library.service.database);
  expect(await brokenInvariants(library.service.database)).toEqual([]);
  await library.close();
  await mails.stop();
});

const remind = (reminderHours: number | null): Promise<void> =>
  library.import({ record: 'settings', websiteId: WEBSITE_ID, notices: { reminderHours } });

/** A hold whose patron has had the notice that it is ready. */
async function toldReady(): Promise<PatronAndTitle> {
  const ready = await library.ready();
  await eventually(() => expect(mails.acceptedFor(ready.patron.emailAddress)).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  return ready;
}

const remindersTo = (address: string): ReceivedMail[] =>
  mails.acceptedFor(address).filter(({ parsed }) => parsed.messageId?.startsWith('<reminder-') === true);

/** When each open reminder is due, in hours from now. */
async function hoursToReminders(): Promise<number[]> {
  const find = statement<{ hours: number }>(
    '',
    `SELECT round(extract(epoch FROM remind_at - service_now()) / 3600)::int AS hours FROM sent_notice
     WHERE remind_at IS NOT NULL`,
  );
  return (await library.service.database.run(find)).map(({ hours }) => hours);
}

/** Until no reminder is due, and every notice is sent. */
async function waitUntilRemindersAreWritten(): Promise<void> {
  await eventually(async () => {
    const due = statement('', 'SELECT FROM sent_notice WHERE remind_at <= service_now()');
    expect(await library.service.database.run(due)).toEqual([]);
  });
  await waitUntilJobsAreDone(library.service.database);
}

test('a patron is reminded once, at the library’s hours before the end', async () => {
  await remind(REMINDER_HOURS);
  const { patron } = await toldReady();
  expect(await hoursToReminders()).toEqual([PICKUP_HOURS - REMINDER_HOURS]);
  await advanceClock(library.service, UNTIL_REMINDER - HOUR);
  await waitUntilRemindersAreWritten();
  expect(remindersTo(patron.emailAddress)).toEqual([]);
  await advanceClock(library.service, HOUR);
  await eventually(() => expect(remindersTo(patron.emailAddress)).toHaveLength(1));
  await advanceClock(library.service, HOUR);
  await waitUntilRemindersAreWritten();
  const [reminder, ...others] = remindersTo(patron.emailAddress);
  expect(others).toEqual([]);
  expect(reminder?.parsed.subject).toMatch(/^Please borrow soon: /);
});

test.each([
  ['the library wants none', 0],
  ['the library has not said', null],
  ['the pickup is shorter than its hours', PICKUP_HOURS + 1],
])('nobody is reminded if %s', async (_, hours) => {
  await remind(hours);
  await toldReady();
  expect(await hoursToReminders()).toEqual([]);
});

test('who has borrowed or suspended meanwhile is not reminded', async () => {
  await remind(REMINDER_HOURS);
  const [borrowed, suspended] = [await toldReady(), await toldReady()];
  await mustSucceed(borrowed.patron.borrow(borrowed.title));
  await mustSucceed(suspended.patron.suspend(suspended.title));
  await advanceClock(library.service, UNTIL_REMINDER);
  await waitUntilRemindersAreWritten();
  for (const { patron } of [borrowed, suspended])
    expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
});

test('several workers remind once, also if one of them died before it deleted the notice', async () => {
  await remind(REMINDER_HOURS);
  const others: ServiceUnderTest[] = [];
  for (const ROLE of ['worker', 'worker'])
    others.push(
      await startService([], { ROLE, SMTP_URL: mails.url, DATABASE_URL: library.service.databaseUrl }),
    );
  const { patron } = await toldReady();
  await advanceClock(library.service, UNTIL_REMINDER);
  await eventually(() => expect(remindersTo(patron.emailAddress)).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  const again = `INSERT INTO notice_outbox (website_id, reserve_id, ticket, occasion, expires_at)
    SELECT website_id, reserve_id, ticket, 'reminder', expires_at FROM hold`;
  await library.service.database.run(statement('', again));
  await waitUntilJobsAreDone(library.service.database);
  expect(remindersTo(patron.emailAddress)).toHaveLength(1);
  for (const worker of others) await worker.close();
});

test('an address that refuses the reminder is listed as failing', async () => {
  await remind(REMINDER_HOURS);
  await toldReady();
  mails.answerAllWith({ refused: 'recipient', code: 550 });
  await advanceClock(library.service, UNTIL_REMINDER);
  await eventually(async () => {
    const failures = statement('', 'SELECT smtp_code FROM notice_failure');
    expect(await library.service.database.run(failures)).toEqual([{ smtp_code: 550 }]);
  });
});
