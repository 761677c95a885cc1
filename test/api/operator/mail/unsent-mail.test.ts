import { statement } from '../../../../src/platform/database/statement.js';
import { expectOk, expectRefusal, TIMESTAMP } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { makeJobsDue, waitingJobs, waitUntilJobsAreDone } from '../../../support/jobs.js';
import type { MailOutcome, MailServer } from '../../../support/mail-server.js';
import { WEBSITE_ID } from '../../../support/records.js';
import type { PatronAndTitle, TestLibrary } from '../../../support/test-library.js';
import { type OperatorClient } from '../../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../../support/operator/operator-library.js';

const REFUSED: MailOutcome = { refused: 'recipient', code: 550, text: 'No such user: canary@example.org' };
const DELAYED: MailOutcome = { refused: 'recipient', code: 451, text: 'canary@example.org: try later' };

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
useMailingLibrary((opened) => ({ library, operator, mails } = opened));

interface Notice {
  readonly ticket: number;
  readonly patronId: number;
  readonly state: string;
  readonly failedAt: string;
  readonly nextAttemptAt: string | null;
  readonly sendingSince: string | null;
  readonly attempts: number | null;
}

async function unsent(): Promise<Notice[]> {
  return (await mustSucceed(operator.unsentMail())).body.notices as Notice[];
}

async function retry(): Promise<unknown> {
  const answer = await operator.retryMail();
  expectOk(answer);
  return answer.body as unknown;
}

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

function waitForJobs(): Promise<void> {
  return waitUntilJobsAreDone(library.service.database);
}

test('when all mail is sent, the list is empty, and there is none to retry', async () => {
  const { patron } = await library.ready();
  await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
  await waitForJobs();
  const answer = await operator.unsentMail();
  expectOk(answer);
  expect(answer.body).toEqual({ notices: [] });
  expect(await retry()).toEqual({ retried: 0 });
  expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
});

describe('a permanently refused notice', () => {
  test('is listed with the SMTP code, without the address', async () => {
    const { patron, title } = await readyWithOutcome(REFUSED);
    const answer = await operator.unsentMail();
    expectOk(answer);
    expect(answer.body).toEqual({
      notices: [
        {
          occasion: 'ready',
          websiteId: WEBSITE_ID,
          reserveId: title.reserveId,
          ticket: 1,
          patronId: patron.patronId,
          state: 'refused',
          smtpCode: 550,
          attempts: null,
          failedAt: expect.stringMatching(TIMESTAMP),
          nextAttemptAt: null,
          sendingSince: null,
        },
      ],
    });
    expect(answer.text).not.toContain('@');
  });

  test('is sent once by a retry after the mail server was repaired', async () => {
    const { patron } = await readyWithOutcome(REFUSED);
    mails.answerAllWith('accepted');
    expect(await retry()).toEqual({ retried: 1 });
    expect(await unsent()).toEqual([]);
    expect(await retry()).toEqual({ retried: 0 });
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    await waitForJobs();
    expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
    expect(await unsent()).toEqual([]);
  });

  test('is listed once if the retry is refused', async () => {
    const { patron } = await readyWithOutcome(REFUSED);
    const [before] = await unsent();
    expect(await retry()).toEqual({ retried: 1 });
    await waitForJobs();
    expect(await unsent()).toEqual([{ ...before, failedAt: expect.stringMatching(TIMESTAMP) }]);
    expect(mails.acceptedFor(patron.emailAddress)).toEqual([]);
  });

  test.each([
    ['removed', ({ patron, title }: PatronAndTitle) => operator.removeHold(patron, title)],
    ['borrowed', ({ patron, title }: PatronAndTitle) => patron.borrow(title)],
    ['suspended', ({ patron, title }: PatronAndTitle) => patron.suspend(title)],
  ])('is no longer listed once its hold is %s', async (what, change) => {
    const held = await readyWithOutcome(REFUSED);
    await mustSucceed(change(held));
    mails.answerAllWith('accepted');
    expect(await unsent()).toEqual([]);
    expect(await retry()).toEqual({ retried: 0 });
    await waitForJobs();
    // Whoever did not end the hold is told that it has ended, and nothing else.
    const subjects = mails.accepted.map(({ parsed }) => parsed.subject);
    expect(subjects).toEqual(what === 'removed' ? ['Your hold has ended: Title 1 (e-book)'] : []);
  });

  test('is no longer listed when the hold is ready again and that notice is sent', async () => {
    const { patron, title } = await readyWithOutcome(REFUSED);
    mails.answerAllWith('accepted');
    await mustSucceed(patron.suspend(title));
    await mustSucceed(patron.release(title));
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    await waitForJobs();
    expect(await unsent()).toEqual([]);
    expect(await retry()).toEqual({ retried: 0 });
    await waitForJobs();
    expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
  });
});

