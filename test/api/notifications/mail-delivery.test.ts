import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { DAY, eventually, HOUR } from '../../support/clock.js';
import {
  lengthenRetryDelays,
  makeJobsDue,
  type WaitingJob,
  waitForAttempts as waitForJobAttempts,
  waitUntilJobsAreDone,
} from '../../support/jobs.js';
import { type MailOutcome, MailServer } from '../../support/mail-server.js';
import { metricsOf } from '../../support/metrics.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import { SandboxClock } from '../../support/sandbox-clock.js';
import { onePostgreSql } from '../../support/database.js';
import type { PatronAndTitle, TestLibrary, TestPatron, TestTitle } from '../../support/test-library.js';

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
let clock: SandboxClock;
let areDelaysLong = false;
useMailingLibrary((opened) => ({ library, operator, mails } = opened), { SANDBOX: 'true' });
beforeEach(async () => {
  clock = new SandboxClock(library.service.url);
  if (!areDelaysLong) await lengthenRetryDelays(library.service.database);
  areDelaysLong = true;
});

function waitForJobs(): Promise<void> {
  return waitUntilJobsAreDone(library.service.database);
}

function waitForAttempts(attempts: number): Promise<WaitingJob> {
  return waitForJobAttempts(library.service.database, attempts);
}

/** A ready hold whose notice has had this outcome once. */
async function readyWithOutcome(outcome: MailOutcome): Promise<PatronAndTitle> {
  mails.answerAllWith(outcome);
  const held = await library.ready();
  await waitForAttempts(1);
  return held;
}

/** How long an attempt waits for a silent mail server: a request that waited for its mail would take this long. */
const MAIL_TIMEOUT_MS = 10_000;
const NOT_NOW: MailOutcome = { refused: 'recipient', code: 451 };

describe('the service checks the hold again before it sends the mail', () => {
  test.each([
    ['removed', ({ patron, title }: PatronAndTitle) => mustSucceed(patron.remove(title))],
    ['suspended', ({ patron, title }: PatronAndTitle) => mustSucceed(patron.suspend(title))],
    ['borrowed', ({ patron, title }: PatronAndTitle) => mustSucceed(patron.borrow(title))],
    ['not picked up in time', () => clock.advance(73 * HOUR)],
    ['deleted with its patron', ({ patron }: PatronAndTitle) => mustSucceed(operator.forget(patron))],
  ])('and sends none if it was %s meanwhile', async (_, change) => {
    const held = await readyWithOutcome(NOT_NOW);
    await change(held);
    mails.answerAllWith('accepted');
    await waitForJobs();
    expect(mails.receivedFor(held.patron.emailAddress)).toEqual([]);
  });

  test('and sends only the last notice if the hold was suspended and is ready again with another address', async () => {
    const { patron, title } = await readyWithOutcome(NOT_NOW);
    await mustSucceed(patron.suspend(title));
    await mustSucceed(patron.edit(title, { emailAddress: 'second@example.org' }));
    await mustSucceed(patron.release(title));
    mails.answerAllWith('accepted');
    await waitForJobs();
    expect(mails.receivedFor(patron.emailAddress)).toEqual([]);
    expect(mails.acceptedFor('second@example.org')).toHaveLength(1);
  });
});

