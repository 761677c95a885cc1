import { writeHoldNotices } from '../../../../src/notifications/sending/notice-outbox.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { tellWatchers } from '../../../../src/watches/watch-news.js';
import { expectOk, expectRefusal, TIMESTAMP } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, eventually, serviceTime } from '../../../support/clock.js';
import { makeJobsDue, waitingJobs, waitUntilJobsAreDone } from '../../../support/jobs.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import type { MailOutcome, MailServer } from '../../../support/mail-server.js';
import type { OperatorClient, Query } from '../../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../../support/operator/operator-library.js';
import { ME } from '../../../support/paths.js';
import { library as libraryRecord } from '../../../support/records.js';
import type { PatronAndTitle, TestLibrary } from '../../../support/test-library.js';

const REFUSED: MailOutcome = { refused: 'recipient', code: 550, text: 'No such user: canary@example.org' };
const DELAYED: MailOutcome = { refused: 'recipient', code: 451, text: 'canary@example.org: try later' };

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
useMailingLibrary((opened) => ({ library, operator, mails } = opened));

interface Notice {
  readonly patronId: number | null;
  readonly state: string;
  readonly failedAt: string;
  readonly sendingSince: string | null;
  readonly nextAttemptAt: string | null;
  readonly attempts: number | null;
}

async function unsent(query: Query = {}): Promise<Notice[]> {
  const answer = await operator.unsentMail({ websiteId: library.websiteId, ...query });
  expectOk(answer);
  expect(answer.text).not.toContain('@');
  return answer.body.notices as Notice[];
}

/** How many notices a retry sends again. */
async function retry(): Promise<number> {
  const answer = await operator.retryMail({ websiteId: library.websiteId });
  expectOk(answer);
  return (answer.body as { retried: number }).retried;
}

const run = (text: string, values: unknown[] = []): Promise<unknown[]> =>
  library.service.database.run(statement('', text), values);
const waitForJobs = (): Promise<void> => waitUntilJobsAreDone(library.service.database);
const mailsFor = ({ patron }: PatronAndTitle): number => mails.acceptedFor(patron.emailAddress).length;
const arrives = (held: PatronAndTitle): Promise<void> => eventually(() => expect(mailsFor(held)).toBe(1));

/** A ready hold whose notice has had this outcome. */
async function readyWithOutcome(outcome: MailOutcome): Promise<PatronAndTitle> {
  mails.answerAllWith(outcome);
  const before = (await unsent()).length;
  const held = await library.ready();
  await eventually(async () => expect(await unsent()).toHaveLength(before + 1));
  await waitUntilIdle();
  return held;
}

/** Waits until no job is running or due. */
async function waitUntilIdle(): Promise<void> {
  await eventually(async () => {
    const jobs = await waitingJobs(library.service.database);
    expect(jobs.filter(({ taken, secondsToWait }) => taken || secondsToWait <= 0)).toEqual([]);
  });
}

/** Moves the next attempt to tomorrow, as after many attempts. */
function postponeJobs(): Promise<void> {
  return eventually(async () => expect(await run(POSTPONE)).toHaveLength(1));
}

const POSTPONE = `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day'
  WHERE locked_at IS NULL RETURNING 1 AS one`;
const USE_UP_ATTEMPTS = `UPDATE graphile_worker._private_jobs SET attempts = max_attempts
  WHERE locked_at IS NULL RETURNING 1 AS one`;
/** As if the attempts in progress had begun a minute ago. */
const AGE_ATTEMPTS = `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'
  WHERE locked_at IS NOT NULL`;

/** The notice as it is listed. */
const listed = ({ patron, title }: PatronAndTitle, members: object): object => ({
  ...{ occasion: 'ready', channel: 'mail', websiteId: library.websiteId },
  ...{ reserveId: title.reserveId, ticket: 1 },
  ...{
    patronId: patron.patronId,
    smtpCode: null,
    nextAttemptAt: null,
    sendingSince: null,
    noticesOfMail: null,
    reason: null,
  },
  ...members,
});
const at = expect.stringMatching(TIMESTAMP) as string;

