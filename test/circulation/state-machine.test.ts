import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { DAY, eventually, HOUR, MINUTE } from '../support/clock.js';
import { granted } from '../support/client.js';
import { conditionIn, type SeenCondition } from '../support/conditions.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { holdPath, type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';
import { MailServer } from '../support/smtp.js';
import { SANDBOX_SETTINGS, SandboxClock, TimersAtWork } from '../support/worker.js';

/**
 * The table of transitions (contract: #transitions) with the rules of the queue (decision 18) and of suspensions (decision
 * 19), in the order of the table: driven by requests and the sandbox's clock alone.
 */
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

const seen = async (reader: Reader, title: TestTitle): Promise<SeenCondition> =>
  conditionIn(await reader.find(title));

/** Waits for what the timers do by themselves. */
async function becomes(reader: Reader, title: TestTitle, condition: SeenCondition): Promise<void> {
  await eventually(async () => expect(await seen(reader, title)).toBe(condition));
}

const daysLeft = async (reader: Reader, title: TestTitle): Promise<number> =>
  (await reader.find(title)).body.holdSuspension.numberOfDays as number;

describe('no hold', () => {
  test('→ waiting, when it is placed while every copy is out', async () => {
    const [[borrower, reader], title] = [await library.readers(2), await library.title(1)];
    await granted(borrower.borrow(title));
    const placed = await reader.place(title);
    expectCreated(placed);
    expect(new URL(placed.headers.get('location') ?? '').pathname).toBe(holdPath(title));
    expect(placed.body.actions).toHaveProperty('removeHold');
    expect(await seen(reader, title)).toBe('waiting');
  });

  test('→ ready, when it is placed while a copy is free', async () => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    expect((await reader.place(title)).body.actions).toHaveProperty('checkout');
    expect(await seen(reader, title)).toBe('ready');
  });
});

describe('waiting', () => {
  test('→ suspended for good, when it is suspended without an end: a year later it still is', async () => {
    const { reader, title } = await library.waiting();
    const answer = await reader.suspend(title);
    expectCreated(answer);
    expect(answer.body.holdSuspension).toEqual({ suspensionType: 'indefinite', numberOfDays: 0 });
    await library.own(title, 1);
    await clock.advance(400 * DAY);
    await timers.areDone();
    expect(await seen(reader, title)).toBe('suspended');
    expect(await daysLeft(reader, title)).toBe(0);
  });

  test('→ suspended for some days, which are told as days left, rounded up', async () => {
    const { reader, title } = await library.waiting();
    const answer = await reader.suspend(title, { suspensionType: 'limited', numberOfDays: 3 });
    expectCreated(answer);
    expect(answer.body.holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 3 });
    await clock.advance(12 * HOUR);
    expect(await daysLeft(reader, title)).toBe(3);
    await clock.advance(12 * HOUR);
    expect(await daysLeft(reader, title)).toBe(2);
    await clock.advance(2 * DAY - HOUR);
    expect([await seen(reader, title), await daysLeft(reader, title)]).toEqual(['suspended', 1]);
  });

  test('→ waiting with another address, when it is changed', async () => {
    const { reader, title } = await library.waiting();
    expectNoContent(await reader.edit(title, { emailAddress: 'new@example.org' }));
    expect((await reader.find(title)).body.emailAddress).toBe('new@example.org');
    expect(await seen(reader, title)).toBe('waiting');
  });

  test('→ ready, when a copy is returned, and for the library’s 72 hours', async () => {
    const [[borrower, reader], title] = [await library.readers(2), await library.title(1)];
    await granted(borrower.borrow(title));
    await granted(reader.place(title));
    await granted(borrower.giveBack(title));
    const { body } = await reader.find(title);
    expect(await seen(reader, title)).toBe('ready');
    const { now } = (await clock.read()).body as { now: string };
    const hours = (Date.parse(body.holdExpires) - Date.parse(now)) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
  });

  test('→ ready by itself, when a loan ends', async () => {
    const [[borrower, reader], title] = [await library.readers(2), await library.title(1)];
    await granted(borrower.borrow(title));
    await granted(reader.place(title));
    await clock.advance(21 * DAY - HOUR);
    await timers.areDone();
    expect(await seen(reader, title)).toBe('waiting');
    await clock.advance(HOUR);
    await becomes(reader, title, 'ready');
    expectRefusal(await borrower.loan(title), 'TitleNotCheckedOut');
    expect((await borrower.loans()).body.totalItems).toBe(0);
  });

  test('→ ready, when the library buys a copy', async () => {
    const { reader, title } = await library.waiting();
    await library.own(title, 1);
    expect(await seen(reader, title)).toBe('ready');
  });

  test('→ gone, when it is removed', async () => {
    const { reader, title } = await library.waiting();
    expectNoContent(await reader.remove(title));
    expect(await seen(reader, title)).toBe('gone');
  });
});

