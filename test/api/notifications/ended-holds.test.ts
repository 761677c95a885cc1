import type { HoldEndReason } from '../../../src/domain/holds/hold-end.js';
import { purgeEndedNotices } from '../../../src/notifications/sending/sent-notice.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually } from '../../support/clock.js';
import { brokenInvariants } from '../../support/invariants.js';
import { waitUntilJobsAreDone, waitingJobs } from '../../support/jobs.js';
import { MailServer } from '../../support/mail-server.js';
import {
  copies as copiesRecord,
  library as libraryRecord,
  patron as patronRecord,
  title as titleRecord,
  toLines,
  WEBSITE_ID,
} from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { rowsLinking, tablesWith } from '../../support/stored/stored-text.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  mails = await MailServer.start();
  const settings = { ROLE: 'all', SMTP_URL: mails.url, OPERATOR_TOKEN };
  library = await TestLibrary.alone({ missedPickup: 'cancel' }, settings);
  operator = new OperatorClient(library.service.url);
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

async function sendRecord(record: object): Promise<void> {
  await mustSucceed(operator.sendRecords(toLines({ record: '', ...record })));
}

/** The refused request writes down what time has ended. */
async function missPickup({ patron, title }: PatronAndTitle): Promise<void> {
  await advanceClock(library.service, 4 * DAY);
  expectRefusal(await patron.remove(title), 'PatronDoesntHaveTitleOnHold');
}

/** Every way in which a patron's ready hold ends, with the words of the mail; undefined: the patron is not told. */
const ENDINGS: readonly (readonly [
  reason: HoldEndReason,
  words: string | undefined,
  end: (held: PatronAndTitle) => Promise<unknown>,
])[] = [
  ['borrowed', undefined, ({ patron, title }) => mustSucceed(patron.borrow(title))],
  ['removed-by-patron', undefined, ({ patron, title }) => mustSucceed(patron.remove(title))],
  [
    'removed-by-staff',
    'The library removed the hold.',
    ({ patron, title }) => mustSucceed(operator.removeHold(patron, title, 'duplicate')),
  ],
  [
    'removed-by-staff',
    'The library removed the hold.',
    ({ patron: { patronId }, title: { reserveId } }) =>
      sendRecord({ record: 'hold', websiteId: WEBSITE_ID, patronId, reserveId, delete: true }),
  ],
  ['pickup-missed', 'not borrowed in time', missPickup],
  [
    'title-withdrawn',
    'The library no longer has this title.',
    ({ title: { reserveId } }) =>
      sendRecord({ record: 'withdrawal', websiteId: WEBSITE_ID, reserveId, reason: 'lost' }),
  ],
  ['patron-deleted', undefined, ({ patron }) => mustSucceed(operator.forget(patron))],
];

test.each(ENDINGS)(
  '%s: the patron is told "%s", and nothing ties them to the title then',
  async (reason, words, end) => {
    const held = await library.ready();
    const { emailAddress } = held.patron;
    await eventually(() => expect(mails.acceptedFor(emailAddress)).toHaveLength(1));
    await end(held);
    await eventually(async () => {
      expect((await held.patron.find(held.title)).status).toBe(reason === 'patron-deleted' ? 401 : 404);
      expect(mails.acceptedFor(emailAddress)).toHaveLength(words === undefined ? 1 : 2);
    });
    await waitUntilJobsAreDone(library.service.database);
    const told = mails.acceptedFor(emailAddress)[1];
    if (words !== undefined) expect(told?.parsed.text).toContain(words);
    expect(mails.acceptedFor(emailAddress)).toHaveLength(words === undefined ? 1 : 2);
    if (reason === 'borrowed') await mustSucceed(held.patron.returnTitle(held.title));
    expect(await rowsLinking(library.service.database, held)).toEqual([]);
  },
);

test('a hold that ends because two cards become one goes on as the other: nobody is told', async () => {
  const { patron, title } = await library.waiting();
  const other = await library.addPatron();
  await mustSucceed(other.place(title));
  await mustSucceed(operator.merge(patron, other.patronId));
  expect((await other.find(title)).body).toMatchObject({ numberOfHolds: 1 });
  await waitUntilJobsAreDone(library.service.database);
  for (const { emailAddress } of [patron, other]) expect(mails.receivedFor(emailAddress)).toEqual([]);
});

test('a hold without an address ends without a mail', async () => {
  const { patron, title } = await library.waiting({ ignoreHoldEmail: true });
  await mustSucceed(operator.removeHold(patron, title));
  await waitUntilJobsAreDone(library.service.database);
  expect(mails.acceptedFor(patron.emailAddress)).toEqual([]);
});

