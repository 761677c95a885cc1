import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { DAY, eventually, HOUR, MINUTE } from '../../support/clock.js';
import { conditionIn, type SeenCondition } from '../../support/conditions.js';
import { brokenInvariants, recordOvertaking } from '../../support/invariants.js';
import { holdPath } from '../../support/paths.js';
import { SandboxClock } from '../../support/sandbox-clock.js';
import { openSandboxLibrary, type SandboxLibrary } from '../../support/runs/sandbox-library.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';
import { TimersProbe } from '../../support/stored/timers-probe.js';

/**
 * The table of transitions (contract: #transitions) with the rules of the queue (decision 18) and of suspensions (decision
 * 19), in the order of the table: driven by requests and the sandbox's clock alone.
 */
let sandbox: SandboxLibrary;
let library: TestLibrary;
let clock: SandboxClock;
let timers: TimersProbe;

beforeAll(async () => {
  sandbox = await openSandboxLibrary();
  ({ library, clock } = sandbox);
  timers = await TimersProbe.start(library, clock);
  await recordOvertaking(library.service.database);
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(() => sandbox.close());

const conditionOf = async (patron: TestPatron, title: TestTitle): Promise<SeenCondition> =>
  conditionIn(await patron.find(title));

/** Waits until the timers have caused this condition. */
async function becomes(patron: TestPatron, title: TestTitle, condition: SeenCondition): Promise<void> {
  await eventually(async () => expect(await conditionOf(patron, title)).toBe(condition));
}

const daysLeft = async (patron: TestPatron, title: TestTitle): Promise<number> =>
  (await patron.find(title)).body.holdSuspension.numberOfDays as number;

describe('no hold', () => {
  test('→ waiting, when it is placed while no copy is free', async () => {
    const [[borrower, patron], title] = [await library.addPatrons(2), await library.addTitle(1)];
    await mustSucceed(borrower.borrow(title));
    const placed = await patron.place(title);
    expectCreated(placed);
    expect(new URL(placed.headers.get('location') ?? '').pathname).toBe(holdPath(title));
    expect(placed.body.actions).toHaveProperty('removeHold');
    expect(await conditionOf(patron, title)).toBe('waiting');
  });

  test('→ ready, when it is placed while a copy is free', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    expect((await patron.place(title)).body.actions).toHaveProperty('checkout');
    expect(await conditionOf(patron, title)).toBe('ready');
  });
});

describe('waiting', () => {
  test('→ suspended indefinitely, when it is suspended without an end: a year later it still is', async () => {
    const { patron, title } = await library.waiting();
    const answer = await patron.suspend(title);
    expectCreated(answer);
    expect(answer.body.holdSuspension).toEqual({ suspensionType: 'indefinite', numberOfDays: 0 });
    await library.setCopiesOwned(title, 1);
    await clock.advance(400 * DAY);
    await timers.waitUntilDone();
    expect(await conditionOf(patron, title)).toBe('suspended');
    expect(await daysLeft(patron, title)).toBe(0);
  });

  test('→ suspended for some days, of which answers show the days left, rounded up', async () => {
    const { patron, title } = await library.waiting();
    const answer = await patron.suspend(title, { suspensionType: 'limited', numberOfDays: 3 });
    expectCreated(answer);
    expect(answer.body.holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 3 });
    await clock.advance(12 * HOUR);
    expect(await daysLeft(patron, title)).toBe(3);
    await clock.advance(12 * HOUR);
    expect(await daysLeft(patron, title)).toBe(2);
    await clock.advance(2 * DAY - HOUR);
    expect([await conditionOf(patron, title), await daysLeft(patron, title)]).toEqual(['suspended', 1]);
  });

  test('→ waiting with another address, when it is changed', async () => {
    const { patron, title } = await library.waiting();
    expectNoContent(await patron.edit(title, { emailAddress: 'new@example.org' }));
    expect((await patron.find(title)).body.emailAddress).toBe('new@example.org');
    expect(await conditionOf(patron, title)).toBe('waiting');
  });

  test('→ ready for the library’s 72 hours, when a copy is returned', async () => {
    const [[borrower, patron], title] = [await library.addPatrons(2), await library.addTitle(1)];
    await mustSucceed(borrower.borrow(title));
    await mustSucceed(patron.place(title));
    await mustSucceed(borrower.returnTitle(title));
    const { body } = await patron.find(title);
    expect(await conditionOf(patron, title)).toBe('ready');
    const { now } = (await clock.read()).body as { now: string };
    const hours = (Date.parse(body.holdExpires) - Date.parse(now)) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
  });

  test('→ ready without a request, when a loan ends', async () => {
    const [[borrower, patron], title] = [await library.addPatrons(2), await library.addTitle(1)];
    await mustSucceed(borrower.borrow(title));
    await mustSucceed(patron.place(title));
    await clock.advance(21 * DAY - HOUR);
    await timers.waitUntilDone();
    expect(await conditionOf(patron, title)).toBe('waiting');
    await clock.advance(HOUR);
    await becomes(patron, title, 'ready');
    expectRefusal(await borrower.loan(title), 'TitleNotCheckedOut');
    expect((await borrower.loans()).body.totalItems).toBe(0);
  });

  test('→ ready, when the library buys a copy', async () => {
    const { patron, title } = await library.waiting();
    await library.setCopiesOwned(title, 1);
    expect(await conditionOf(patron, title)).toBe('ready');
  });

  test('→ gone, when it is removed', async () => {
    const { patron, title } = await library.waiting();
    expectNoContent(await patron.remove(title));
    expect(await conditionOf(patron, title)).toBe('gone');
  });
});

