import {
  type EndedNotice,
  writeEndedNotices,
  writeHoldNotices,
} from '../../../src/notifications/sending/notice-outbox.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { makeJobsDue, waitForAttempts, waitUntilJobsAreDone } from '../../support/jobs.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { WEBSITE_ID } from '../../support/records.js';
import { tablesWith } from '../../support/stored/stored-text.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';

let mails: MailServer;
let library: TestLibrary;

beforeAll(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.alone({ name: 'Harbour Library' }, { ROLE: 'all', SMTP_URL: mails.url });
});
afterEach(async () => {
  mails.answerAllWith('accepted');
  await waitUntilJobsAreDone(library.service.database);
});
afterAll(async () => {
  await library.close();
  await mails.stop();
});

const rows = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  library.service.database.run(statement<Row>('', sql), values);

async function mailTo(address: string): Promise<ReceivedMail> {
  await eventually(() => expect(mails.acceptedFor(address)).toHaveLength(1));
  return mails.acceptedFor(address)[0]!;
}

let tickets = 1000;

/** As if a hold on this title had just ended. */
function ending({ reserveId }: TestTitle, members: Partial<EndedNotice> = {}): EndedNotice {
  const ticket = ++tickets;
  return {
    websiteId: WEBSITE_ID,
    reserveId,
    ticket,
    patronId: ticket,
    emailAddress: `ended-${ticket}@example.org`,
    language: null,
    reason: 'removed-by-staff',
    endedAt: new Date('2026-11-22T13:30:00Z'),
    ...members,
  };
}

function writeEnded(...endings: EndedNotice[]): Promise<void> {
  return library.service.database.transaction((connection) => writeEndedNotices(connection, endings));
}

describe('the notice of a hold that has ended', () => {
  test('says which, when and why', async () => {
    const title = await library.addTitle(0, { title: 'The Dispossessed' });
    const ended = ending(title);
    await writeEnded(ended);
    const { parsed } = await mailTo(ended.emailAddress);
    expect(parsed.subject).toBe('Your hold has ended: The Dispossessed (e-book)');
    expect(parsed.messageId).toMatch(/^<ended-[0-9a-f]{32}@/);
    for (const part of [parsed.text, parsed.html]) {
      expect(part).toContain('Sunday, 22 November 2026 at 13:30 UTC');
      expect(part).toContain('The library removed the hold.');
      expect(part).toContain('Harbour Library');
    }
  });

  test.each([
    ['removed-by-staff', 'removed the hold'],
    ['pickup-missed', 'not borrowed in time'],
    ['title-withdrawn', 'no longer has this title'],
    ['suspension-expired', 'suspended for a long time'],
    ['a reason of a later release', 'ask the library'],
    ['constructor', 'ask the library'],
  ])('has words for the reason %s', async (reason, words) => {
    const ended = ending(await library.addTitle(), { reason });
    await writeEnded(ended);
    expect((await mailTo(ended.emailAddress)).parsed.text).toContain(words);
  });

  test('leaves nothing of the address once it is sent', async () => {
    const ended = ending(await library.addTitle());
    await writeEnded(ended);
    await mailTo(ended.emailAddress);
    await waitUntilJobsAreDone(library.service.database);
    expect(await tablesWith(library.service.database, ended.emailAddress)).toEqual([]);
  });

  test('leaves nothing once the mail server refuses it', async () => {
    mails.answerAllWith({ refused: 'recipient', code: 550, text: 'Nobody here' });
    const ended = ending(await library.addTitle());
    await writeEnded(ended);
    await eventually(() => expect(mails.rcptToAddresses).toContain(ended.emailAddress));
    await waitUntilJobsAreDone(library.service.database);
    expect(await tablesWith(library.service.database, ended.emailAddress)).toEqual([]);
    expect(await rows('SELECT FROM graphile_worker._private_jobs')).toEqual([]);
  });

  test('is tried again, and leaves neither address nor job after the last attempt', async () => {
    mails.answerAllWith({ refused: 'recipient', code: 451, text: 'Later' });
    const ended = ending(await library.addTitle());
    await writeEnded(ended);
    await waitForAttempts(library.service.database, 1);
    expect(await tablesWith(library.service.database, ended.emailAddress)).toEqual(['public.ended_notice']);
    await rows('UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1');
    await makeJobsDue(library.service.database);
    await waitUntilJobsAreDone(library.service.database);
    expect(await tablesWith(library.service.database, ended.emailAddress)).toEqual([]);
    expect(mails.acceptedFor(ended.emailAddress)).toEqual([]);
  });

  test('is sent once, although it was written twice', async () => {
    const ended = ending(await library.addTitle());
    await writeEnded(ended, ending(await library.addTitle()));
    await mailTo(ended.emailAddress);
    await waitUntilJobsAreDone(library.service.database);
    await rows(
      `INSERT INTO notice_outbox (website_id, reserve_id, ticket, occasion, expires_at) VALUES ($1, $2, $3, 'ended', $4)`,
      [WEBSITE_ID, ended.reserveId, ended.ticket, ended.endedAt],
    );
    await waitUntilJobsAreDone(library.service.database);
    expect(mails.acceptedFor(ended.emailAddress)).toHaveLength(1);
  });

  test('is not written by a transaction that fails', async () => {
    const ended = ending(await library.addTitle());
    const failing = library.service.database.transaction(async (connection) => {
      await writeEndedNotices(connection, [ended]);
      throw new Error('The hold stays.');
    });
    await expect(failing).rejects.toThrow('The hold stays.');
    expect(await tablesWith(library.service.database, ended.emailAddress)).toEqual([]);
  });
});

