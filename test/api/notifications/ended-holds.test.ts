import type { HoldEndReason } from '../../../src/domain/holds/hold-end.js';
import {
  type EndedNotice as WrittenNotice,
  writeEndedNotices,
} from '../../../src/notifications/sending/notice-outbox.store.js';
import { purgeEndedNotices } from '../../../src/notifications/sending/sent-notice.store.js';
import { LibraryGroups } from '../../../src/platform/database/library-groups.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually } from '../../support/clock.js';
import { makeJobsDue, waitForAttempts, waitingJobs, waitUntilJobsAreDone } from '../../support/jobs.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import {
  copies as copiesRecord,
  patron as patronRecord,
  title as titleRecord,
  toLines,
} from '../../support/records.js';
import { rowsLinking, tablesWith } from '../../support/stored/stored-text.js';
import type { PatronAndTitle, TestLibrary, TestPatron } from '../../support/test-library.js';

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
useMailingLibrary(
  (opened) => ({ library, operator, mails } = opened),
  {},
  {
    name: 'Harbour Library',
    missedPickup: 'cancel',
  },
);

async function sendRecord(record: object): Promise<void> {
  await mustSucceed(operator.sendRecords(toLines({ record: '', websiteId: library.websiteId, ...record })));
}

/** To be told by mail. */
type EndedNotice = WrittenNotice & { readonly emailAddress: string };

const waitForJobs = (): Promise<void> => waitUntilJobsAreDone(library.service.database);
const tablesWithText = (text: string): Promise<string[]> => tablesWith(library.service.database, text);
const mailsTo = ({ emailAddress }: { emailAddress: string }): ReceivedMail[] =>
  mails.acceptedFor(emailAddress);

/** A waiting hold that staff have removed while the mail server takes no mail. */
async function removed(): Promise<PatronAndTitle> {
  mails.answerAllWith({ refused: 'recipient', code: 451, text: 'Later' });
  const held = await library.waiting();
  await mustSucceed(operator.removeHold(held.patron, held.title));
  return held;
}

/** All mails that wait are delivered now. One that was on its way before what the test has done would be accepted, too. */
async function deliver(): Promise<void> {
  await eventually(async () => {
    const onTheirWay = (await waitingJobs(library.service.database)).filter(({ taken }) => taken);
    expect(onTheirWay).toEqual([]);
  });
  mails.answerAllWith('accepted');
  await waitForJobs();
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
      sendRecord({ record: 'hold', patronId, reserveId, delete: true }),
  ],
  ['pickup-missed', 'not borrowed in time', missPickup],
  [
    'title-withdrawn',
    'The library no longer has this title.',
    ({ title: { reserveId } }) => sendRecord({ record: 'withdrawal', reserveId, reason: 'lost' }),
  ],
  ['patron-deleted', undefined, ({ patron }) => mustSucceed(operator.forget(patron))],
];

test.each(ENDINGS)(
  '%s: the patron is told "%s", and nothing ties them to the title then',
  async (reason, words, end) => {
    const held = await library.ready();
    await eventually(() => expect(mailsTo(held.patron)).toHaveLength(1));
    await end(held);
    expect((await held.patron.find(held.title)).status).toBe(reason === 'patron-deleted' ? 401 : 404);
    await waitForJobs();
    const [, told, ...others] = mailsTo(held.patron);
    expect([told === undefined, others]).toEqual([words === undefined, []]);
    if (words !== undefined) expect(told?.parsed.text).toContain(words);
    if (reason === 'borrowed') await mustSucceed(held.patron.returnTitle(held.title));
    expect(await rowsLinking(library.service.database, held)).toEqual([]);
  },
);

test('nobody is told of a hold that goes on as that of another card, or that has no address', async () => {
  const { patron, title } = await library.waiting();
  const other = await library.addPatron();
  await mustSucceed(other.place(title));
  await mustSucceed(operator.merge(patron, other.patronId));
  expect((await other.find(title)).body).toMatchObject({ numberOfHolds: 1 });
  const { patron: silent, title: held } = await library.waiting({ ignoreHoldEmail: true });
  await mustSucceed(operator.removeHold(silent, held));
  await waitForJobs();
  for (const { emailAddress } of [patron, other, silent]) expect(mails.receivedFor(emailAddress)).toEqual([]);
});