describe('suspended', () => {
  test('→ waiting in its old place without a request, when its days are over', async () => {
    const title = await library.addTitle();
    const [, second, third] = await library.fillQueue(title, 3);
    await mustSucceed(second.suspend(title, { suspensionType: 'limited', numberOfDays: 2 }));
    await clock.advance(2 * DAY);
    expect(await conditionOf(second, title)).toBe('waiting');
    await timers.waitUntilDone();
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 3 });
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
  });

  test('→ ready without a request, when its days are over and a copy is free', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    await mustSucceed(patron.place(title));
    await mustSucceed(patron.suspend(title, { suspensionType: 'limited', numberOfDays: 5 }));
    expect(await library.copiesOf(title)).toMatchObject({ main: { setAside: 0 } });
    await clock.advance(5 * DAY);
    await becomes(patron, title, 'ready');
  });

  test('→ suspended with the new values: limited becomes indefinite, and does not end', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 2 });
    expectNoContent(await patron.editSuspension(title, { suspensionType: 'indefinite' }));
    await clock.advance(3 * DAY);
    await timers.waitUntilDone();
    expect(await conditionOf(patron, title)).toBe('suspended');
  });

  test('→ suspended with the new values: indefinite becomes limited, and ends that many days from then', async () => {
    const { patron, title } = await library.suspended();
    await clock.advance(10 * DAY);
    expectNoContent(await patron.editSuspension(title, { suspensionType: 'limited', numberOfDays: 4 }));
    await clock.advance(4 * DAY - HOUR);
    expect([await conditionOf(patron, title), await daysLeft(patron, title)]).toEqual(['suspended', 1]);
    await clock.advance(HOUR);
    await becomes(patron, title, 'waiting');
  });

  test('→ suspended with the new values: longer, and the old end has no effect', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    expectNoContent(await patron.editSuspension(title, { suspensionType: 'limited', numberOfDays: 30 }));
    await clock.advance(2 * DAY);
    await timers.waitUntilDone();
    expect([await conditionOf(patron, title), await daysLeft(patron, title)]).toEqual(['suspended', 28]);
  });

  test('→ suspended with another address, when it is changed', async () => {
    const { patron, title } = await library.suspended();
    expectNoContent(await patron.edit(title, { emailAddress: 'new@example.org' }));
    expect((await patron.find(title)).body.emailAddress).toBe('new@example.org');
    expect(await conditionOf(patron, title)).toBe('suspended');
  });

  test('→ waiting in its old place, when it is released', async () => {
    const title = await library.addTitle();
    const [first, second] = await library.fillQueue(title, 2);
    await mustSucceed(first.suspend(title));
    expectNoContent(await first.release(title));
    expect(await conditionOf(first, title)).toBe('waiting');
    expect((await first.find(title)).body.holdListPosition).toBe(1);
    expect((await second.find(title)).body.holdListPosition).toBe(2);
  });

  test('→ ready, when it is released and a copy is free', async () => {
    const { patron, title } = await library.suspended();
    await library.setCopiesOwned(title, 1);
    expect(await conditionOf(patron, title)).toBe('suspended');
    expectNoContent(await patron.release(title));
    expect(await conditionOf(patron, title)).toBe('ready');
  });

  test('stays suspended while copies become free: the next hold gets them', async () => {
    const title = await library.addTitle(1);
    const [borrower, first, second] = await library.addPatrons(3);
    await mustSucceed(borrower.borrow(title));
    await mustSucceed(first.place(title));
    await mustSucceed(first.suspend(title));
    await mustSucceed(second.place(title));
    await mustSucceed(borrower.returnTitle(title));
    expect([await conditionOf(first, title), await conditionOf(second, title)]).toEqual([
      'suspended',
      'ready',
    ]);
  });

  test('→ gone, when it is removed, and never without a request', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 365 });
    await clock.advance(364 * DAY);
    await timers.waitUntilDone();
    expect(await conditionOf(patron, title)).toBe('suspended');
    expectNoContent(await patron.remove(title));
    expect(await conditionOf(patron, title)).toBe('gone');
  });
});