describe('a permanently refused notice', () => {
  test('is listed once with the SMTP code, also when a retry is refused, until a retry sends it once', async () => {
    const held = await readyWithOutcome({ refused: 'message', code: 552 });
    const expected = [listed(held, { state: 'refused', smtpCode: 552, attempts: null, failedAt: at })];
    expect(await unsent()).toEqual(expected);
    expect(await retry()).toBe(1);
    await waitForJobs();
    expect(await unsent()).toEqual(expected);
    mails.answerAllWith('accepted');
    expect(await retry()).toBe(1);
    expect([await unsent(), await retry()]).toEqual([[], 0]);
    await arrives(held);
    await waitForJobs();
    expect([mailsFor(held), await unsent()]).toEqual([1, []]);
  });

  test.each([
    ['removed', ({ patron, title }: PatronAndTitle) => operator.removeHold(patron, title)],
    ['borrowed', ({ patron, title }: PatronAndTitle) => patron.borrow(title)],
    ['suspended', ({ patron, title }: PatronAndTitle) => patron.suspend(title)],
  ])('is no longer listed once its hold is %s', async (what, change) => {
    const held = await readyWithOutcome(REFUSED);
    // First: the mail that the hold has ended is sent at once.
    mails.answerAllWith('accepted');
    await mustSucceed(change(held));
    expect([await unsent(), await retry()]).toEqual([[], 0]);
    await waitForJobs();
    // Whoever did not end the hold is told that it has ended, and nothing else.
    const ended = `Your hold has ended: Title ${held.title.crossRefId} (e-book)`;
    const subjects = mails.acceptedFor(held.patron.emailAddress).map(({ parsed }) => parsed.subject);
    expect(subjects).toEqual(what === 'removed' ? [ended] : []);
    if (what !== 'suspended') return;
    // It is ready again, and that notice is sent.
    await mustSucceed(held.patron.release(held.title));
    await arrives(held);
    await waitForJobs();
    expect([await unsent(), await retry(), mailsFor(held)]).toEqual([[], 0, 1]);
  });
});

describe('a delayed notice', () => {
  test('is listed with its attempts, its last failure and its next attempt, and sent at once by a retry', async () => {
    const held = await readyWithOutcome(DELAYED);
    const attempts = expect.any(Number) as number;
    const expected = listed(held, {
      state: 'retrying',
      attempts,
      noticesOfMail: 1,
      failedAt: at,
      nextAttemptAt: at,
    });
    const [first] = await unsent();
    expect(first).toEqual(expected);
    expect(first!.attempts).toBeGreaterThanOrEqual(1);
    expect(Date.parse(first!.nextAttemptAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first!.failedAt));
    // The next failure is in another second.
    await eventually(() => expect(Date.now() - Date.parse(first!.failedAt)).toBeGreaterThan(1_000));
    await makeJobsDue(library.service.database);
    await eventually(async () => {
      const [last] = await unsent();
      expect(last!.attempts).toBeGreaterThan(first!.attempts!);
      expect(Date.parse(last!.failedAt)).toBeGreaterThan(Date.parse(first!.failedAt));
    });
    await postponeJobs();
    mails.answerAllWith('accepted');
    expect(await retry()).toBe(1);
    await arrives(held);
    await waitForJobs();
    expect([mailsFor(held), await unsent()]).toEqual([1, []]);
  });

  test('is listed and can be retried after its last attempt', async () => {
    const held = await readyWithOutcome(DELAYED);
    await eventually(async () => expect(await run(USE_UP_ATTEMPTS)).toHaveLength(1));
    mails.answerAllWith('accepted');
    expect(await unsent()).toMatchObject([{ state: 'given-up', attempts: 25, nextAttemptAt: null }]);
    expect(await retry()).toBe(1);
    await arrives(held);
    await eventually(async () => expect(await unsent()).toEqual([]));
  });
});

