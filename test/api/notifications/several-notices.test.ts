import { mustSucceed } from '../../support/client.js';
import { DAY, eventually, HOUR, MINUTE } from '../../support/clock.js';
import { waitForAttempts, waitingJobs, waitUntilJobsAreDone } from '../../support/jobs.js';
import type { MailServer } from '../../support/mail-server.js';
import { metricsOf } from '../../support/metrics.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import { SandboxClock } from '../../support/sandbox-clock.js';
import type { TestLibrary, TestPatron, TestTitle } from '../../support/test-library.js';

/** Several notices to one patron in one mail. */

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
let clock: SandboxClock;
useMailingLibrary((opened) => ({ library, operator, mails } = opened), { SANDBOX: 'true' });
beforeEach(() => {
  clock = new SandboxClock(library.service.url);
});

const setNotices = (notices: object): Promise<void> =>
  library.import({ record: 'settings', websiteId: library.websiteId, notices });
const jobsDone = (): Promise<void> => waitUntilJobsAreDone(library.service.database);
const subjectsTo = ({ emailAddress }: TestPatron): unknown[] =>
  mails.acceptedFor(emailAddress).map(({ parsed }) => parsed.subject);

async function placeSome(patron: TestPatron, count: number): Promise<TestTitle[]> {
  const titles: TestTitle[] = [];
  for (let placed = 0; placed < count; placed++) {
    const title = await library.addTitle(1);
    await mustSucceed(patron.place(title));
    titles.push(title);
  }
  return titles;
}

describe('a library that lets notices wait for each other', () => {
  test('sends what becomes ready within some minutes as one mail, and counts nothing as late meanwhile', async () => {
    await setNotices({ gatherMinutes: 10 });
    const patron = await library.addPatron();
    await placeSome(patron, 1);
    await clock.advance(5 * MINUTE);
    const [, ended] = await placeSome(patron, 3);
    expect(await waitingJobs(library.service.database)).toHaveLength(4);
    expect((await metricsOf(library.service.url)).get('holdfast_notices_waiting')).toBe(0);
    await mustSucceed(operator.removeHold(patron, ended!));
    await clock.advance(6 * MINUTE);
    const told = 'Ready to borrow: 3 titles · Your hold has ended: 1 title';
    await eventually(() => expect(subjectsTo(patron)).toEqual([told]));
    await clock.advance(HOUR);
    await jobsDone();
    expect(subjectsTo(patron)).toHaveLength(1);
  });

  test('lets what is past wait, too', async () => {
    await setNotices({ gatherMinutes: 10 });
    const { patron, title } = await library.waiting();
    await mustSucceed(operator.removeHold(patron, title));
    const { prisma } = library.service.database;
    const where = { websiteId: library.websiteId, occasion: 'ended' };
    const written = await prisma.noticeOutbox.findMany({ where, select: { waitUntil: true } });
    expect(written).toEqual([{ waitUntil: expect.any(Date) as Date }]);
    await clock.advance(11 * MINUTE);
    await jobsDone();
  });

  test('tells nothing that is no longer true, and of one that is left as of one', async () => {
    await setNotices({ gatherMinutes: 10 });
    const patron = await library.addPatron();
    const [, borrowed] = await placeSome(patron, 2);
    await mustSucceed(patron.borrow(borrowed!));
    await clock.advance(11 * MINUTE);
    await jobsDone();
    expect(subjectsTo(patron)).toEqual([expect.stringMatching(/^Ready to borrow: .*\(e-book\)$/)]);
  });
});

test('what one change of the calendar moves is one mail to each patron', async () => {
  const patron = await library.addPatron();
  const titles = await placeSome(patron, 3);
  await jobsDone();
  const before = subjectsTo(patron).length;
  const endOf = async (title: TestTitle): Promise<string> =>
    (await mustSucceed(patron.find(title))).body.holdExpires as string;
  const end = await endOf(titles[0]!);
  const days = { from: end.slice(0, 10), to: new Date(Date.parse(end) + 2 * DAY * 1000).toISOString() };
  await library.import({
    ...{ record: 'calendar', websiteId: library.websiteId, entryId: 'move', kind: 'closed', name: 'Move' },
    ...{ from: days.from, to: days.to.slice(0, 10) },
  });
  await eventually(async () => {
    for (const title of titles) expect(await endOf(title)).not.toBe(end);
  });
  await clock.advance(6 * MINUTE);
  await eventually(() => expect(subjectsTo(patron).slice(before)).toEqual(['More time to borrow: 3 titles']));
});