describe('ready', () => {
  /** The first patron's hold is ready with the only copy, the second one's waits. */
  const readyAndWaiting = async (): Promise<{ first: TestPatron; second: TestPatron; title: TestTitle }> => {
    const title = await library.addTitle(1);
    const [first, second] = await library.fillQueue(title, 2);
    expect([await conditionOf(first, title), await conditionOf(second, title)]).toEqual(['ready', 'waiting']);
    return { first, second, title };
  };

  test('is 1 of 1, though its ticket is not the lowest and others wait', async () => {
    const { first, second, title } = await readyAndWaiting();
    await mustSucceed(first.suspend(title));
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
    expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
  });

  test('does not change, when the patron edits its address', async () => {
    const { first, title } = await readyAndWaiting();
    const before = await first.snapshot();
    expectRefusal(await first.edit(title, { emailAddress: 'new@example.org' }), 'HoldReadyForCheckout');
    expect(await first.snapshot()).toEqual(before);
  });

  test('→ suspended, when it is to be delivered later: the copy goes to the next hold, and the place stays', async () => {
    const { first, second, title } = await readyAndWaiting();
    expectCreated(await first.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    expect([await conditionOf(first, title), await conditionOf(second, title)]).toEqual([
      'suspended',
      'ready',
    ]);
    await clock.advance(DAY);
    await becomes(first, title, 'waiting');
    await mustSucceed(second.remove(title));
    expect(await conditionOf(first, title)).toBe('ready');
  });

  test('→ on loan, when it is borrowed: the hold ends', async () => {
    const { first, second, title } = await readyAndWaiting();
    expectCreated(await first.borrow(title));
    expect([await conditionOf(first, title), await conditionOf(second, title)]).toEqual(['gone', 'waiting']);
    expect((await first.loans()).body.totalItems).toBe(1);
  });

  test('→ gone, when it is removed: the copy goes to the next hold', async () => {
    const { first, second, title } = await readyAndWaiting();
    expectNoContent(await first.remove(title));
    expect([await conditionOf(first, title), await conditionOf(second, title)]).toEqual(['gone', 'ready']);
  });

  test('→ suspended for 7 days without a request, when its pickup is missed: the copy goes on, and the place stays', async () => {
    const { first, second, title } = await readyAndWaiting();
    await clock.advance(72 * HOUR - 10 * MINUTE);
    await timers.waitUntilDone();
    expect([await conditionOf(first, title), await conditionOf(second, title)]).toEqual(['ready', 'waiting']);
    await clock.advance(10 * MINUTE);
    await becomes(second, title, 'ready');
    const { body } = await first.find(title);
    expect(body).toMatchObject({
      holdListPosition: 1,
      numberOfHolds: 2,
      holdSuspension: { suspensionType: 'limited', numberOfDays: 7 },
    });
    await mustSucceed(second.remove(title));
    await clock.advance(7 * DAY);
    await becomes(first, title, 'ready');
  });

  test('→ gone without a request, when its pickup is missed a second time: the copy goes on', async () => {
    const { first, second, title } = await readyAndWaiting();
    await mustSucceed(second.suspend(title));
    await clock.advance(72 * HOUR);
    await becomes(first, title, 'suspended');
    await clock.advance(7 * DAY);
    await becomes(first, title, 'ready');
    await mustSucceed(second.release(title));
    await clock.advance(72 * HOUR);
    await becomes(second, title, 'ready');
    expect(await conditionOf(first, title)).toBe('gone');
    expectCreated(await first.place(title));
  });

  test('the suspension after a missed pickup can be released like any other, and the next missed pickup ends the hold', async () => {
    const { first, second, title } = await readyAndWaiting();
    await mustSucceed(second.remove(title));
    await clock.advance(72 * HOUR);
    await becomes(first, title, 'suspended');
    expectNoContent(await first.release(title));
    expect(await conditionOf(first, title)).toBe('ready');
    await clock.advance(72 * HOUR);
    await becomes(first, title, 'gone');
  });

  test('a hold that its patron delivered later has missed no pickup', async () => {
    const { first, second, title } = await readyAndWaiting();
    await mustSucceed(second.remove(title));
    await mustSucceed(first.suspend(title));
    await mustSucceed(first.release(title));
    await clock.advance(72 * HOUR);
    await becomes(first, title, 'suspended');
  });
});
