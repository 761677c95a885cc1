import { statement } from '../../src/platform/database/statement.js';
import { expectOk, expectRefusal, TIMESTAMP } from '../support/answers.js';
import { granted } from '../support/client.js';
import { eventually } from '../support/clock.js';
import { brokenInvariants } from '../support/invariants.js';
import { WEBSITE_ID } from '../support/records.js';
import { type Fate, MailServer } from '../support/smtp.js';
import type { Held, TestLibrary } from '../support/test-library.js';
import { allJobsDone, makeJobsDue, waitingJobs } from '../support/worker.js';
import { openStaffedLibrary, type Operator } from './operator.js';

const NEVER: Fate = { refused: 'recipient', code: 550, words: 'No such user: canary@example.org' };
const NOT_NOW: Fate = { refused: 'recipient', code: 451, words: 'canary@example.org: try later' };

let mails: MailServer;
let library: TestLibrary;
let operator: Operator;
beforeEach(async () => {
  mails = await MailServer.start();
  ({ library, operator } = await openStaffedLibrary({}, { ROLE: 'all', SMTP_URL: mails.url }));
});
afterEach(async () => {
  const broken = await brokenInvariants(library.service.database);
  await library.close();
  await mails.goAway();
  expect(broken).toEqual([]);
});

interface Told {
  readonly ticket: number;
  readonly patronId: number;
  readonly state: string;
  readonly failedAt: string;
  readonly nextAttemptAt: string | null;
  readonly sendingSince: string | null;
  readonly attempts: number | null;
}

async function unsent(): Promise<Told[]> {
  return (await granted(operator.unsentMail())).body.notices as Told[];
}

async function retry(): Promise<unknown> {
  const answer = await operator.retryMail();
  expectOk(answer);
  return answer.body as unknown;
}

/** A hold that became ready while the mail server met its mail with `fate`; resolves when that was noted. */
async function readyDuring(fate: Fate): Promise<Held> {
  mails.always(fate);
  const before = (await unsent()).length;
  const held = await library.ready();
  await eventually(async () => expect(await unsent()).toHaveLength(before + 1));
  await nothingUnderWay();
  return held;
}

/** Resolves when no job is being carried out, or could be at this moment. */
async function nothingUnderWay(): Promise<void> {
  await eventually(async () => {
    const jobs = await waitingJobs(library.service.database);
    expect(jobs.filter(({ taken, secondsToWait }) => taken || secondsToWait <= 0)).toEqual([]);
  });
}

test('where all mail has arrived there is none to see and none to try again', async () => {
  const { reader } = await library.ready();
  await eventually(() => expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1));
  await allJobsDone(library.service.database);
  const answer = await operator.unsentMail();
  expectOk(answer);
  expect(answer.body).toEqual({ notices: [] });
  expect(await retry()).toEqual({ retried: 0 });
  expect(mails.receivedFor(reader.emailAddress)).toHaveLength(1);
});

