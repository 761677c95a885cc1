import { statement } from '../../../src/platform/database/statement.js';
import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { catalogClientOf } from '../../support/catalog-client.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, HOUR, MINUTE } from '../../support/clock.js';
import { conditionIn } from '../../support/conditions.js';
import { copies, emptyLibrary } from '../../support/records.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

/**
 * What time does to a hold where no timer runs: its condition follows from the current time, and each command first handles
 * what is due.
 */
let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const advance = (seconds: number): Promise<void> => advanceClock(library.service, seconds);
const PICKUP_SECONDS = 72 * HOUR;

const READY_TICKETS = statement(
  'test-ready-tickets',
  'SELECT ticket FROM hold WHERE reserve_id = $1 AND expires_at > service_now()',
);

async function conditionOf(patron: TestPatron, title: TestTitle): Promise<string> {
  return conditionIn(await patron.find(title));
}

async function daysLeft(patron: TestPatron, title: TestTitle): Promise<unknown> {
  return (await patron.find(title)).body.holdSuspension?.numberOfDays as unknown;
}

/** Any command in a queue first handles what is due there, like the timers. */
async function sendAnyCommand(title: TestTitle, members: object = {}): Promise<void> {
  const anyone = await library.addPatron(members);
  await mustSucceed(anyone.place(title));
  await mustSucceed(anyone.remove(title));
}

/** Adds a library with its own settings. @returns a title of which it owns one copy */
async function addLibrary(websiteId: number, members: object): Promise<TestTitle> {
  const title = await library.addTitle({});
  await library.import(...emptyLibrary(websiteId, members), { ...copies(title.crossRefId, 1), websiteId });
  return title;
}

describe('a limited suspension', () => {
  test('shows the days left, rounded up', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 14 });
    expect(await daysLeft(patron, title)).toBe(14);
    await advance(HOUR);
    expect(await daysLeft(patron, title)).toBe(14);
    await advance(DAY);
    expect(await daysLeft(patron, title)).toBe(13);
    await advance(12 * DAY);
    expect(await daysLeft(patron, title)).toBe(1);
    await advance(22 * HOUR);
    expect(await daysLeft(patron, title)).toBe(1);
    expect((await patron.list()).body.holds[0].holdSuspension).toEqual({
      suspensionType: 'limited',
      numberOfDays: 1,
    });
  });

  test('ends without a request, and the hold waits in its old place', async () => {
    const title = await library.addTitle();
    const [first, second] = await library.fillQueue(title, 2);
    await mustSucceed(first.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    await advance(DAY - MINUTE);
    expect(await conditionOf(first, title)).toBe('suspended');
    await advance(MINUTE);
    expect(await conditionOf(first, title)).toBe('waiting');
    expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  });

  test('that is over leaves a hold with the transitions of a waiting one', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    await advance(DAY);
    const before = await patron.snapshot();
    expectRefusal(await patron.release(title), 'HoldNotSuspended');
    expectRefusal(await patron.editSuspension(title, { suspensionType: 'indefinite' }), 'HoldNotSuspended');
    expect(await patron.snapshot()).toEqual(before);
    expectNoContent(await patron.edit(title, { emailAddress: 'new@example.org' }));
    expect((await patron.suspend(title)).status).toBe(201);
  });

  test('that is over leaves the hold before those behind it, when a copy is handed over', async () => {
    const title = await library.addTitle(1);
    const [holder, suspended, last] = await library.fillQueue(title, 3);
    await mustSucceed(suspended.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    await advance(DAY);
    await mustSucceed(holder.remove(title));
    expect(await conditionOf(suspended, title)).toBe('ready');
    expect(await conditionOf(last, title)).toBe('waiting');
  });

  test('that is over gives a free copy to its hold before a new one', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    await library.setCopiesOwned(title, 1);
    await advance(DAY);
    const newcomer = await library.addPatron();
    await mustSucceed(newcomer.place(title));
    expect(await conditionOf(patron, title)).toBe('ready');
    expect(await conditionOf(newcomer, title)).toBe('waiting');
  });

  test('that is over stays over when the command that handled it is refused', async () => {
    const title = await library.addTitle({ main: 1 });
    const patron = await library.addPatron();
    await mustSucceed(patron.place(title));
    await mustSucceed(patron.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    await advance(DAY);
    expectRefusal(await patron.edit(title, { emailAddress: 'new@example.org' }), 'HoldReadyForCheckout');
    expect(await conditionOf(patron, title)).toBe('ready');
  });

  test('counts its days from the time of a change', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 2 });
    await advance(DAY + HOUR);
    await mustSucceed(patron.editSuspension(title, { suspensionType: 'limited', numberOfDays: 2 }));
    expect(await daysLeft(patron, title)).toBe(2);
    await advance(DAY + HOUR);
    expect(await conditionOf(patron, title)).toBe('suspended');
  });
});