test('a notice in its first attempt is listed, but not retried, when it has been under way for long', async () => {
  mails.answerAllWith('stalled');
  const held = await library.ready();
  const { emailAddress } = held.patron;
  await eventually(() => expect(mails.receivedFor(emailAddress)).toHaveLength(1));
  expect([await unsent(), await retry()]).toEqual([[], 0]);
  await run(AGE_ATTEMPTS);
  const [sending] = await unsent();
  const since = { attempts: 0, noticesOfMail: 1, failedAt: null, sendingSince: at };
  expect(sending).toEqual(listed(held, { state: 'sending', ...since }));
  expect(Date.parse(sending!.sendingSince ?? '')).toBeLessThan(Date.now() - 55_000);
  expect(await retry()).toBe(0);
  mails.answerAllWith(DELAYED);
  mails.cutConnections();
  await eventually(async () => expect(await unsent()).toMatchObject([{ state: 'retrying' }]));
  // The next attempt hangs, too.
  const before = mails.receivedFor(emailAddress).length;
  mails.answerAllWith('stalled');
  await makeJobsDue(library.service.database);
  await eventually(() => expect(mails.receivedFor(emailAddress)).toHaveLength(before + 1));
  await run(AGE_ATTEMPTS);
  expect(await unsent()).toMatchObject([{ state: 'sending', attempts: expect.any(Number), failedAt: at }]);
  mails.answerAllWith('accepted');
  mails.cutConnections();
  await waitForJobs();
  expect([mailsFor(held), await unsent()]).toEqual([1, []]);
});

describe('a page', () => {
  test('has its offset and its limit, the latest first, and a retry includes all, refused and delayed', async () => {
    const holds = [await readyWithOutcome(REFUSED), await readyWithOutcome(REFUSED)];
    holds.unshift(await readyWithOutcome(DELAYED));
    await postponeJobs();
    const patrons = async (query: Query): Promise<unknown> =>
      (await unsent(query)).map(({ patronId }) => patronId);
    const [third, first, second] = holds.map(({ patron }) => patron.patronId);
    expect((await unsent()).map(({ state }) => state)).toEqual(['retrying', 'refused', 'refused']);
    expect(await patrons({})).toEqual([third, second, first]);
    expect(await patrons({ limit: 2 })).toEqual([third, second]);
    expect(await patrons({ limit: 1, offset: 2 })).toEqual([first]);
    expect(await patrons({ limit: 500, offset: 3 })).toEqual([]);
    mails.answerAllWith('accepted');
    expect(await retry()).toBe(3);
    await waitForJobs();
    expect(holds.map(mailsFor)).toEqual([1, 1, 1]);
  });

  test('that is invalid is refused, and the error names the field', async () => {
    for (const name of ['limit', 'offset']) {
      const refused = await operator.unsentMail({ [name]: '-1' });
      expectRefusal(refused, 'InvalidFieldValue', `${name} must be a whole number`);
    }
  });
});

describe('a warning that a suspended hold ends', () => {
  /** A suspended hold whose patron is warned that it ends in 30 days. */
  async function warned(): Promise<PatronAndTitle> {
    const hold = await library.suspended();
    const { reserveId } = hold.title;
    const moment = new Date((await serviceTime(library.service)).getTime() + 30 * DAY * 1000);
    await run('UPDATE hold SET suspension_ends_at = $2 WHERE reserve_id = $1', [reserveId, moment]);
    const notice = { websiteId: library.websiteId, reserveId, ticket: 1, moment };
    await library.service.database.transaction((connection) =>
      writeHoldNotices(connection, 'suspension-ends', [notice]),
    );
    return hold;
  }
  const refusedOnce = (hold: PatronAndTitle): object =>
    listed(hold, { occasion: 'suspension-ends', state: 'refused', smtpCode: 550 });

  test('is listed when it was refused, and sent to the corrected address, unless the hold was released', async () => {
    mails.answerAllWith(REFUSED);
    const [hold, released] = [await warned(), await warned()];
    await eventually(async () => expect(await unsent()).toHaveLength(2));
    await waitForJobs();
    await mustSucceed(released.patron.release(released.title));
    expect(await unsent()).toMatchObject([refusedOnce(hold)]);
    mails.answerAllWith('accepted');
    const notice = { websiteId: library.websiteId, reserveId: hold.title.reserveId, ticket: 1 };
    const corrected = { emailAddress: 'corrected@example.org' };
    expect((await mustSucceed(operator.retryNotice(notice, corrected))).body).toEqual({ retried: 1 });
    await eventually(() => expect(mails.acceptedFor(corrected.emailAddress)).toHaveLength(1));
    expect(mails.acceptedFor(corrected.emailAddress)[0]?.parsed.messageId).toMatch(/^<suspension-ends-/);
    expect([await unsent(), await retry()]).toEqual([[], 0]);
  });

  test('is listed when it bounced, and can be sent again', async () => {
    const hold = await warned();
    await arrives(hold);
    await waitForJobs();
    const { messageId } = mails.acceptedFor(hold.patron.emailAddress)[0]!.parsed;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ messageId, status: '5.1.1' });
    await mustSucceed(operator.send('POST', '/operator/v1/bounces', { headers, body }));
    expect(await unsent()).toMatchObject([refusedOnce(hold)]);
    expect(await retry()).toBe(1);
    await eventually(() => expect(mailsFor(hold)).toBe(2));
    expect(await unsent()).toEqual([]);
  });
});

