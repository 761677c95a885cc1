import { statement } from '../../src/platform/database/statement.js';
import { expectOk, TIMESTAMP } from '../support/answers.js';
import { granted } from '../support/client.js';
import { eventually } from '../support/clock.js';
import { brokenInvariants } from '../support/invariants.js';
import { WEBSITE_ID } from '../support/records.js';
import { MailServer } from '../support/smtp.js';
import type { Held, TestLibrary } from '../support/test-library.js';
import { allJobsDone, jobTried, makeJobsDue } from '../support/worker.js';
import { openStaffedLibrary, type Operator } from './operator.js';

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
  readonly sendingSince: string | null;
}

async function unsent(): Promise<Told[]> {
  return (await granted(operator.unsentMail())).body.notices as Told[];
}

/** A hold that became ready while the mail server took no mail now; resolves when that was noted. */
async function readyWithoutMail(): Promise<Held> {
  mails.always({ refused: 'recipient', code: 451, words: 'try later' });
  const held = await library.ready();
  await jobTried(library.service.database, 1);
  return held;
}

/** As if the attempts in progress had begun a minute ago. */
const AGE_ATTEMPTS = statement(
  'test-age-attempts',
  `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL`,
);

describe('a notice that is under way for long', () => {
  test('is told with the time since when, though it has not failed yet', async () => {
    mails.always('stalled');
    const { reader, title } = await library.ready();
    await eventually(() => expect(mails.receivedFor(reader.emailAddress)).toHaveLength(1));
    await library.service.database.run(AGE_ATTEMPTS);
    const answer = await operator.unsentMail();
    expectOk(answer);
    expect(answer.body).toEqual({
      notices: [
        {
          websiteId: WEBSITE_ID,
          reserveId: title.reserveId,
          ticket: 1,
          patronId: reader.patronId,
          state: 'sending',
          smtpCode: null,
          attempts: 0,
          failedAt: null,
          nextAttemptAt: null,
          sendingSince: expect.stringMatching(TIMESTAMP),
        },
      ],
    });
    expect(Date.parse((answer.body.notices as [Told])[0].sendingSince ?? '')).toBeLessThan(
      Date.now() - 55_000,
    );
    expect((await operator.retryMail()).body).toEqual({ retried: 0 });
    mails.always('accepted');
    mails.cut();
    await allJobsDone(library.service.database);
    expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1);
    expect(await unsent()).toEqual([]);
  });

  test('is told with the attempts that failed before, too', async () => {
    const { reader } = await readyWithoutMail();
    const before = mails.receivedFor(reader.emailAddress).length;
    mails.always('stalled');
    await makeJobsDue(library.service.database);
    await eventually(() => expect(mails.receivedFor(reader.emailAddress)).toHaveLength(before + 1));
    await library.service.database.run(AGE_ATTEMPTS);
    expect(await unsent()).toMatchObject([
      { state: 'sending', attempts: expect.any(Number), failedAt: expect.stringMatching(TIMESTAMP) },
    ]);
    mails.always('accepted');
    mails.cut();
    await allJobsDone(library.service.database);
    expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1);
  });
});