describe('an indefinite suspension', () => {
  test('lasts until it is released: the service ends neither it nor its hold', async () => {
    const { patron, title } = await library.suspended();
    await advance(400 * DAY);
    expect(await conditionOf(patron, title)).toBe('suspended');
    expect(await daysLeft(patron, title)).toBe(0);
    await mustSucceed(patron.release(title));
    expect(await conditionOf(patron, title)).toBe('waiting');
  });
});

describe('a ready hold', () => {
  test('is ready for the library’s 72 hours, with the transitions of a ready hold', async () => {
    const { patron, title } = await library.ready();
    await advance(PICKUP_SECONDS - MINUTE);
    expect(await conditionOf(patron, title)).toBe('ready');
    expectRefusal(await patron.edit(title, { emailAddress: 'new@example.org' }), 'HoldReadyForCheckout');
  });

  test('is ready for as many hours as its library sets', async () => {
    const title = await addLibrary(38, { pickupHours: 5 });
    const patron = await library.addPatron({ websiteId: 38 });
    const { holdExpires, holdPlacedDate } = (await patron.place(title)).body;
    expect(Date.parse(holdExpires) - Date.parse(holdPlacedDate)).toBe(5 * HOUR * 1000);
    await advance(5 * HOUR - MINUTE);
    expect(await conditionOf(patron, title)).toBe('ready');
    await advance(MINUTE);
    expect(await conditionOf(patron, title)).toBe('suspended');
  });

  test('is ready for that long from when it became ready, not from its placement', async () => {
    const { patron, title } = await library.waiting();
    await advance(10 * DAY);
    await library.setCopiesOwned(title, 1);
    const { holdExpires, holdPlacedDate } = (await patron.find(title)).body;
    const hours = (Date.parse(holdExpires) - Date.parse(holdPlacedDate)) / (HOUR * 1000);
    expect(Math.round(hours)).toBe(240 + 72);
  });
});

