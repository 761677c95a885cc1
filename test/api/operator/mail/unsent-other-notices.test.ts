import { writeHoldNotices } from '../../../../src/notifications/sending/notice-outbox.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, eventually } from '../../../support/clock.js';
import { waitForAttempts, waitUntilJobsAreDone } from '../../../support/jobs.js';
import type { MailOutcome, MailServer } from '../../../support/mail-server.js';
import { library as libraryRecord, WEBSITE_ID } from '../../../support/records.js';
import type { PatronAndTitle, TestLibrary } from '../../../support/test-library.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../../support/operator/operator-library.js';

const REFUSED: MailOutcome = { refused: 'recipient', code: 550 };
const DELAYED: MailOutcome = { refused: 'recipient', code: 451 };

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
useMailingLibrary((opened) => ({ library, operator, mails } = opened));

async function unsent(): Promise<Readonly<Record<string, unknown>>[]> {
  return (await mustSucceed(operator.unsentMail())).body.notices as Readonly<Record<string, unknown>>[];
}

const retry = async (): Promise<unknown> => (await mustSucceed(operator.retryMail())).body;
const run = (text: string, values: unknown[] = []): Promise<unknown[]> =>
  library.service.database.run(statement('', text), values);

/** A suspended hold whose patron is warned that it ends in 30 days. */
async function warned(): Promise<PatronAndTitle> {
  const hold = await library.suspended();
  const { reserveId } = hold.title;
  const endsAt = new Date(Date.now() + 30 * 24 * 3_600_000);
  await run('UPDATE hold SET suspension_ends_at = $2 WHERE reserve_id = $1', [reserveId, endsAt]);
  await library.service.database.transaction((connection) =>
    writeHoldNotices(connection, 'suspension-ends', [
      { websiteId: WEBSITE_ID, reserveId, ticket: 1, moment: endsAt },
    ]),
  );
  return hold;
}

describe('a warning that a suspended hold ends', () => {
  const listed = ({ patron, title: { reserveId } }: PatronAndTitle): object => ({
    occasion: 'suspension-ends',
    websiteId: WEBSITE_ID,
    reserveId,
    ticket: 1,
    patronId: patron.patronId,
  });

  test('is listed when it was refused, and sent to the corrected address', async () => {
    mails.answerAllWith(REFUSED);
    const hold = await warned();
    await eventually(async () =>
      expect(await unsent()).toMatchObject([{ ...listed(hold), state: 'refused', smtpCode: 550 }]),
    );
    await waitUntilJobsAreDone(library.service.database);
    mails.answerAllWith('accepted');
    const notice = { websiteId: WEBSITE_ID, reserveId: hold.title.reserveId, ticket: 1 };
    const corrected = { emailAddress: 'corrected@example.org' };
    expect((await mustSucceed(operator.retryNotice(notice, corrected))).body).toEqual({ retried: 1 });
    await eventually(() => expect(mails.acceptedFor(corrected.emailAddress)).toHaveLength(1));
    expect(mails.acceptedFor(corrected.emailAddress)[0]?.parsed.messageId).toMatch(/^<suspension-ends-/);
    expect(await unsent()).toEqual([]);
  });

  test('is listed when it bounced, and can be sent again', async () => {
    const hold = await warned();
    const { emailAddress } = hold.patron;
    await eventually(() => expect(mails.acceptedFor(emailAddress)).toHaveLength(1));
    await waitUntilJobsAreDone(library.service.database);
    const { messageId } = mails.acceptedFor(emailAddress)[0]!.parsed;
    await mustSucceed(
      operator.send('POST', '/operator/v1/bounces', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messageId, status: '5.1.1' }),
      }),
    );
    expect(await unsent()).toMatchObject([{ ...listed(hold), state: 'refused', smtpCode: 550 }]);
    expect(await retry()).toEqual({ retried: 1 });
    await eventually(() => expect(mails.acceptedFor(emailAddress)).toHaveLength(2));
    expect(await unsent()).toEqual([]);
  });

  test('is listed after its last attempt, and can be sent again', async () => {
    mails.answerAllWith(DELAYED);
    const hold = await warned();
    await waitForAttempts(library.service.database, 1);
    expect(await unsent()).toMatchObject([{ ...listed(hold), state: 'retrying', attempts: 1 }]);
    await run('UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1');
    await eventually(async () => {
      await run('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL');
      await run(`SELECT pg_notify('jobs:insert', '{"r":1,"count":1}')`);
      expect(await unsent()).toMatchObject([{ ...listed(hold), state: 'given-up' }]);
    });
    mails.answerAllWith('accepted');
    expect(await retry()).toEqual({ retried: 1 });
    await eventually(() => expect(mails.acceptedFor(hold.patron.emailAddress)).toHaveLength(1));
    await eventually(async () => expect(await unsent()).toEqual([]));
  });

  test('is no longer listed once the hold is released', async () => {
    mails.answerAllWith(REFUSED);
    const { patron, title } = await warned();
    await eventually(async () => expect(await unsent()).toHaveLength(1));
    await waitUntilJobsAreDone(library.service.database);
    await mustSucceed(patron.release(title));
    expect([await unsent(), await retry()]).toEqual([[], { retried: 0 }]);
  });
});

test('the notice that a missed pickup has suspended a hold is listed instead of the one that it was ready', async () => {
  await library.import(libraryRecord({ missedPickup: 'suspend' }));
  mails.answerAllWith(REFUSED);
  const { patron, title } = await library.ready();
  const notice = { websiteId: WEBSITE_ID, reserveId: title.reserveId, ticket: 1, state: 'refused' };
  await eventually(async () => expect(await unsent()).toMatchObject([{ ...notice, occasion: 'ready' }]));
  await advanceClock(library.service, 4 * DAY);
  expectRefusal(await patron.suspend(title), 'HoldAlreadySuspended');
  await eventually(async () =>
    expect(await unsent()).toMatchObject([{ ...notice, occasion: 'pickup-missed' }]),
  );
  await waitUntilJobsAreDone(library.service.database);
  mails.answerAllWith('accepted');
  expect(await retry()).toEqual({ retried: 1 });
  await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
  expect(mails.acceptedFor(patron.emailAddress)[0]?.parsed.messageId).toMatch(/^<pickup-missed-/);
  expect(await unsent()).toEqual([]);
});

describe('the notice that a hold has ended', () => {
  test('is listed without its patron while it is delayed, and can be sent at once', async () => {
    mails.answerAllWith(DELAYED);
    const { patron, title } = await library.waiting();
    await mustSucceed(operator.removeHold(patron, title));
    await eventually(async () =>
      expect(await unsent()).toMatchObject([
        { occasion: 'ended', reserveId: title.reserveId, patronId: null, state: 'retrying', smtpCode: null },
      ]),
    );
    await eventually(async () =>
      expect(
        await run(
          "UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day' WHERE locked_at IS NULL RETURNING 1",
        ),
      ).toHaveLength(1),
    );
    mails.answerAllWith('accepted');
    expect(await retry()).toEqual({ retried: 1 });
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    await eventually(async () => expect(await unsent()).toEqual([]));
  });

  test('leaves nothing to list once it is refused', async () => {
    mails.answerAllWith(REFUSED);
    const { patron, title } = await library.waiting();
    await mustSucceed(operator.removeHold(patron, title));
    await eventually(() => expect(mails.rcptToAddresses).toContain(patron.emailAddress));
    await waitUntilJobsAreDone(library.service.database);
    expect([await unsent(), await retry()]).toEqual([[], { retried: 0 }]);
  });
});