describe('suspended', () => {
  test('→ waiting in its old place by itself, when its days are over', async () => {
    const title = await library.title();
    const [, second, third] = await library.inLine(title, 3);
    await granted(second.suspend(title, { suspensionType: 'limited', numberOfDays: 2 }));
    await clock.advance(2 * DAY);
    expect(await seen(second, title)).toBe('waiting');
    await timers.areDone();
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 3 });
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
  });

  test('→ ready at once by itself, when its days are over and a copy is free', async () => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    await granted(reader.place(title));
    await granted(reader.suspend(title, { suspensionType: 'limited', numberOfDays: 5 }));
    expect(await library.shelf(title)).toMatchObject({ main: { setAside: 0 } });
    await clock.advance(5 * DAY);
    await becomes(reader, title, 'ready');
  });

  test('→ suspended with the new values: limited becomes indefinite, and does not end', async () => {
    const { reader, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 2 });
    expectNoContent(await reader.editSuspension(title, { suspensionType: 'indefinite' }));
    await clock.advance(3 * DAY);
    await timers.areDone();
    expect(await seen(reader, title)).toBe('suspended');
  });

  test('→ suspended with the new values: indefinite becomes limited, and ends that many days from then', async () => {
    const { reader, title } = await library.suspended();
    await clock.advance(10 * DAY);
    expectNoContent(await reader.editSuspension(title, { suspensionType: 'limited', numberOfDays: 4 }));
    await clock.advance(4 * DAY - HOUR);
    expect([await seen(reader, title), await daysLeft(reader, title)]).toEqual(['suspended', 1]);
    await clock.advance(HOUR);
    await becomes(reader, title, 'waiting');
  });

  test('→ suspended with the new values: longer, and the old end does nothing', async () => {
    const { reader, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    expectNoContent(await reader.editSuspension(title, { suspensionType: 'limited', numberOfDays: 30 }));
    await clock.advance(2 * DAY);
    await timers.areDone();
    expect([await seen(reader, title), await daysLeft(reader, title)]).toEqual(['suspended', 28]);
  });

  test('→ suspended with another address, when it is changed', async () => {
    const { reader, title } = await library.suspended();
    expectNoContent(await reader.edit(title, { emailAddress: 'new@example.org' }));
    expect((await reader.find(title)).body.emailAddress).toBe('new@example.org');
    expect(await seen(reader, title)).toBe('suspended');
  });

  test('→ waiting in its old place, when it is released', async () => {
    const title = await library.title();
    const [first, second] = await library.inLine(title, 2);
    await granted(first.suspend(title));
    expectNoContent(await first.release(title));
    expect(await seen(first, title)).toBe('waiting');
    expect((await first.find(title)).body.holdListPosition).toBe(1);
    expect((await second.find(title)).body.holdListPosition).toBe(2);
  });

  test('→ ready, when it is released and a copy is free', async () => {
    const { reader, title } = await library.suspended();
    await library.own(title, 1);
    expect(await seen(reader, title)).toBe('suspended');
    expectNoContent(await reader.release(title));
    expect(await seen(reader, title)).toBe('ready');
  });

  test('stays suspended while copies come free: the next in line gets them', async () => {
    const title = await library.title(1);
    const [borrower, first, second] = await library.readers(3);
    await granted(borrower.borrow(title));
    await granted(first.place(title));
    await granted(first.suspend(title));
    await granted(second.place(title));
    await granted(borrower.giveBack(title));
    expect([await seen(first, title), await seen(second, title)]).toEqual(['suspended', 'ready']);
  });

  test('→ gone, when it is removed, and never by the service', async () => {
    const { reader, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 365 });
    await clock.advance(364 * DAY);
    await timers.areDone();
    expect(await seen(reader, title)).toBe('suspended');
    expectNoContent(await reader.remove(title));
    expect(await seen(reader, title)).toBe('gone');
  });
});