describe('the warning that a suspended hold ends', () => {
  async function suspended(): Promise<{ hold: Held; endsAt: Date }> {
    const hold = await library.waiting();
    await mustSucceed(hold.patron.suspend(hold.title));
    const endsAt = new Date(Date.now() + 30 * 24 * 3_600_000);
    await rows('UPDATE hold SET suspension_ends_at = $2 WHERE reserve_id = $1', [
      hold.title.reserveId,
      endsAt,
    ]);
    return { hold, endsAt };
  }
  type Held = Awaited<ReturnType<TestLibrary['waiting']>>;

  const warn = ({ title }: Held, endsAt: Date): Promise<void> =>
    library.service.database.transaction((connection) =>
      writeHoldNotices(connection, 'suspension-ends', [
        { websiteId: WEBSITE_ID, reserveId: title.reserveId, ticket: 1, moment: endsAt },
      ]),
    );

  test('says until when to release it, once', async () => {
    const { hold, endsAt } = await suspended();
    await warn(hold, endsAt);
    const { parsed } = await mailTo(hold.patron.emailAddress);
    expect(parsed.messageId).toMatch(/^<suspension-ends-[0-9a-f]{32}@/);
    expect(parsed.text).toContain('unless you release it before then');
    expect(parsed.text).toContain(endsAt.toISOString().slice(11, 16));
    await waitUntilJobsAreDone(library.service.database);
    await warn(hold, endsAt);
    await waitUntilJobsAreDone(library.service.database);
    expect(mails.receivedFor(hold.patron.emailAddress)).toHaveLength(1);
  });

  test('is not sent for a hold that was released meanwhile', async () => {
    const { hold, endsAt } = await suspended();
    mails.answerAllWith({ refused: 'recipient', code: 451 });
    await warn(hold, endsAt);
    await waitForAttempts(library.service.database, 1);
    await mustSucceed(hold.patron.release(hold.title));
    mails.answerAllWith('accepted');
    await makeJobsDue(library.service.database);
    await waitUntilJobsAreDone(library.service.database);
    expect(mails.receivedFor(hold.patron.emailAddress)).toEqual([]);
  });

  test('is not sent for a suspension that was begun again meanwhile', async () => {
    const { hold, endsAt } = await suspended();
    mails.answerAllWith({ refused: 'recipient', code: 451 });
    await warn(hold, endsAt);
    await waitForAttempts(library.service.database, 1);
    await mustSucceed(hold.patron.release(hold.title));
    await mustSucceed(hold.patron.suspend(hold.title));
    mails.answerAllWith('accepted');
    await makeJobsDue(library.service.database);
    await waitUntilJobsAreDone(library.service.database);
    expect(mails.receivedFor(hold.patron.emailAddress)).toEqual([]);
  });

  test('is not written for a hold without an address', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    await mustSucceed(patron.place(title, { ignoreHoldEmail: true }));
    await mustSucceed(patron.suspend(title));
    await library.service.database.transaction(async (connection) => {
      await writeHoldNotices(connection, 'suspension-ends', [
        { websiteId: WEBSITE_ID, reserveId: title.reserveId, ticket: 1, moment: new Date() },
      ]);
      const written = statement('', 'SELECT FROM notice_outbox WHERE reserve_id = $1');
      expect(await connection.run(written, [title.reserveId])).toEqual([]);
    });
  });
});