test('the mail is in the language of the patron', async () => {
  const { patron, title } = await library.waiting();
  await library.import(patronRecord(patron.patronId, { language: 'de' }));
  await mustSucceed(operator.removeHold(patron, title));
  await waitForJobs();
  const { headers, subject } = mailsTo(patron)[0]!.parsed;
  expect(headers.find(({ key }) => key === 'content-language')?.value).toBe('de');
  expect(subject).not.toContain('Your hold');
});

describe('the notice of a hold that has ended', () => {
  let tickets = 1000;

  /** As if a hold on a new title had just ended. */
  async function ending(members: Partial<EndedNotice> = {}): Promise<EndedNotice> {
    const { reserveId } = await library.addTitle(0, { title: 'The Dispossessed' });
    const ticket = ++tickets;
    return {
      ...{ websiteId: library.websiteId, reserveId, ticket, patronId: ticket, language: null },
      ...{ emailAddress: `ended-${ticket}@example.org`, reason: 'removed-by-staff' },
      ...{ endedAt: new Date('2026-11-22T13:30:00Z'), ...members },
    };
  }

  const writeEnded = (...endings: EndedNotice[]): Promise<void> =>
    library.service.database.transaction((connection) => writeEndedNotices(connection, endings));

  test('says which, when and why, once, and leaves nothing of the address', async () => {
    const ended = await ending();
    await writeEnded(ended, await ending());
    await waitForJobs();
    const { parsed } = mailsTo(ended)[0]!;
    expect(parsed.subject).toBe('Your hold has ended: The Dispossessed (e-book)');
    expect(parsed.messageId).toMatch(/^<ended-[0-9a-f]{32}@/);
    for (const part of [parsed.text, parsed.html])
      for (const words of ['Sunday, 22 November 2026 at 13:30 UTC', 'removed the hold.', 'Harbour Library'])
        expect(part).toContain(words);
    expect(await tablesWithText(ended.emailAddress)).toEqual([]);
    await library.service.database.run(WRITE_AGAIN, [
      library.websiteId,
      ended.reserveId,
      ended.ticket,
      ended.endedAt,
    ]);
    await waitForJobs();
    expect(mailsTo(ended)).toHaveLength(1);
  });

  const WRITE_AGAIN = statement(
    'test-write-ended-again',
    `INSERT INTO notice_outbox (website_id, reserve_id, ticket, occasion, expires_at) VALUES ($1, $2, $3, 'ended', $4)`,
  );

  test('is sent by a library without patrons, too, which is in no group of a cluster', async () => {
    jest.spyOn(LibraryGroups.prototype, 'list').mockResolvedValue([[library.websiteId + 1]]);
    const ended = await ending();
    await writeEnded(ended);
    await waitForJobs();
    jest.restoreAllMocks();
    expect(mailsTo(ended)).toHaveLength(1);
  });

  test('has words for each reason', async () => {
    const words = {
      'removed-by-staff': 'removed the hold',
      'pickup-missed': 'not borrowed in time',
      'title-withdrawn': 'no longer has this title',
      'suspension-expired': 'suspended for a long time',
      'no-copies': 'no other has come',
      'licence-ended': 'has not been renewed',
      'not-needed': 'no longer need the title',
      'a reason of a later release': 'ask the library',
      constructor: 'ask the library',
    };
    const endings: EndedNotice[] = [];
    for (const reason of Object.keys(words)) endings.push(await ending({ reason }));
    await writeEnded(...endings);
    await waitForJobs();
    const texts = endings.map((ended) => mailsTo(ended)[0]?.parsed.text);
    expect(texts).toEqual(Object.values(words).map((text) => expect.stringContaining(text) as unknown));
  });

  test('leaves neither address nor job once the mail server refuses it, or after the last attempt', async () => {
    const { database } = library.service;
    mails.answerAllWith({ refused: 'recipient', code: 550, text: 'Nobody here' });
    const refused = await ending();
    await writeEnded(refused);
    await eventually(() => expect(mails.rcptToAddresses).toContain(refused.emailAddress));
    await waitForJobs();
    mails.answerAllWith({ refused: 'recipient', code: 451, text: 'Later' });
    const delayed = await ending();
    await writeEnded(delayed);
    await waitForAttempts(database, 1);
    expect(await tablesWithText(delayed.emailAddress)).toEqual(['public.ended_notice']);
    await database.run(LAST_ATTEMPT);
    await makeJobsDue(database);
    await waitForJobs();
    for (const { emailAddress } of [refused, delayed]) expect(await tablesWithText(emailAddress)).toEqual([]);
    expect(await database.run(JOBS)).toEqual([]);
    expect(mailsTo(delayed)).toEqual([]);
  });

  const LAST_ATTEMPT = statement(
    'test-last-attempt',
    'UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1',
  );
  const JOBS = statement('test-all-jobs', 'SELECT FROM graphile_worker._private_jobs');

  test('is not written by a transaction that fails', async () => {
    const ended = await ending();
    const failing = library.service.database.transaction(async (connection) => {
      await writeEndedNotices(connection, [ended]);
      throw new Error('The hold stays.');
    });
    await expect(failing).rejects.toThrow('The hold stays.');
    expect(await tablesWithText(ended.emailAddress)).toEqual([]);
  });
});