describe('a missed pickup', () => {
  test('for the first time: the hold is suspended for 7 days in its place, and the copy goes on', async () => {
    const title = await library.addTitle(1);
    const [first, second, third] = await library.fillQueue(title, 3);
    await advance(PICKUP_SECONDS);
    const suspended = (await first.find(title)).body;
    expect(suspended).toMatchObject({
      holdSuspension: { suspensionType: 'limited', numberOfDays: 7 },
      holdListPosition: 1,
      numberOfHolds: 3,
    });
    expect(suspended).not.toHaveProperty('holdExpires');
    expect(Object.keys(suspended.actions)).toEqual([
      'removeHold',
      'editHold',
      'editSuspension',
      'releaseSuspension',
    ]);

    await sendAnyCommand(title);
    expect(await conditionOf(second, title)).toBe('ready');
    expect(await conditionOf(third, title)).toBe('waiting');
  });

  test('is seen at once by the next patron in line, in each answer that shows the hold or the title', async () => {
    const reads: ((patron: TestPatron, title: TestTitle) => Promise<unknown>)[] = [
      async (patron) => (await patron.list()).body.holds[0] as unknown,
      async (patron, title) => (await patron.find(title)).body as unknown,
    ];
    for (const read of reads) {
      const title = await library.addTitle(1);
      const [, next, last] = await library.fillQueue(title, 3);
      await advance(PICKUP_SECONDS);
      const held = await read(next, title);
      expect(held).toMatchObject({ holdListPosition: 1, numberOfHolds: 1, actions: { checkout: {} } });
      expect(held).toHaveProperty('holdExpires');
      expect(await read(last, title)).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
      expect((await next.borrow(title)).status).toBe(201);
    }
  });

  test('is seen at once in the catalog: a title is offered to the one to whom its copy went', async () => {
    const title = await library.addTitle(1);
    const [first, next] = await library.fillQueue(title, 2);
    await advance(PICKUP_SECONDS);
    const offered = async (patron: TestPatron): Promise<string[]> => {
      const { body } = await (await catalogClientOf(patron)).search({ crossRefId: title.crossRefId });
      return Object.keys(body.products[0].actions as object);
    };
    expect([await offered(next), await offered(first)]).toEqual([['checkout'], []]);
    expect(await conditionOf(next, title)).toBe('ready');
  });

  test('gives the copy on when the patron who missed it looks', async () => {
    const title = await library.addTitle(1);
    const [first, next] = await library.fillQueue(title, 2);
    await advance(PICKUP_SECONDS);
    expect(await conditionOf(first, title)).toBe('suspended');
    const ready = await library.service.database.run(READY_TICKETS, [title.reserveId]);
    expect(ready).toEqual([{ ticket: 2 }]);
    expect(await conditionOf(next, title)).toBe('ready');
  });

  test('for the first time: the hold can be released at once, and is the next in the queue', async () => {
    const title = await library.addTitle(1);
    const [first, second] = await library.fillQueue(title, 2);
    await advance(PICKUP_SECONDS);
    await mustSucceed(first.release(title));
    expect(await conditionOf(first, title)).toBe('waiting');
    expect(await conditionOf(second, title)).toBe('ready');
    await mustSucceed(second.remove(title));
    expect(await conditionOf(first, title)).toBe('ready');
  });

  test('for the first time: after its suspension the hold gets a copy again, for the whole pickup period', async () => {
    const { patron, title } = await library.ready();
    await advance(PICKUP_SECONDS);
    expect(await conditionOf(patron, title)).toBe('suspended');
    await advance(7 * DAY - MINUTE);
    expect(await conditionOf(patron, title)).toBe('suspended');
    await advance(MINUTE);
    expect(await conditionOf(patron, title)).toBe('ready');
    await advance(PICKUP_SECONDS - MINUTE);
    expect(await conditionOf(patron, title)).toBe('ready');
  });

  test('for the second time: the hold is removed, and the copy goes on', async () => {
    const { patron, title } = await library.ready();
    await advance(PICKUP_SECONDS);
    await mustSucceed(patron.release(title));
    expect(await conditionOf(patron, title)).toBe('ready');
    const next = await library.addPatron();
    await mustSucceed(next.place(title));
    await advance(PICKUP_SECONDS);

    expect((await patron.list()).body).toMatchObject({ totalItems: 0, holds: [] });
    expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
    expectRefusal(await patron.remove(title), 'PatronDoesntHaveTitleOnHold');
    await sendAnyCommand(title);
    expect(await conditionOf(next, title)).toBe('ready');
    expect((await next.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
  });

  test('for the second time: the patron can place a new hold, which starts without missed pickups', async () => {
    const { patron, title } = await library.ready();
    await advance(PICKUP_SECONDS);
    await mustSucceed(patron.release(title));
    await advance(PICKUP_SECONDS);
    expect((await patron.place(title)).status).toBe(201);
    await advance(PICKUP_SECONDS);
    expect(await conditionOf(patron, title)).toBe('suspended');
  });

  test('stops counting against the hold limit when the hold is removed', async () => {
    const patron = await library.addPatron({ holdLimit: 1 });
    const [title, other] = [await library.addTitle(1), await library.addTitle()];
    await mustSucceed(patron.place(title));
    await advance(PICKUP_SECONDS);
    await mustSucceed(patron.release(title));
    await advance(PICKUP_SECONDS);
    expect((await patron.list()).body.totalItems).toBe(0);
    expect((await patron.place(other)).status).toBe(201);
  });

  test('does not happen when the patron suspends the hold in time', async () => {
    const { patron, title } = await library.ready();
    await mustSucceed(patron.suspend(title));
    await mustSucceed(patron.release(title));
    await advance(PICKUP_SECONDS);
    expect(await conditionOf(patron, title)).toBe('suspended');
  });

  test('where the library cancels: the hold is removed the first time, and the copy goes on', async () => {
    const title = await addLibrary(39, { missedPickup: 'cancel' });
    const [first, second] = [
      await library.addPatron({ websiteId: 39 }),
      await library.addPatron({ websiteId: 39 }),
    ];
    await mustSucceed(first.place(title));
    await mustSucceed(second.place(title));
    await advance(PICKUP_SECONDS);
    expect(await conditionOf(first, title)).toBe('gone');
    expect((await first.list()).body.totalItems).toBe(0);
    await sendAnyCommand(title, { websiteId: 39 });
    expect(await conditionOf(second, title)).toBe('ready');
  });

  test('where the library cancels: a suspended hold is never cancelled', async () => {
    const title = await addLibrary(40, { missedPickup: 'cancel' });
    const patron = await library.addPatron({ websiteId: 40 });
    await mustSucceed(patron.place(title));
    await mustSucceed(patron.suspend(title));
    await advance(400 * DAY);
    expect(await conditionOf(patron, title)).toBe('suspended');
  });
});

test('answers show times of the service’s clock', async () => {
  const placedAt = async (): Promise<number> => {
    const { patron, title } = await library.waiting();
    return Date.parse((await patron.find(title)).body.holdPlacedDate as string);
  };
  const before = await placedAt();
  await advance(30 * DAY);
  const days = ((await placedAt()) - before) / (DAY * 1000);
  expect(Math.round(days)).toBe(30);
});
