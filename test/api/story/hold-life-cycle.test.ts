import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { DAY, eventually, HOUR } from '../../support/clock.js';
import { conditionIn, type SeenCondition } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { waitingJobs } from '../../support/jobs.js';
import { MailServer } from '../../support/mail-server.js';
import { SandboxClock } from '../../support/sandbox-clock.js';
import { openSandboxLibrary, type SandboxLibrary } from '../../support/runs/sandbox-library.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';
import { TimersProbe } from '../../support/stored/timers-probe.js';

let sandbox: SandboxLibrary;
let mails: MailServer;
let library: TestLibrary;
let clock: SandboxClock;
let timers: TimersProbe;

beforeAll(async () => {
  sandbox = await openSandboxLibrary();
  ({ library, clock, mails } = sandbox);
  timers = await TimersProbe.start(library, clock);
  await recordOvertaking(library.service.database);
});
afterEach(async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});
afterAll(() => sandbox.close());

/** Waits until the timers and the mail are done. */
async function waitUntilIdle(): Promise<void> {
  await timers.waitUntilDone();
  await eventually(async () => expect(await waitingJobs(library.service.database)).toEqual([]));
}

function countMailsTo({ emailAddress }: TestPatron): number {
  return mails.receivedFor(emailAddress).length;
}

test('two patrons share one copy: each ready hold, missed pickup and ended loan passes it on, with one notice each', async () => {
  const title = await library.addTitle(1, { title: 'The only copy' });
  const [a, b] = await library.addPatrons(2);
  const conditions = async (): Promise<SeenCondition[]> => [
    conditionIn(await a.find(title)),
    conditionIn(await b.find(title)),
  ];

  expectCreated(await a.place(title));
  expectCreated(await b.place(title));
  await waitUntilIdle();
  expect([await conditions(), countMailsTo(a), countMailsTo(b)]).toEqual([['ready', 'waiting'], 1, 0]);

  // A misses the pickup: B gets a notice, and A's hold is suspended for a week.
  await clock.advance(72 * HOUR);
  await waitUntilIdle();
  expect([await conditions(), countMailsTo(a), countMailsTo(b)]).toEqual([['suspended', 'ready'], 1, 1]);

  expectCreated(await b.borrow(title));
  expectRefusal(await a.borrow(title), 'NoCopiesAvailable');
  await clock.advance(7 * DAY);
  await waitUntilIdle();
  expect([await conditions(), countMailsTo(a), countMailsTo(b)]).toEqual([['waiting', 'gone'], 1, 1]);
  expect((await a.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });

  // B's loan ends: A gets another notice.
  await clock.advance(14 * DAY);
  await waitUntilIdle();
  expect([await conditions(), countMailsTo(a), countMailsTo(b)]).toEqual([['ready', 'gone'], 2, 1]);
  expect((await b.loans()).body.totalItems).toBe(0);

  expectCreated(await a.borrow(title));
  expectNoContent(await a.returnTitle(title));
  await waitUntilIdle();
  expect([countMailsTo(a), countMailsTo(b)]).toEqual([2, 1]);
  const ids = mails.received.map(({ parsed }) => parsed.messageId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0, setAside: 0 } });
});

test('a hold with two missed pickups gets two notices, and a third when it ends', async () => {
  const title = await library.addTitle(1, { title: 'Missed Twice' });
  const patron = await library.addPatron();
  expectCreated(await patron.place(title));
  for (const wait of [72 * HOUR, 7 * DAY, 72 * HOUR, 30 * DAY, 365 * DAY]) {
    await waitUntilIdle();
    await clock.advance(wait);
  }
  await waitUntilIdle();
  expect(conditionIn(await patron.find(title))).toBe('gone');
  expect(mails.acceptedFor(patron.emailAddress).map(({ parsed }) => parsed.subject)).toEqual([
    'Ready to borrow: Missed Twice (e-book)',
    'Ready to borrow: Missed Twice (e-book)',
    'Your hold has ended: Missed Twice (e-book)',
  ]);
});

test('five patrons who wait for one copy and remove their holds get one notice each, in order', async () => {
  const title = await library.addTitle(1);
  const patrons = await library.addPatrons(5);
  for (const patron of patrons) expectCreated(await patron.place(title));
  for (let number = 1; number < patrons.length; number++) {
    await waitUntilIdle();
    expect(patrons.map(countMailsTo)).toEqual(patrons.map((_, index) => (index < number ? 1 : 0)));
    // Each patron removes the hold. After a missed pickup it would be the first in the queue again a week later.
    expectNoContent(await patrons[number - 1]!.remove(title));
  }
  await waitUntilIdle();
  expect(patrons.map(countMailsTo)).toEqual(patrons.map(() => 1));
});