describe('while the mail waits', () => {
  test('a patron who is forgotten is in no table, also with an earlier address', async () => {
    const { patron } = await removed();
    expect(await tablesWithText(patron.emailAddress)).toContain('public.ended_notice');
    await mustSucceed(patron.place(await library.addTitle(), { emailAddress: 'later@example.org' }));
    await mustSucceed(operator.forget(patron));
    expect(await tablesWithText(patron.emailAddress)).toEqual([]);
    await deliver();
    expect(mailsTo(patron)).toEqual([]);
  });

  test('a patron who is forgotten takes nothing from a member of the family with the same address', async () => {
    mails.answerAllWith({ refused: 'recipient', code: 451, text: 'Later' });
    const emailAddress = 'family@example.org';
    const title = await library.addTitle();
    const [leaving, staying] = await library.addPatrons(2);
    const both: TestPatron[] = [leaving, staying];
    for (const patron of both) await mustSucceed(patron.place(title, { emailAddress }));
    for (const patron of both) await mustSucceed(operator.removeHold(patron, title));
    await mustSucceed(operator.forget(leaving));
    await deliver();
    expect(mailsTo({ emailAddress })).toHaveLength(1);
  });

  test('it goes with the card into which that of the patron is merged', async () => {
    const { patron } = await removed();
    const other = await library.addPatron();
    await mustSucceed(operator.merge(patron, other.patronId));
    expect(await tablesWithText(patron.emailAddress)).toContain('public.ended_notice');
    await mustSucceed(operator.forget(other));
    expect(await tablesWithText(patron.emailAddress)).toEqual([]);
  });

  test('a title that was removed and came again is another', async () => {
    const { patron: former, title } = await removed();
    await mustSucceed(operator.sendRecords(toLines({ record: 'title', ...title, delete: true })));
    const { crossRefId } = title;
    await library.import(titleRecord(crossRefId, { title: 'The Same Again' }), copiesRecord(crossRefId, 0));
    const again = await library.addPatron();
    await mustSucceed(again.place(title));
    await mustSucceed(operator.removeHold(again, title));
    await deliver();
    expect(mailsTo(former)).toHaveLength(1);
    expect(mailsTo(again)[0]?.parsed.text).toContain('The Same Again');
  });

  test('a clock that is moved on by weeks loses none; what is left after a week without a worker is forgotten', async () => {
    const { database } = library.service;
    const { patron } = await removed();
    await advanceClock(library.service, 30 * DAY);
    await purgeEndedNotices(database);
    await deliver();
    expect(mailsTo(patron)).toHaveLength(1);
    const { patron: other } = await removed();
    await database.run(A_WEEK_LATER, [library.websiteId]);
    expect(await purgeEndedNotices(database)).toBe(1);
    expect(await tablesWithText(other.emailAddress)).toEqual(['public.patron']);
  });

  const A_WEEK_LATER = statement(
    'test-a-week-later',
    `UPDATE ended_notice SET forget_at = (SELECT forget_at - interval '7 days') WHERE website_id = $1`,
  );
});