describe('a notice that was refused for good', () => {
  test('is told with what the mail server said in figures, and without the address', async () => {
    const { reader, title } = await readyDuring(NEVER);
    const answer = await operator.unsentMail();
    expectOk(answer);
    expect(answer.body).toEqual({
      notices: [
        {
          websiteId: WEBSITE_ID,
          reserveId: title.reserveId,
          ticket: 1,
          patronId: reader.patronId,
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

  test('is sent once when it is tried again after the mail server was mended', async () => {
    const { reader } = await readyDuring(NEVER);
    mails.always('accepted');
    expect(await retry()).toEqual({ retried: 1 });
    expect(await unsent()).toEqual([]);
    expect(await retry()).toEqual({ retried: 0 });
    await eventually(() => expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1));
    await allJobsDone(library.service.database);
    expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1);
    expect(await unsent()).toEqual([]);
  });

  test('is told again, once, when it is refused again', async () => {
    const { reader } = await readyDuring(NEVER);
    const [before] = await unsent();
    expect(await retry()).toEqual({ retried: 1 });
    await allJobsDone(library.service.database);
    expect(await unsent()).toEqual([{ ...before, failedAt: expect.stringMatching(TIMESTAMP) }]);
    expect(mails.acceptedFor(reader.emailAddress)).toEqual([]);
  });

  test.each([
    ['removed', ({ reader, title }: Held) => operator.removeHold(reader, title)],
    ['borrowed', ({ reader, title }: Held) => reader.borrow(title)],
    ['suspended', ({ reader, title }: Held) => reader.suspend(title)],
  ])('is of no interest any more once its hold is %s', async (_, change) => {
    const held = await readyDuring(NEVER);
    await granted(change(held));
    mails.always('accepted');
    expect(await unsent()).toEqual([]);
    expect(await retry()).toEqual({ retried: 0 });
    await allJobsDone(library.service.database);
    expect(mails.accepted).toEqual([]);
  });

  test('is forgotten when the hold is ready again and that notice has arrived', async () => {
    const { reader, title } = await readyDuring(NEVER);
    mails.always('accepted');
    await granted(reader.suspend(title));
    await granted(reader.release(title));
    await eventually(() => expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1));
    await allJobsDone(library.service.database);
    expect(await unsent()).toEqual([]);
    expect(await retry()).toEqual({ retried: 0 });
    await allJobsDone(library.service.database);
    expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1);
  });
});

describe('a notice that the mail server does not take now', () => {
  test('is told with its attempts and the time of the next one, and without the address', async () => {
    const { reader, title } = await readyDuring(NOT_NOW);
    const answer = await operator.unsentMail();
    expect(answer.body).toEqual({
      notices: [
        {
          websiteId: WEBSITE_ID,
          reserveId: title.reserveId,
          ticket: 1,
          patronId: reader.patronId,
          state: 'retrying',
          smtpCode: null,
          attempts: expect.any(Number),
          failedAt: expect.stringMatching(TIMESTAMP),
          nextAttemptAt: expect.stringMatching(TIMESTAMP),
          sendingSince: null,
        },
      ],
    });
    const [{ attempts, failedAt, nextAttemptAt }] = answer.body.notices as [Told];
    expect(attempts).toBeGreaterThanOrEqual(1);
    expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThanOrEqual(Date.parse(failedAt));
    expect(answer.text).not.toContain('@');
  });

  test('is told with the time of its last failure', async () => {
    await readyDuring(NOT_NOW);
    const [{ failedAt: first, attempts }] = (await unsent()) as [Told];
    await eventually(async () => {
      await makeJobsDue(library.service.database);
      const [{ failedAt: last, attempts: more }] = (await unsent()) as [Told];
      expect(more).toBeGreaterThan(attempts!);
      expect(Date.parse(last)).toBeGreaterThan(Date.parse(first));
    });
    mails.always('accepted');
    await allJobsDone(library.service.database);
  });

  test('does not wait for its time when it is tried again by hand, and is sent once', async () => {
    const { reader } = await readyDuring(NOT_NOW);
    await keepJobsWaiting();
    mails.always('accepted');
    expect(await retry()).toEqual({ retried: 1 });
    await eventually(() => expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1));
    await allJobsDone(library.service.database);
    expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1);
    expect(await unsent()).toEqual([]);
  });

  test('is told and tried again even when it was tried so often that it was given up', async () => {
    const { reader } = await readyDuring(NOT_NOW);
    await eventually(async () => expect(await library.service.database.run(GIVE_UP)).toHaveLength(1));
    mails.always('accepted');
    expect(await unsent()).toMatchObject([{ state: 'given-up', attempts: 25, nextAttemptAt: null }]);
    expect(await retry()).toEqual({ retried: 1 });
    await eventually(() => expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1));
    await eventually(async () => expect(await unsent()).toEqual([]));
  });
});

const GIVE_UP = statement(
  'test-give-up',
  `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE locked_at IS NULL RETURNING 1 AS one`,
);
const WAIT = statement(
  'test-keep-jobs-waiting',
  `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day' WHERE locked_at IS NULL RETURNING 1 AS one`,
);

/** As after many attempts: the next one is far away. */
async function keepJobsWaiting(): Promise<void> {
  await eventually(async () => expect(await library.service.database.run(WAIT)).toHaveLength(1));
}

test('a notice that is under way for the first time has not failed, and is none to see or to try again', async () => {
  mails.always('stalled');
  const { reader } = await library.ready();
  await eventually(() => expect(mails.receivedFor(reader.emailAddress)).toHaveLength(1));
  expect(await unsent()).toEqual([]);
  expect(await retry()).toEqual({ retried: 0 });
  mails.always(NOT_NOW);
  mails.cut();
  await eventually(async () => expect(await unsent()).toMatchObject([{ state: 'retrying' }]));
  mails.always('accepted');
  await allJobsDone(library.service.database);
  expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1);
});

test('all of them are tried again together, whatever became of each', async () => {
  const refused = await readyDuring(NEVER);
  const delayed = await readyDuring(NOT_NOW);
  await keepJobsWaiting();
  expect((await unsent()).map(({ state }) => state)).toEqual(['retrying', 'refused']);
  mails.always('accepted');
  expect(await retry()).toEqual({ retried: 2 });
  await allJobsDone(library.service.database);
  for (const { reader } of [refused, delayed]) expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1);
});

describe('a page', () => {
  test('begins at its offset and ends by its limit, the latest first', async () => {
    for (let number = 0; number < 3; number++) await readyDuring(NEVER);
    const patrons = async (query: object): Promise<number[]> =>
      ((await granted(operator.unsentMail({ ...query }))).body.notices as Told[]).map(
        ({ patronId }) => patronId,
      );
    expect(await patrons({})).toEqual([3, 2, 1]);
    expect(await patrons({ limit: 2 })).toEqual([3, 2]);
    expect(await patrons({ limit: 1, offset: 2 })).toEqual([1]);
    expect(await patrons({ limit: 500, offset: 3 })).toEqual([]);
  });

  test('that cannot be is refused, and the answer says which field is wrong', async () => {
    for (const wrong of [{ limit: '0' }, { limit: '501' }, { offset: '-1' }, { offset: 'x' }])
      expectRefusal(
        await operator.unsentMail(wrong),
        'InvalidFieldValue',
        `${Object.keys(wrong)[0]} must be a whole number`,
      );
  });
});
