import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { DAY, eventually, HOUR } from '../support/clock.js';
import { conditionIn, type SeenCondition } from '../support/conditions.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { MailServer } from '../support/smtp.js';
import { type Reader, TestLibrary } from '../support/test-library.js';
import { SANDBOX_SETTINGS, SandboxClock, TimersAtWork, waitingJobs } from '../support/worker.js';

let mails: MailServer;
let library: TestLibrary;
let clock: SandboxClock;
let timers: TimersAtWork;

beforeAll(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.open({}, { ROLE: 'all', SMTP_URL: mails.url, ...SANDBOX_SETTINGS });
  clock = new SandboxClock(library.service.url);
  timers = await TimersAtWork.watch(library, clock);
  await witnessHandOvers(library.service.database);
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(async () => {
  await library.close();
  await mails.goAway();
});

/** Resolves when timers and mail have nothing left to do. */
async function rest(): Promise<void> {
  await timers.areDone();
  await eventually(async () => expect(await waitingJobs(library.service.database)).toEqual([]));
}

function mailsTo({ emailAddress }: Reader): number {
  return mails.receivedFor(emailAddress).length;
}

test('two patrons and one copy: the loop goes round by itself, and everybody is told once each time', async () => {
  const title = await library.title(1, { title: 'The only copy' });
  const [a, b] = await library.readers(2);
  const conditions = async (): Promise<SeenCondition[]> => [
    conditionIn(await a.find(title)),
    conditionIn(await b.find(title)),
  ];

  expectCreated(await a.place(title));
  expectCreated(await b.place(title));
  await rest();
  expect([await conditions(), mailsTo(a), mailsTo(b)]).toEqual([['ready', 'waiting'], 1, 0]);

  // A lets it lapse: B is told, and A rests for a week.
  await clock.advance(72 * HOUR);
  await rest();
  expect([await conditions(), mailsTo(a), mailsTo(b)]).toEqual([['suspended', 'ready'], 1, 1]);

  expectCreated(await b.borrow(title));
  expectRefusal(await a.borrow(title), 'NoCopiesAvailable');
  await clock.advance(7 * DAY);
  await rest();
  expect([await conditions(), mailsTo(a), mailsTo(b)]).toEqual([['waiting', 'gone'], 1, 1]);
  expect((await a.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });

  // B's loan ends by itself: A is told again.
  await clock.advance(14 * DAY);
  await rest();
  expect([await conditions(), mailsTo(a), mailsTo(b)]).toEqual([['ready', 'gone'], 2, 1]);
  expect((await b.loans()).body.totalItems).toBe(0);

  expectCreated(await a.borrow(title));
  expectNoContent(await a.giveBack(title));
  await rest();
  expect([mailsTo(a), mailsTo(b)]).toEqual([2, 1]);
  const ids = mails.received.map(({ parsed }) => parsed.messageId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 0, setAside: 0 } });
});

test('a hold that is missed twice is told twice, and then never again', async () => {
  const title = await library.title(1);
  const reader = await library.reader();
  expectCreated(await reader.place(title));
  for (const wait of [72 * HOUR, 7 * DAY, 72 * HOUR, 30 * DAY, 365 * DAY]) {
    await rest();
    await clock.advance(wait);
  }
  await rest();
  expect(conditionIn(await reader.find(title))).toBe('gone');
  expect(mailsTo(reader)).toBe(2);
});

test('of twenty who wait for one copy each is told once, in the order they came, while nobody borrows', async () => {
  const title = await library.title(1);
  const readers = await library.crowd(20);
  for (const reader of readers) expectCreated(await reader.place(title));
  for (let number = 1; number < readers.length; number++) {
    // As many as have rested for a week by then stand before the others again: so they take their holds away.
    await rest();
    expect(readers.map(mailsTo)).toEqual(readers.map((_, index) => (index < number ? 1 : 0)));
    expectNoContent(await readers[number - 1]!.remove(title));
  }
  await rest();
  expect(readers.map(mailsTo)).toEqual(readers.map(() => 1));
});