describe('a mail that the server does not accept now', () => {
  test.each<[string, MailOutcome]>([
    ['a 451 to its recipient', { refused: 'recipient', code: 451 }],
    ['a 451 to its message', { refused: 'message', code: 451 }],
    ['a 421 to its recipient', { refused: 'recipient', code: 421 }],
    ['a 554 instead of a greeting', { refused: 'connection', code: 554 }],
    ['a cut connection instead of a 250', 'dropped'],
  ])('is retried after longer and longer delays until the server accepts it: %s', async (_, outcome) => {
    mails.cutConnections();
    const { patron, title } = await readyWithOutcome(outcome);
    const delays = [(await waitForAttempts(1)).secondsToWait];
    for (const attempts of [2, 3]) {
      await makeJobsDue(library.service.database);
      delays.push((await waitForAttempts(attempts)).secondsToWait);
    }
    expect(delays[0]).toBeGreaterThan(0);
    expect(delays[1]).toBeGreaterThan(delays[0]! * 1.5);
    expect(delays[2]).toBeGreaterThan(delays[1]! * 1.5);
    mails.answerAllWith('accepted');
    await waitForJobs();
    expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
    expect(await failuresOf(title)).toEqual([]);
  });

  test('has the same Message-ID for every attempt, and another when the hold becomes ready again', async () => {
    const { patron, title } = await library.ready();
    await waitForJobs();
    await mustSucceed(patron.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    mails.answerNextWith({ refused: 'message', code: 452 }, 'dropped');
    await clock.advance(DAY);
    await waitForAttempts(1);
    await waitForJobs();

    const [first, ...others] = mails.receivedFor(patron.emailAddress).map(({ parsed }) => parsed.messageId);
    expect(others).toHaveLength(3);
    expect(new Set(others).size).toBe(1);
    expect(others).not.toContain(first);
  });

  test('leaves no text of the mail server, which could name the patron', async () => {
    const text = 'canary-address@example.org: try later';
    mails.answerNextWith({ refused: 'recipient', code: 451, text });
    await mustSucceed(
      (await library.addPatron()).place(await library.addTitle(1), {
        emailAddress: 'canary-address@example.org',
      }),
    );
    const job = await waitForAttempts(1);
    expect(JSON.stringify(job.payload)).not.toMatch(/patron/i);
    expect(job.lastError).toBe('The mail could not be delivered now (451).');
    expect(JSON.stringify(job)).not.toContain('canary');
  });
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

  test('is recorded with its hold, for this type of notice and no other', async () => {
    const held = await library.ready();
    await waitForJobs();
    expect(await sentFor(held)).toEqual([{ sent: true }]);
    await mustSucceed(held.patron.suspend(held.title));
    mails.answerAllWith({ refused: 'recipient', code: 451 });
    await mustSucceed(held.patron.release(held.title));
    await waitForAttempts(1);
    expect(await sentFor(held)).toEqual([{ sent: false }]);
    mails.answerAllWith('accepted');
    await waitForJobs();
    expect(await sentFor(held)).toEqual([{ sent: true }]);
    expect(mails.acceptedFor(held.patron.emailAddress)).toHaveLength(2);
  });

  test('is not sent again when its job is carried out again', async () => {
    const { patron } = await library.ready();
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    await waitForJobs();
    await library.service.database.run(
      statement(
        'test-repeat-job',
        `WITH held AS MATERIALIZED (SELECT * FROM hold WHERE patron_id = $1)
         SELECT graphile_worker.add_job('ready-notice', json_build_object('websiteId', website_id,
           'reserveId', reserve_id, 'ticket', ticket, 'expiresAt', expires_at)) FROM held`,
      ),
      [patron.patronId],
    );
    await waitForJobs();
    expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
  });

  onePostgreSql('is not sent again while the database cannot record it', async () => {
    const database = library.service.database;
    for (const sql of [
      `CREATE FUNCTION no_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`,
      `CREATE TRIGGER no_record BEFORE UPDATE OF notice_sent_for ON hold FOR EACH ROW EXECUTE FUNCTION no_record()`,
    ])
      await database.run(statement('', sql));
    const { patron } = await library.ready();
    await waitForAttempts(1);
    await makeJobsDue(database);
    await waitForAttempts(2);
    await database.run(statement('', 'DROP FUNCTION no_record CASCADE'));
    await waitForJobs();
    expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
  });
});

const FAILURES = statement<{ smtpCode: number }>(
  'test-notice-failures',
  'SELECT smtp_code AS "smtpCode" FROM notice_failure WHERE reserve_id = ANY ($1) ORDER BY 1',
);

/** The reply codes that are kept of these titles' notices. */
async function failuresOf(...titles: TestTitle[]): Promise<number[]> {
  const ids = titles.map(({ reserveId }) => reserveId);
  return (await library.service.database.run(FAILURES, [ids])).map(({ smtpCode }) => smtpCode);
}

describe('a mail that the server refuses permanently', () => {
  test('is not retried, and the reply code is kept until the hold ends', async () => {
    mails.answerNextWith({ refused: 'recipient', code: 550 });
    const { patron, title } = await library.ready();
    await eventually(async () => expect(await failuresOf(title)).toEqual([550]));
    await waitForJobs();
    expect(mails.acceptedFor(patron.emailAddress)).toEqual([]);
    await mustSucceed(patron.borrow(title));
    expect(await failuresOf(title)).toEqual([]);
  });

  test('does not prevent mails to other patrons', async () => {
    mails.answerAllWith(([address = '']) =>
      address.startsWith('bad') ? { refused: 'recipient', code: 550 } : 'accepted',
    );
    const patrons = await library.addPatrons(4);
    const titles: TestTitle[] = [];
    for (const [index, patron] of patrons.entries()) {
      const title = await library.addTitle(1);
      titles.push(title);
      const emailAddress = index % 2 === 0 ? `bad-${patron.patronId}@example.org` : patron.emailAddress;
      await mustSucceed(patron.place(title, { emailAddress }));
    }
    await waitForJobs();
    expect(patrons.map(({ emailAddress }) => mails.acceptedFor(emailAddress).length)).toEqual([0, 1, 0, 1]);
    expect(await failuresOf(...titles)).toEqual([550, 550]);
  });
});

describe('while the mail server', () => {
  test.each<[string, () => Promise<void>]>([
    ['refuses connections', () => mails.stop()],
    ['does not greet', () => Promise.resolve(mails.answerAllWith('not greeted'))],
    ['does not answer a complete message', () => Promise.resolve(mails.answerAllWith('stalled'))],
  ])('%s, requests work as usual, and each mail arrives once when it recovers', async (_, startOutage) => {
    mails.cutConnections();
    await startOutage();
    const patrons: TestPatron[] = [];
    const start = performance.now();
    for (let number = 0; number < 4; number++) {
      const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
      expect((await patron.place(title)).body.actions).toHaveProperty('checkout');
      expect((await patron.find(title)).status).toBe(200);
      patrons.push(patron);
    }
    // All requests together, because a busy machine may be slow with any of them.
    expect(performance.now() - start).toBeLessThan((patrons.length * MAIL_TIMEOUT_MS) / 2);
    expect(patrons.flatMap(({ emailAddress }) => mails.acceptedFor(emailAddress))).toEqual([]);

    mails.answerAllWith('accepted');
    await mails.stop();
    await mails.restart();
    await waitForJobs();
    for (const { emailAddress } of patrons) {
      expect(mails.acceptedFor(emailAddress)).toHaveLength(1);
      const ids = mails.receivedFor(emailAddress).map(({ parsed }) => parsed.messageId);
      expect(new Set(ids).size).toBe(1);
    }
  });

  test('was restarted since the last mail, the next one arrives at the first attempt', async () => {
    await library.ready();
    await waitForJobs();
    mails.cutConnections();
    const { patron } = await library.ready();
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
  });
});

test('the metrics count sent, delayed and refused mails, without addresses', async () => {
  const counts = async (): Promise<Record<'sent' | 'delayed' | 'refused', number>> => {
    const metrics = await metricsOf(library.service.url);
    const count = (outcome: string): number => metrics.get(`holdfast_mails_total{outcome="${outcome}"}`) ?? 0;
    return { sent: count('sent'), delayed: count('delayed'), refused: count('refused') };
  };
  const before = await counts();
  mails.answerNextWith({ refused: 'message', code: 451 });
  await library.ready();
  await waitForAttempts(1);
  await waitForJobs();
  mails.answerNextWith({ refused: 'recipient', code: 550 });
  const { patron } = await library.ready();
  await waitForJobs();
  await eventually(async () =>
    expect(await counts()).toEqual({
      sent: before.sent + 1,
      delayed: before.delayed + 1,
      refused: before.refused + 1,
    }),
  );
  const { text } = await patron.get('/metrics');
  expect(text).not.toContain('@');
});
