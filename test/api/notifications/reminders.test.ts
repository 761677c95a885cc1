import { QueueService } from '../../../src/circulation/queue.service.js';
import { writeHoldNotices } from '../../../src/notifications/sending/notice-outbox.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { makeJobsDue, waitForAttempts, waitUntilJobsAreDone } from '../../support/jobs.js';
import { MailServer, type MailOutcome, type ReceivedMail } from '../../support/mail-server.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import { library as libraryRecord, WEBSITE_ID } from '../../support/records.js';
import { startService } from '../../support/service.js';
import type { PatronAndTitle, TestLibrary } from '../../support/test-library.js';

/** What a patron is told of a hold after the first notice: a reminder, a missed pickup, and that a suspended hold ends. */

const PICKUP_HOURS = 72;
const REMINDER_HOURS = 24;
const UNTIL_REMINDER = (PICKUP_HOURS - REMINDER_HOURS) * HOUR;
const DELAYED: MailOutcome = { refused: 'recipient', code: 451 };

let mails: MailServer;
let library: TestLibrary;
const members = { pickupHours: PICKUP_HOURS, missedPickup: 'suspend' };
useMailingLibrary((opened) => ({ library, mails } = opened), {}, members);

const run = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  library.service.database.run(statement<Row>('', sql), values);
const waitForJobs = (): Promise<void> => waitUntilJobsAreDone(library.service.database);

/** The mails of this type that the patron has got. */
const noticesTo = ({ patron }: PatronAndTitle, noticeType: string): ReceivedMail[] =>
  mails
    .acceptedFor(patron.emailAddress)
    .filter(({ parsed }) => parsed.messageId?.startsWith(`<${noticeType}-`) === true);

/** A hold whose patron has had the notice that it is ready. */
async function toldReady(): Promise<PatronAndTitle> {
  const ready = await library.ready();
  await eventually(() => expect(mails.acceptedFor(ready.patron.emailAddress)).toHaveLength(1));
  await waitForJobs();
  return ready;
}

/** The reply codes of the title's notices that were refused. */
const failuresOf = ({ title }: PatronAndTitle): Promise<object[]> =>
  run('SELECT occasion, smtp_code AS code FROM notice_failure WHERE reserve_id = $1', [title.reserveId]);

/** As a worker does that died before it deleted the notice. */
const writeAgain = ({ title }: PatronAndTitle, noticeType: string, moment: string): Promise<unknown> =>
  run(
    `INSERT INTO notice_outbox (website_id, reserve_id, ticket, occasion, expires_at)
     SELECT website_id, reserve_id, ticket, $2, ${moment} FROM hold WHERE reserve_id = $1`,
    [title.reserveId, noticeType],
  );

/** What the notice is about changes after its first attempt, which the mail server has put off. */
async function changeBeforeMail(change: () => Promise<unknown>): Promise<void> {
  await waitForAttempts(library.service.database, 1);
  await change();
  mails.answerAllWith('accepted');
  await makeJobsDue(library.service.database);
  await waitForJobs();
}