describe('ready', () => {
  /** The first has the only copy set aside, the second waits. */
  const readyAndNext = async (): Promise<{ first: Reader; second: Reader; title: TestTitle }> => {
    const title = await library.title(1);
    const [first, second] = await library.inLine(title, 2);
    expect([await seen(first, title), await seen(second, title)]).toEqual(['ready', 'waiting']);
    return { first, second, title };
  };

  test('stands first of one, though its ticket is not the lowest and others wait', async () => {
    const { first, second, title } = await readyAndNext();
    await granted(first.suspend(title));
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
    expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
  });

  test('stays as it is, when its address is to be changed', async () => {
    const { first, title } = await readyAndNext();
    const before = await first.everything();
    expectRefusal(await first.edit(title, { emailAddress: 'new@example.org' }), 'HoldReadyForCheckout');
    expect(await first.everything()).toEqual(before);
  });

  test('→ suspended, when it is to be delivered later: the copy goes to the next, and the place stays', async () => {
    const { first, second, title } = await readyAndNext();
    expectCreated(await first.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    expect([await seen(first, title), await seen(second, title)]).toEqual(['suspended', 'ready']);
    await clock.advance(DAY);
    await becomes(first, title, 'waiting');
    await granted(second.remove(title));
    expect(await seen(first, title)).toBe('ready');
  });

  test('→ on loan, when it is borrowed: the hold ends', async () => {
    const { first, second, title } = await readyAndNext();
    expectCreated(await first.borrow(title));
    expect([await seen(first, title), await seen(second, title)]).toEqual(['gone', 'waiting']);
    expect((await first.loans()).body.totalItems).toBe(1);
  });

  test('→ gone, when it is removed: the copy goes to the next', async () => {
    const { first, second, title } = await readyAndNext();
    expectNoContent(await first.remove(title));
    expect([await seen(first, title), await seen(second, title)]).toEqual(['gone', 'ready']);
  });

  test('→ suspended for 7 days by itself, when it is missed: the copy goes to the next, and the place stays', async () => {
    const { first, second, title } = await readyAndNext();
    await clock.advance(72 * HOUR - 10 * MINUTE);
    await timers.areDone();
    expect([await seen(first, title), await seen(second, title)]).toEqual(['ready', 'waiting']);
    await clock.advance(10 * MINUTE);
    await becomes(second, title, 'ready');
    const { body } = await first.find(title);
    expect(body).toMatchObject({
      holdListPosition: 1,
      numberOfHolds: 2,
      holdSuspension: { suspensionType: 'limited', numberOfDays: 7 },
    });
    await granted(second.remove(title));
    await clock.advance(7 * DAY);
    await becomes(first, title, 'ready');
  });

  test('→ gone by itself, when it is missed a second time: the copy goes to the next', async () => {
    const { first, second, title } = await readyAndNext();
    await granted(second.suspend(title));
    await clock.advance(72 * HOUR);
    await becomes(first, title, 'suspended');
    await clock.advance(7 * DAY);
    await becomes(first, title, 'ready');
    await granted(second.release(title));
    await clock.advance(72 * HOUR);
    await becomes(second, title, 'ready');
    expect(await seen(first, title)).toBe('gone');
    expectCreated(await first.place(title));
  });

  test('a rest after a missed pickup may be released like any suspension, and the next miss ends the hold', async () => {
    const { first, second, title } = await readyAndNext();
    await granted(second.remove(title));
    await clock.advance(72 * HOUR);
    await becomes(first, title, 'suspended');
    expectNoContent(await first.release(title));
    expect(await seen(first, title)).toBe('ready');
    await clock.advance(72 * HOUR);
    await becomes(first, title, 'gone');
  });

  test('a hold that was delivered later by its patron’s own wish has missed nothing', async () => {
    const { first, second, title } = await readyAndNext();
    await granted(second.remove(title));
    await granted(first.suspend(title));
    await granted(first.release(title));
    await clock.advance(72 * HOUR);
    await becomes(first, title, 'suspended');
  });
});
