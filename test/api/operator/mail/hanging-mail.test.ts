import { statement } from '../../../../src/platform/database/statement.js';
import { expectOk, TIMESTAMP } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { WEBSITE_ID } from '../../../support/records.js';
import type { MailServer } from '../../../support/mail-server.js';
import type { PatronAndTitle, TestLibrary } from '../../../support/test-library.js';
import { waitUntilJobsAreDone, waitForAttempts, makeJobsDue } from '../../../support/jobs.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../../support/operator/operator-library.js';

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
useMailingLibrary((opened) => ({ library, operator, mails } = opened));

interface Notice {
  readonly sendingSince: string | null;
}

async function unsent(): Promise<Notice[]> {
  return (await mustSucceed(operator.unsentMail())).body.notices as Notice[];
}

/** A hold that became ready while the mail server took no mail now; resolves when that was noted. */
async function readyWithoutMail(): Promise<PatronAndTitle> {
  mails.answerAllWith({ refused: 'recipient', code: 451, text: 'try later' });
  const held = await library.ready();
  await waitForAttempts(library.service.database, 1);
  return held;
}

/** As if the attempts in progress had begun a minute ago. */
const AGE_ATTEMPTS = statement(
  'test-age-attempts',
  `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL`,
);

describe('a notice that is under way for long', () => {
  test('is listed with the time since when, though it has not failed yet', async () => {
    mails.answerAllWith('stalled');
    const { patron, title } = await library.ready();
    await eventually(() => expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1));
    await library.service.database.run(AGE_ATTEMPTS);
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
          state: 'sending',
          smtpCode: null,
          attempts: 0,
          failedAt: null,
          nextAttemptAt: null,
          sendingSince: expect.stringMatching(TIMESTAMP),
        },
      ],
    });
    expect(Date.parse((answer.body.notices as [Notice])[0].sendingSince ?? '')).toBeLessThan(
      Date.now() - 55_000,
    );
    expect((await operator.retryMail()).body).toEqual({ retried: 0 });
    mails.answerAllWith('accepted');
    mails.cutConnections();
    await waitUntilJobsAreDone(library.service.database);
    expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
    expect(await unsent()).toEqual([]);
  });

  test('is listed with the attempts that failed before, too', async () => {
    const { patron } = await readyWithoutMail();
    const before = mails.receivedFor(patron.emailAddress).length;
    mails.answerAllWith('stalled');
    await makeJobsDue(library.service.database);
    await eventually(() => expect(mails.receivedFor(patron.emailAddress)).toHaveLength(before + 1));
    await library.service.database.run(AGE_ATTEMPTS);
    expect(await unsent()).toMatchObject([
      { state: 'sending', attempts: expect.any(Number), failedAt: expect.stringMatching(TIMESTAMP) },
    ]);
    mails.answerAllWith('accepted');
    mails.cutConnections();
    await waitUntilJobsAreDone(library.service.database);
    expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
  });
});