describe('a reminder', () => {
  const remind = (reminderHours: number | null): Promise<void> =>
    library.import({ record: 'settings', websiteId: WEBSITE_ID, notices: { reminderHours } });

  /** When each open reminder is due, in hours from now. */
  const hoursToReminders = async (): Promise<number[]> =>
    (
      await run<{ hours: number }>(
        `SELECT round(extract(epoch FROM remind_at - service_now()) / 3600)::int AS hours FROM sent_notice
         WHERE remind_at IS NOT NULL AND website_id = $1`,
        [library.websiteId],
      )
    ).map(({ hours }) => hours);

  /** Until no reminder is due, and every notice is sent. */
  async function waitUntilRemindersAreWritten(): Promise<void> {
    await eventually(async () =>
      expect(await run('SELECT FROM sent_notice WHERE remind_at <= service_now()')).toEqual([]),
    );
    await waitForJobs();
  }

  test('comes once, at the library’s hours before the end, if nobody has borrowed or suspended meanwhile', async () => {
    await remind(REMINDER_HOURS);
    const [held, borrowed, suspended] = [await toldReady(), await toldReady(), await toldReady()];
    expect(await hoursToReminders()).toEqual([UNTIL_REMINDER / HOUR, UNTIL_REMINDER / HOUR, 48]);
    await mustSucceed(borrowed.patron.borrow(borrowed.title));
    await mustSucceed(suspended.patron.suspend(suspended.title));
    await advanceClock(library.service, UNTIL_REMINDER - HOUR);
    await waitUntilRemindersAreWritten();
    expect(noticesTo(held, 'reminder')).toEqual([]);
    await advanceClock(library.service, HOUR);
    await eventually(() => expect(noticesTo(held, 'reminder')).toHaveLength(1));
    await advanceClock(library.service, HOUR);
    await waitUntilRemindersAreWritten();
    const [reminder, ...others] = noticesTo(held, 'reminder');
    expect(others).toEqual([]);
    expect(reminder?.parsed.subject).toMatch(/^Please borrow soon: /);
    for (const { patron } of [borrowed, suspended])
      expect(mails.receivedFor(patron.emailAddress)).toHaveLength(1);
  });

  test.each([
    ['the library wants none', 0],
    ['the library has not said', null],
    ['the pickup is shorter than its hours', PICKUP_HOURS + 1],
  ])('does not come if %s', async (_, hours) => {
    await remind(hours);
    await toldReady();
    expect(await hoursToReminders()).toEqual([]);
  });

  test('comes once from several workers, also if one of them died before it deleted the notice', async () => {
    await remind(REMINDER_HOURS);
    const settings = { ROLE: 'worker', SMTP_URL: mails.url, DATABASE_URL: library.service.databaseUrl };
    const others = [await startService([], settings), await startService([], settings)];
    const held = await toldReady();
    await advanceClock(library.service, UNTIL_REMINDER);
    await eventually(() => expect(noticesTo(held, 'reminder')).toHaveLength(1));
    await waitForJobs();
    await writeAgain(held, 'reminder', 'expires_at');
    await waitForJobs();
    expect(noticesTo(held, 'reminder')).toHaveLength(1);
    for (const worker of others) await worker.close();
  });

  test('that an address refuses is listed as failing', async () => {
    await remind(REMINDER_HOURS);
    const held = await toldReady();
    mails.answerAllWith({ refused: 'recipient', code: 550 });
    await advanceClock(library.service, UNTIL_REMINDER);
    await eventually(async () => expect(await failuresOf(held)).toMatchObject([{ code: 550 }]));
  });
});

describe('the notice of a missed pickup', () => {
  /** The refused request writes down what time has ended. */
  async function missPickup({ patron, title }: PatronAndTitle): Promise<void> {
    await advanceClock(library.service, 4 * DAY);
    expectRefusal(await patron.suspend(title), 'HoldAlreadySuspended');
  }
  const missedNoticesTo = (held: PatronAndTitle): ReceivedMail[] => noticesTo(held, 'pickup-missed');

  test('tells that the hold is suspended and how to resume it, once', async () => {
    const held = await toldReady();
    await missPickup(held);
    await eventually(() => expect(missedNoticesTo(held)).toHaveLength(1));
    const [{ parsed }] = missedNoticesTo(held) as [ReceivedMail];
    expect(parsed.messageId).toMatch(/^<pickup-missed-[0-9a-f]{32}@/);
    expect(parsed.subject).toBe(`Your hold is suspended: Title ${held.title.crossRefId} (e-book)`);
    for (const part of [parsed.text, parsed.html]) {
      expect(part).toContain('but was not borrowed');
      expect(part).toContain('until you resume it in the list of your holds');
    }
    const [, until] = /until (.*?), but/.exec(parsed.text ?? '') ?? [];
    // The notice of the ready hold has named the same moment.
    expect(until).toMatch(/ at \d\d:\d\d UTC$/);
    expect(mails.acceptedFor(held.patron.emailAddress)[0]?.parsed.text).toContain(`borrow it by ${until}.`);

    await waitForJobs();
    await writeAgain(held, 'pickup-missed', 'suspended_since');
    await waitForJobs();
    expect(missedNoticesTo(held)).toHaveLength(1);
  });

  const week = { suspensionType: 'limited', numberOfDays: 7 };
  const indefinite = { suspensionType: 'indefinite' };
  test.each<[string, (held: PatronAndTitle) => Promise<unknown>]>([
    ['released', ({ patron, title }) => mustSucceed(patron.release(title))],
    ['suspended for some days', ({ patron, title }) => mustSucceed(patron.editSuspension(title, week))],
    ['suspended again', ({ patron, title }) => mustSucceed(patron.editSuspension(title, indefinite))],
    ['removed', ({ patron, title }) => mustSucceed(patron.remove(title))],
  ])('is not sent for a hold that was %s before the mail', async (_, change) => {
    const held = await toldReady();
    mails.answerAllWith(DELAYED);
    await missPickup(held);
    await changeBeforeMail(() => change(held));
    expect(missedNoticesTo(held)).toEqual([]);
  });

  test('is not sent where a missed pickup ends in a few days of rest', async () => {
    await library.import(libraryRecord({ missedPickup: 'redeliver-once' }));
    const held = await toldReady();
    await missPickup(held);
    await waitForJobs();
    expect(await conditionsOf(held.title, held.patron)).toEqual(['suspended']);
    expect(mails.receivedFor(held.patron.emailAddress)).toHaveLength(1);
  });

  const WRITTEN = statement('', 'SELECT occasion FROM notice_outbox WHERE reserve_id = $1');

  test.each([
    ['written', 'with', undefined, [{ occasion: 'pickup-missed' }]],
    ['not written', 'without', { ignoreHoldEmail: true }, []],
  ])('is %s for a hold %s an address', async (_, __, values, expected) => {
    const { reserveId } = (await library.ready(values)).title;
    await waitForJobs();
    await advanceClock(library.service, 4 * DAY);
    // Before the commit, so that no worker has deleted it.
    await library.service.database.transaction(async (connection) => {
      await new QueueService().lockAndApplyDue(connection, { websiteId: library.websiteId, reserveId });
      expect(await connection.run(WRITTEN, [reserveId])).toEqual(expected);
    });
  });

  test('that an address refuses is recorded', async () => {
    const held = await toldReady();
    mails.answerAllWith({ refused: 'recipient', code: 550 });
    await missPickup(held);
    await eventually(async () =>
      expect(await failuresOf(held)).toEqual([{ occasion: 'pickup-missed', code: 550 }]),
    );
    expect(missedNoticesTo(held)).toEqual([]);
  });
});