describe('a delayed notice', () => {
  test('is listed with its attempts and the time of the next one, without the address', async () => {
    const { patron, title } = await readyWithOutcome(DELAYED);
    const answer = await operator.unsentMail();
    expect(answer.body).toEqual({
      notices: [
        {
          occasion: 'ready',
          websiteId: WEBSITE_ID,
          reserveId: title.reserveId,
          ticket: 1,
          patronId: patron.patronId,
          state: 'retrying',
          smtpCode: null,
          attempts: expect.any(Number),
          failedAt: expect.stringMatching(TIMESTAMP),
          nextAttemptAt: expect.stringMatching(TIMESTAMP),
          sendingSince: null,
        },
      ],
    });
    const [{ attempts, failedAt, nextAttemptAt }] = answer.body.notices as [Notice];
    expect(attempts).toBeGreaterThanOrEqual(1);
    expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThanOrEqual(Date.parse(failedAt));
    expect(answer.text).not.toContain('@');
  });

  test('is listed with the time of its last failure', async () => {
    await readyWithOutcome(DELAYED);
    const [{ failedAt: first, attempts }] = (await unsent()) as [Notice];
    await makeJobsDue(library.service.database);
    await eventually(async () => {
      const [{ failedAt: last, attempts: more }] = (await unsent()) as [Notice];
      expect(more).toBeGreaterThan(attempts!);
      expect(Date.parse(last)).toBeGreaterThan(Date.parse(first));
    });
    mails.answerAllWith('accepted');
    await waitForJobs();
  });

  test('is sent at once by a retry, and only once', async () => {
    const { patron } = await readyWithOutcome(DELAYED);
    await postponeJobs();
    mails.answerAllWith('accepted');
    expect(await retry()).toEqual({ retried: 1 });
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    await waitForJobs();
    expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
    expect(await unsent()).toEqual([]);
  });

  test('is listed and can be retried after its last attempt', async () => {
    const { patron } = await readyWithOutcome(DELAYED);
    await eventually(async () => expect(await library.service.database.run(USE_UP_ATTEMPTS)).toHaveLength(1));
    mails.answerAllWith('accepted');
    expect(await unsent()).toMatchObject([{ state: 'given-up', attempts: 25, nextAttemptAt: null }]);
    expect(await retry()).toEqual({ retried: 1 });
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    await eventually(async () => expect(await unsent()).toEqual([]));
  });
});

const USE_UP_ATTEMPTS = statement(
  'test-use-up-attempts',
  `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE locked_at IS NULL RETURNING 1 AS one`,
);
const POSTPONE_JOBS = statement(
  'test-postpone-jobs',
  `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day' WHERE locked_at IS NULL RETURNING 1 AS one`,
);

/** Moves the next attempt to tomorrow, as after many attempts. */
async function postponeJobs(): Promise<void> {
  await eventually(async () => expect(await library.service.database.run(POSTPONE_JOBS)).toHaveLength(1));
}

test('a notice in its first attempt has not failed, and is neither listed nor retried', async () => {
  mails.answerAllWith('stalled');
  const { patron } = await library.ready();
  await eventually(() => expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1));
  expect(await unsent()).toEqual([]);
  expect(await retry()).toEqual({ retried: 0 });
  mails.answerAllWith(DELAYED);
  mails.cutConnections();
  await eventually(async () => expect(await unsent()).toMatchObject([{ state: 'retrying' }]));
  mails.answerAllWith('accepted');
  await waitForJobs();
  expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
});

test('a retry includes refused and delayed notices', async () => {
  const refused = await readyWithOutcome(REFUSED);
  const delayed = await readyWithOutcome(DELAYED);
  await postponeJobs();
  expect((await unsent()).map(({ state }) => state)).toEqual(['retrying', 'refused']);
  mails.answerAllWith('accepted');
  expect(await retry()).toEqual({ retried: 2 });
  await waitForJobs();
  for (const { patron } of [refused, delayed]) expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
});

describe('a page', () => {
  test('has its offset and its limit, the latest first', async () => {
    for (let number = 0; number < 3; number++) await readyWithOutcome(REFUSED);
    const patrons = async (query: object): Promise<number[]> =>
      ((await mustSucceed(operator.unsentMail({ ...query }))).body.notices as Notice[]).map(
        ({ patronId }) => patronId,
      );
    expect(await patrons({})).toEqual([3, 2, 1]);
    expect(await patrons({ limit: 2 })).toEqual([3, 2]);
    expect(await patrons({ limit: 1, offset: 2 })).toEqual([1]);
    expect(await patrons({ limit: 500, offset: 3 })).toEqual([]);
  });

  test('that is invalid is refused, and the error names the field', async () => {
    for (const wrong of [{ limit: '0' }, { limit: '501' }, { offset: '-1' }, { offset: 'x' }])
      expectRefusal(
        await operator.unsentMail(wrong),
        'InvalidFieldValue',
        `${Object.keys(wrong)[0]} must be a whole number`,
      );
  });
});