test('the notice that a missed pickup has suspended a hold is listed instead of the one that it was ready', async () => {
  await library.import(libraryRecord({ missedPickup: 'suspend' }));
  const held = await readyWithOutcome(REFUSED);
  await advanceClock(library.service, 4 * DAY);
  expectRefusal(await held.patron.suspend(held.title), 'HoldAlreadySuspended');
  const expected = listed(held, { occasion: 'pickup-missed', state: 'refused', smtpCode: 550 });
  await eventually(async () => expect(await unsent()).toMatchObject([expected]));
  await waitForJobs();
  mails.answerAllWith('accepted');
  expect(await retry()).toBe(1);
  await arrives(held);
  const [mail] = mails.acceptedFor(held.patron.emailAddress);
  expect(mail?.parsed.messageId).toMatch(/^<pickup-missed-/);
  expect(await unsent()).toEqual([]);
});

test('the notice that a hold has ended is listed without its patron while it is delayed, and not once it is refused', async () => {
  mails.answerAllWith(DELAYED);
  const held = await library.waiting();
  await mustSucceed(operator.removeHold(held.patron, held.title));
  const ended = { occasion: 'ended', channel: 'mail', reason: 'removed-by-staff' };
  const expected = { ...ended, reserveId: held.title.reserveId, patronId: null, smtpCode: null };
  await eventually(async () => expect(await unsent()).toMatchObject([{ ...expected, state: 'retrying' }]));
  await postponeJobs();
  mails.answerAllWith('accepted');
  expect(await retry()).toBe(1);
  await arrives(held);
  await eventually(async () => expect(await unsent()).toEqual([]));

  mails.answerAllWith(REFUSED);
  const { patron, title } = await library.waiting();
  await mustSucceed(operator.removeHold(patron, title));
  await eventually(() => expect(mails.rcptToAddresses).toContain(patron.emailAddress));
  await waitForJobs();
  expect([await unsent(), await retry()]).toEqual([[], 0]);
});

test('what is told of a watched title is listed as that, and not as the end of a hold', async () => {
  mails.answerAllWith(DELAYED);
  const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
  const { emailAddress } = patron;
  await mustSucceed(patron.post(`${ME}/watches`, { reserveId: title.reserveId, emailAddress }));
  await tellWatchers(library.service.database, [library.websiteId]);
  const expected = { occasion: 'ended', reason: 'watched-free', state: 'retrying', patronId: null };
  await eventually(async () => expect(await unsent()).toMatchObject([expected]));
  const desk = await ConsoleClient.signIn(library, 'della', ['desk']);
  const { text } = await desk.get(`/console/libraries/${library.websiteId}/mail`);
  expect(text).toContain('A watched title is free');
  await postponeJobs();
  mails.answerAllWith('accepted');
  expect(await retry()).toBe(1);
  await arrives({ patron, title });
});