describe('the warning that a suspended hold ends', () => {
  async function suspended(): Promise<{ hold: PatronAndTitle; endsAt: Date }> {
    const hold = await library.suspended();
    const endsAt = new Date((await serviceTime(library.service)).getTime() + 30 * DAY * 1000);
    await run('UPDATE hold SET suspension_ends_at = $2 WHERE reserve_id = $1', [
      hold.title.reserveId,
      endsAt,
    ]);
    return { hold, endsAt };
  }

  const warn = ({ title: { reserveId } }: PatronAndTitle, moment: Date): Promise<unknown[]> =>
    library.service.database.transaction(async (connection) => {
      const notice = { websiteId: library.websiteId, reserveId, ticket: 1, moment };
      await writeHoldNotices(connection, 'suspension-ends', [notice]);
      return connection.run(statement('', 'SELECT FROM notice_outbox WHERE reserve_id = $1'), [reserveId]);
    });

  test('says until when to resume it, once, and is not written for a hold without an address', async () => {
    const { hold, endsAt } = await suspended();
    expect(await warn(hold, endsAt)).toHaveLength(1);
    await eventually(() => expect(noticesTo(hold, 'suspension-ends')).toHaveLength(1));
    const [{ parsed }] = noticesTo(hold, 'suspension-ends') as [ReceivedMail];
    expect(parsed.text).toContain('unless you resume it before then');
    expect(parsed.text).toContain(endsAt.toISOString().slice(11, 16));
    await waitForJobs();
    await warn(hold, endsAt);
    await waitForJobs();
    expect(mails.receivedFor(hold.patron.emailAddress)).toHaveLength(1);
    const silent = await library.suspended(undefined, { ignoreHoldEmail: true });
    expect(await warn(silent, endsAt)).toEqual([]);
  });

  test.each(['released', 'released and suspended again'])(
    'is not sent for a hold that was %s',
    async (what) => {
      const { hold, endsAt } = await suspended();
      mails.answerAllWith(DELAYED);
      await warn(hold, endsAt);
      await changeBeforeMail(async () => {
        await mustSucceed(hold.patron.release(hold.title));
        if (what !== 'released') await mustSucceed(hold.patron.suspend(hold.title));
      });
      expect(mails.receivedFor(hold.patron.emailAddress)).toEqual([]);
    },
  );
});
