import { statement } from '../../../../src/platform/database/statement.js';
import { expectOk } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, eventually, HOUR } from '../../../support/clock.js';
import { makeJobsDue, waitForAttempts, waitUntilJobsAreDone } from '../../../support/jobs.js';
import type { MailOutcome, MailServer } from '../../../support/mail-server.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../../support/operator/operator-library.js';
import type { PatronAndTitle, TestLibrary, TestPatron, TestTitle } from '../../../support/test-library.js';

const PICKUP_HOURS = 72;
const REMINDER_HOURS = 24;
const DELAYED: MailOutcome = { refused: 'recipient', code: 451 };
const REFUSED: MailOutcome = { refused: 'recipient', code: 550 };

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
useMailingLibrary(
  (opened) => ({ library, operator, mails } = opened),
  {},
  { pickupHours: PICKUP_HOURS, missedPickup: 'suspend' },
);

async function move({ reserveId }: TestTitle, to: TestTitle): Promise<void> {
  const path = `/operator/v1/libraries/${library.websiteId}/titles/${reserveId}/holds/move`;
  expectOk(await operator.post(path, { to: to.reserveId }));
}

const waitForJobs = (): Promise<void> => waitUntilJobsAreDone(library.service.database);

/** The subjects of the mails that the patron has got. */
const subjectsTo = ({ emailAddress }: TestPatron): (string | undefined)[] =>
  mails.acceptedFor(emailAddress).map(({ parsed }) => parsed.subject);

/** A hold that a missed pickup has suspended; the mail server has answered its notice so. */
async function missed(answer: MailOutcome): Promise<PatronAndTitle> {
  const held = await library.ready();
  await eventually(() => expect(subjectsTo(held.patron)).toHaveLength(1));
  await waitForJobs();
  mails.answerAllWith(answer);
  await advanceClock(library.service, PICKUP_HOURS * HOUR);
  expect((await held.patron.find(held.title)).body.holdSuspension).toBeDefined();
  return held;
}

test('a notice that no mail server has accepted yet tells of the title that its hold was moved to', async () => {
  const { patron, title } = await missed(DELAYED);
  await waitForAttempts(library.service.database, 1);
  const edition = await library.addTitle(0, { title: 'The New Edition' });
  await move(title, edition);
  mails.answerAllWith('accepted');
  await makeJobsDue(library.service.database);
  await eventually(() => expect(subjectsTo(patron)).toHaveLength(2));
  await waitForJobs();
  expect(subjectsTo(patron)).toEqual([
    expect.stringMatching(/^Ready to borrow/),
    expect.stringMatching(/^Your hold is suspended: The New Edition/),
  ]);
});

test('that a mail server has refused a notice stays known', async () => {
  const { patron, title } = await missed(REFUSED);
  await waitForJobs();
  const edition = await library.addTitle(0);
  await move(title, edition);
  const { body } = await operator.unsentMail({ websiteId: library.websiteId });
  expect(body.notices).toMatchObject([
    { patronId: patron.patronId, reserveId: edition.reserveId, occasion: 'pickup-missed', state: 'refused' },
  ]);
});

const SENT = statement<{ ticket: number }>(
  'test-sent',
  'SELECT ticket FROM sent_notice WHERE website_id = $1',
);

test('a ready hold of the other title stands by its date, too, and its patron is reminded', async () => {
  await library.service.database.run(
    statement('', 'INSERT INTO library_settings (website_id, notice_reminder_hours) VALUES ($1, $2)'),
    [library.websiteId, REMINDER_HOURS],
  );
  const [old, edition] = [await library.addTitle(0), await library.addTitle({ main: 0, adults: 1 })];
  const child = await library.addPatron({ category: 'child' });
  const [moved, ready] = await library.addPatrons(2);
  await mustSucceed(child.place(edition));
  await mustSucceed(moved.place(old));
  await mustSucceed(ready.place(edition));
  await eventually(() => expect(subjectsTo(ready)).toHaveLength(1));
  await waitForJobs();
  const placesOf = (...patrons: TestPatron[]): Promise<unknown[]> =>
    Promise.all(patrons.map(async (patron) => (await patron.find(edition)).body.holdListPosition));
  await move(old, edition);
  expect(await placesOf(child, moved)).toEqual([1, 2]);
  expect(await library.service.database.run(SENT, [library.websiteId])).toEqual([{ ticket: 4 }]);
  await advanceClock(library.service, (PICKUP_HOURS - REMINDER_HOURS) * HOUR);
  await eventually(() => expect(subjectsTo(ready)).toHaveLength(2));
  expect(subjectsTo(ready)[1]).toMatch(/^Please borrow soon/);
  await mustSucceed(ready.suspend(edition));
  expect(await placesOf(child, ready)).toEqual([1, 3]);
});

test('a notice that a copy is set aside is sent of a ready hold that gets another place', async () => {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(1)];
  const [moved, ready] = await library.addPatrons(2);
  await mustSucceed(moved.place(old));
  mails.answerAllWith(DELAYED);
  await mustSucceed(ready.place(edition));
  await waitForAttempts(library.service.database, 1);
  await move(old, edition);
  mails.answerAllWith('accepted');
  await makeJobsDue(library.service.database);
  await eventually(() => expect(subjectsTo(ready)).toEqual([expect.stringMatching(/^Ready to borrow/)]));
});