describe('a library that sends notices once a day', () => {
  test('has the notices of a day in one mail, at its hour', async () => {
    await setNotices({ daily: true });
    const patron = await library.addPatron();
    await placeSome(patron, 2);
    expect(await waitingJobs(library.service.database)).toHaveLength(2);
    await clock.advance(DAY);
    await jobsDone();
    expect(subjectsTo(patron)).toEqual(['Ready to borrow: 2 titles']);
  });

  test('tells of a pickup that is too short for that at once, and sends what waits along', async () => {
    await setNotices({ daily: true });
    const patron = await library.addPatron();
    await placeSome(patron, 1);
    expect(subjectsTo(patron)).toEqual([]);
    await library.import({ record: 'library', websiteId: library.websiteId, name: 'Hours', pickupHours: 1 });
    await placeSome(patron, 1);
    await jobsDone();
    expect(subjectsTo(patron)).toEqual(['Ready to borrow: 2 titles']);
  });
});

describe('a patron who has chosen how mail comes', () => {
  const NOTICES = '/v1/patrons/me/notices';

  test('has the notices of a day in one mail, where those of others come at once', async () => {
    const patron = await library.addPatron();
    await mustSucceed(patron.put(NOTICES, { daily: true }));
    await placeSome(patron, 2);
    expect(await waitingJobs(library.service.database)).toHaveLength(2);
    await clock.advance(DAY);
    await jobsDone();
    expect(subjectsTo(patron)).toEqual(['Ready to borrow: 2 titles']);
  });

  test('has a notice at once, where those of others come once a day', async () => {
    await setNotices({ daily: true });
    const patron = await library.addPatron();
    await mustSucceed(patron.put(NOTICES, { daily: false }));
    await placeSome(patron, 1);
    await jobsDone();
    expect(subjectsTo(patron)).toHaveLength(1);
  });
});

describe('a mail with several notices', () => {
  const twoReady = async (): Promise<{ patron: TestPatron; titles: TestTitle[] }> => {
    await setNotices({ gatherMinutes: 10, reminderHours: 24 });
    const patron = await library.addPatron();
    const titles = await placeSome(patron, 2);
    await clock.advance(11 * MINUTE);
    return { patron, titles };
  };

  test('has the same Message-ID for each attempt, also when less is left to tell', async () => {
    mails.answerAllWith({ refused: 'message', code: 451 });
    const { patron, titles } = await twoReady();
    await waitForAttempts(library.service.database, 1);
    await mustSucceed(patron.borrow(titles[0]!));
    mails.answerAllWith('accepted');
    await jobsDone();
    const ids = new Set(mails.receivedFor(patron.emailAddress).map(({ parsed }) => parsed.messageId));
    expect([...ids]).toEqual([expect.stringMatching(/^<several-[0-9a-f]{32}@/)]);
    expect(subjectsTo(patron)).toEqual([expect.stringMatching(/^Ready to borrow: .*\(e-book\)$/)]);
  });

  /** The libraries of other tests have the same clock: their patrons are reminded, too. */
  const ownJobs = async (): Promise<unknown[]> =>
    (await waitingJobs(library.service.database)).filter(
      ({ payload }) => (payload as { websiteId?: number }).websiteId === library.websiteId,
    );

  test('is reminded of by one mail', async () => {
    const { patron } = await twoReady();
    await jobsDone();
    await clock.advance(49 * HOUR);
    await eventually(async () => expect(await ownJobs()).toHaveLength(2));
    await clock.advance(11 * MINUTE);
    await jobsDone();
    expect(subjectsTo(patron)).toEqual(['Ready to borrow: 2 titles', 'Please borrow soon: 2 titles']);
  });

  const unsent = async (): Promise<unknown> =>
    (await mustSucceed(operator.unsentMail({ websiteId: library.websiteId }))).body.notices;

  test('is listed with how many notices it tells of, while it is tried', async () => {
    mails.answerAllWith({ refused: 'message', code: 451 });
    await twoReady();
    await waitForAttempts(library.service.database, 1);
    const tried = expect.objectContaining({ state: 'retrying', noticesOfMail: 2 }) as object;
    expect(await unsent()).toEqual([tried, tried]);
  });

  const refused = expect.objectContaining({ occasion: 'ready', state: 'refused', smtpCode: 550 }) as object;

  test('is refused as a whole, and sent again as one mail', async () => {
    mails.answerNextWith({ refused: 'recipient', code: 550 });
    const { patron } = await twoReady();
    await jobsDone();
    expect(await unsent()).toEqual([refused, refused]);
    const again = await mustSucceed(operator.retryMail({ websiteId: library.websiteId }));
    expect(again.body).toEqual({ retried: 2 });
    await jobsDone();
    expect(subjectsTo(patron)).toEqual(['Ready to borrow: 2 titles']);
    expect(await unsent()).toEqual([]);
  });

  test('bounces as a whole', async () => {
    const { patron } = await twoReady();
    await jobsDone();
    const messageId = mails.acceptedFor(patron.emailAddress)[0]!.parsed.messageId!;
    const report = JSON.stringify({ messageId, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1' });
    const headers = { 'content-type': 'application/json' };
    await mustSucceed(operator.send('POST', '/operator/v1/bounces', { headers, body: report }));
    expect(await unsent()).toEqual([refused, refused]);
  });
});