test('the mail is in the language of the patron', async () => {
  const { patron, title } = await library.waiting();
  await library.import(
    patronRecord(patron.patronId, { language: 'de' }),
    libraryRecord({ missedPickup: 'cancel' }),
  );
  await mustSucceed(operator.removeHold(patron, title));
  await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
  const { headers, subject } = mails.acceptedFor(patron.emailAddress)[0]!.parsed;
  expect(headers.find(({ key }) => key === 'content-language')?.value).toBe('de');
  expect(subject).not.toContain('Your hold');
});

const ENDED = statement('test-ended-notices', 'SELECT reason FROM ended_notice');

test('a patron who is forgotten while the mail waits is not in any table', async () => {
  mails.answerAllWith({ refused: 'recipient', code: 451, text: 'Later' });
  const { patron, title } = await library.waiting();
  await mustSucceed(operator.removeHold(patron, title));
  expect(await library.service.database.run(ENDED)).toEqual([{ reason: 'removed-by-staff' }]);
  await mustSucceed(operator.forget(patron));
  expect(await tablesWith(library.service.database, patron.emailAddress)).toEqual([]);
});

/** Mails wait for the mail server. */
function hold(): void {
  mails.answerAllWith({ refused: 'recipient', code: 451, text: 'Later' });
}

/** All mails that wait are delivered now. One that was on its way before what the test has done would be accepted, too. */
async function deliver(): Promise<void> {
  const { database } = library.service;
  await eventually(async () => {
    const onTheirWay = (await waitingJobs(database)).filter(({ taken }) => taken);
    expect(onTheirWay).toEqual([]);
  });
  mails.answerAllWith('accepted');
  await waitUntilJobsAreDone(database);
}

test('a patron who is forgotten takes nothing from a member of the family with the same address', async () => {
  hold();
  const emailAddress = 'family@example.org';
  const title = await library.addTitle();
  const [leaving, staying] = await library.addPatrons(2);
  for (const patron of [leaving, staying]) await mustSucceed(patron.place(title, { emailAddress }));
  for (const patron of [leaving, staying]) await mustSucceed(operator.removeHold(patron, title));
  await mustSucceed(operator.forget(leaving));
  await deliver();
  expect(mails.acceptedFor(emailAddress)).toHaveLength(1);
});

test('a patron who is forgotten takes what waits for an earlier address of theirs along', async () => {
  hold();
  const patron = await library.addPatron();
  const [first, second] = [await library.addTitle(), await library.addTitle()];
  await mustSucceed(patron.place(first, { emailAddress: 'earlier@example.org' }));
  await mustSucceed(operator.removeHold(patron, first));
  await mustSucceed(patron.place(second, { emailAddress: 'later@example.org' }));
  await mustSucceed(operator.forget(patron));
  expect(await tablesWith(library.service.database, 'earlier@example.org')).toEqual([]);
  await deliver();
  expect(mails.acceptedFor('earlier@example.org')).toEqual([]);
});

test('what waits for a card goes with the card into which it is merged', async () => {
  hold();
  const { patron, title } = await library.waiting();
  const other = await library.addPatron();
  await mustSucceed(operator.removeHold(patron, title));
  await mustSucceed(operator.merge(patron, other.patronId));
  expect(await tablesWith(library.service.database, patron.emailAddress)).toContain('public.ended_notice');
  await mustSucceed(operator.forget(other));
  expect(await tablesWith(library.service.database, patron.emailAddress)).toEqual([]);
});

test('the mail about a title that was removed and came again is not that of the time before', async () => {
  hold();
  const { patron: former, title } = await library.waiting();
  await mustSucceed(operator.removeHold(former, title));
  await sendRecord({ record: 'title', ...title, delete: true });
  await library.import(
    titleRecord(title.crossRefId, { title: 'The Same Again' }),
    copiesRecord(title.crossRefId, 0),
  );
  const again = await library.addPatron();
  await mustSucceed(again.place(title));
  await mustSucceed(operator.removeHold(again, title));
  await deliver();
  expect(mails.acceptedFor(former.emailAddress)).toHaveLength(1);
  const [told] = mails.acceptedFor(again.emailAddress);
  expect(told?.parsed.text).toContain('The Same Again');
});

test('a clock that is moved on by weeks loses no mail', async () => {
  hold();
  const { patron, title } = await library.waiting();
  await mustSucceed(operator.removeHold(patron, title));
  await advanceClock(library.service, 30 * DAY);
  await purgeEndedNotices(library.service.database);
  await deliver();
  expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
});

test('what is left a week after the end, because no worker ran, is forgotten', async () => {
  hold();
  const { patron, title } = await library.waiting();
  await mustSucceed(operator.removeHold(patron, title));
  await library.service.database.run(A_WEEK_LATER);
  expect(await purgeEndedNotices(library.service.database)).toBe(1);
  expect(await tablesWith(library.service.database, patron.emailAddress)).toEqual(['public.patron']);
});

const A_WEEK_LATER = statement(
  'test-a-week-later',
  `UPDATE ended_notice SET forget_at = forget_at - interval '7 days'`,
);
