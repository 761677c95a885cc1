import { expectNoContent, expectRefusal } from '../support/answers.js';
import { advanceClock, DAY, HOUR, MINUTE } from '../support/clock.js';
import { granted } from '../support/client.js';
import { conditionIn } from '../support/conditions.js';
import { category, collection, copies, library as libraryRecord } from '../support/records.js';
import { type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';

/**
 * What time does to a hold. No timer runs here: what a hold is follows from the time at which it is looked at, and a
 * command first does what is due.
 */
let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const pass = (seconds: number): Promise<void> => advanceClock(library.service, seconds);
const PICKUP = 72 * HOUR;

async function seen(reader: Reader, title: TestTitle): Promise<string> {
  return conditionIn(await reader.find(title));
}

async function daysLeft(reader: Reader, title: TestTitle): Promise<unknown> {
  return (await reader.find(title)).body.holdSuspension?.numberOfDays as unknown;
}

/** Any command in a queue first does what is due there, as the timers would have done. */
async function someoneActs(title: TestTitle, members: object = {}): Promise<void> {
  const passerBy = await library.reader(members);
  await granted(passerBy.place(title));
  await granted(passerBy.remove(title));
}

/** A library of its own settings beside the others' own: its number, and a title with one copy. */
async function branch(websiteId: number, members: object): Promise<TestTitle> {
  const title = await library.title({});
  await library.import(
    libraryRecord({ websiteId, name: 'Branch', ...members }),
    collection('main', { websiteId }),
    category('adult', ['main'], { websiteId }),
    { ...copies(title.crossRefId, 1), websiteId },
  );
  return title;
}

describe('a limited suspension', () => {
  test('tells the days that are left, rounded up: a day that has begun counts', async () => {
    const { reader, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 14 });
    expect(await daysLeft(reader, title)).toBe(14);
    await pass(HOUR);
    expect(await daysLeft(reader, title)).toBe(14);
    await pass(DAY);
    expect(await daysLeft(reader, title)).toBe(13);
    await pass(12 * DAY);
    expect(await daysLeft(reader, title)).toBe(1);
    await pass(22 * HOUR);
    expect(await daysLeft(reader, title)).toBe(1);
    expect((await reader.list()).body.holds[0].holdSuspension).toEqual({
      suspensionType: 'limited',
      numberOfDays: 1,
    });
  });

  test('is over by itself, and the hold waits in its old place', async () => {
    const title = await library.title();
    const [first, second] = await library.inLine(title, 2);
    await granted(first.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    await pass(DAY - MINUTE);
    expect(await seen(first, title)).toBe('suspended');
    await pass(MINUTE);
    expect(await seen(first, title)).toBe('waiting');
    expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  });

  test('that is over obeys the table of a waiting hold', async () => {
    const { reader, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    await pass(DAY);
    const before = await reader.everything();
    expectRefusal(await reader.release(title), 'HoldNotSuspended');
    expectRefusal(await reader.editSuspension(title, { suspensionType: 'indefinite' }), 'HoldNotSuspended');
    expect(await reader.everything()).toEqual(before);
    expectNoContent(await reader.edit(title, { emailAddress: 'new@example.org' }));
    expect((await reader.suspend(title)).status).toBe(201);
  });

  test('that is over stands again before those who came later, when a copy is handed on', async () => {
    const title = await library.title(1);
    const [holder, rested, last] = await library.inLine(title, 3);
    await granted(rested.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    await pass(DAY);
    await granted(holder.remove(title));
    expect(await seen(rested, title)).toBe('ready');
    expect(await seen(last, title)).toBe('waiting');
  });

  test('that is over gets the free copy that is there before one who comes only now', async () => {
    const { reader, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    await library.own(title, 1);
    await pass(DAY);
    const newcomer = await library.reader();
    await granted(newcomer.place(title));
    expect(await seen(reader, title)).toBe('ready');
    expect(await seen(newcomer, title)).toBe('waiting');
  });

  test('that is over stays over when the command that found it so is refused', async () => {
    const title = await library.title({ main: 1 });
    const reader = await library.reader();
    await granted(reader.place(title));
    await granted(reader.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    await pass(DAY);
    expectRefusal(await reader.edit(title, { emailAddress: 'new@example.org' }), 'HoldReadyForCheckout');
    expect(await seen(reader, title)).toBe('ready');
  });

  test('counts its days anew when it is changed', async () => {
    const { reader, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 2 });
    await pass(DAY + HOUR);
    await granted(reader.editSuspension(title, { suspensionType: 'limited', numberOfDays: 2 }));
    expect(await daysLeft(reader, title)).toBe(2);
    await pass(DAY + HOUR);
    expect(await seen(reader, title)).toBe('suspended');
  });
});

describe('an indefinite suspension', () => {
  test('lasts until it is released: the service never ends it, or its hold', async () => {
    const { reader, title } = await library.suspended();
    await pass(400 * DAY);
    expect(await seen(reader, title)).toBe('suspended');
    expect(await daysLeft(reader, title)).toBe(0);
    await granted(reader.release(title));
    expect(await seen(reader, title)).toBe('waiting');
  });
});

describe('a ready hold', () => {
  test('is ready for the library’s 72 hours, and obeys the table of a ready hold until they are over', async () => {
    const { reader, title } = await library.ready();
    await pass(PICKUP - MINUTE);
    expect(await seen(reader, title)).toBe('ready');
    expectRefusal(await reader.edit(title, { emailAddress: 'new@example.org' }), 'HoldReadyForCheckout');
  });

  test('is ready for as many hours as its own library says', async () => {
    const title = await branch(38, { pickupHours: 5 });
    const reader = await library.reader({ websiteId: 38 });
    const { holdExpires, holdPlacedDate } = (await reader.place(title)).body;
    expect(Date.parse(holdExpires) - Date.parse(holdPlacedDate)).toBe(5 * HOUR * 1000);
    await pass(5 * HOUR - MINUTE);
    expect(await seen(reader, title)).toBe('ready');
    await pass(MINUTE);
    expect(await seen(reader, title)).toBe('suspended');
  });

  test('has as long from the moment it became ready, not from its placement', async () => {
    const { reader, title } = await library.waiting();
    await pass(10 * DAY);
    await library.own(title, 1);
    const { holdExpires, holdPlacedDate } = (await reader.find(title)).body;
    const hours = (Date.parse(holdExpires) - Date.parse(holdPlacedDate)) / (HOUR * 1000);
    expect(Math.round(hours)).toBe(240 + 72);
  });
});

describe('a pickup that is missed', () => {
  test('for the first time: the hold rests for 7 days in its place, and the copy goes on', async () => {
    const title = await library.title(1);
    const [first, second, third] = await library.inLine(title, 3);
    await pass(PICKUP);
    const rested = (await first.find(title)).body;
    expect(rested).toMatchObject({
      holdSuspension: { suspensionType: 'limited', numberOfDays: 7 },
      holdListPosition: 1,
      numberOfHolds: 3,
    });
    expect(rested).not.toHaveProperty('holdExpires');
    expect(Object.keys(rested.actions)).toEqual([
      'removeHold',
      'editHold',
      'editSuspension',
      'releaseSuspension',
    ]);

    await someoneActs(title);
    expect(await seen(second, title)).toBe('ready');
    expect(await seen(third, title)).toBe('waiting');
  });

  test('for the first time: the hold may be released at once, and is next in line', async () => {
    const title = await library.title(1);
    const [first, second] = await library.inLine(title, 2);
    await pass(PICKUP);
    await granted(first.release(title));
    expect(await seen(first, title)).toBe('waiting');
    expect(await seen(second, title)).toBe('ready');
    await granted(second.remove(title));
    expect(await seen(first, title)).toBe('ready');
  });

  test('for the first time: after its rest the hold gets a copy again, with the whole pickup time', async () => {
    const { reader, title } = await library.ready();
    await pass(PICKUP);
    expect(await seen(reader, title)).toBe('suspended');
    await pass(7 * DAY - MINUTE);
    expect(await seen(reader, title)).toBe('suspended');
    await pass(MINUTE);
    expect(await seen(reader, title)).toBe('waiting');

    await someoneActs(title);
    expect(await seen(reader, title)).toBe('ready');
    await pass(PICKUP - MINUTE);
    expect(await seen(reader, title)).toBe('ready');
  });

  test('for the second time: the hold is removed, and the copy goes on', async () => {
    const { reader, title } = await library.ready();
    await pass(PICKUP);
    await granted(reader.release(title));
    expect(await seen(reader, title)).toBe('ready');
    const next = await library.reader();
    await granted(next.place(title));
    await pass(PICKUP);

    expect((await reader.list()).body).toMatchObject({ totalItems: 0, holds: [] });
    expectRefusal(await reader.find(title), 'PatronDoesntHaveTitleOnHold');
    expectRefusal(await reader.remove(title), 'PatronDoesntHaveTitleOnHold');
    await someoneActs(title);
    expect(await seen(next, title)).toBe('ready');
    expect((await next.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
  });

  test('for the second time: the patron may hold the title again, as if for the first time', async () => {
    const { reader, title } = await library.ready();
    await pass(PICKUP);
    await granted(reader.release(title));
    await pass(PICKUP);
    expect((await reader.place(title)).status).toBe(201);
    await pass(PICKUP);
    expect(await seen(reader, title)).toBe('suspended');
  });

  test('frees the place in the patron’s limit when the hold is removed', async () => {
    const reader = await library.reader({ holdLimit: 1 });
    const [title, other] = [await library.title(1), await library.title()];
    await granted(reader.place(title));
    await pass(PICKUP);
    await granted(reader.release(title));
    await pass(PICKUP);
    expect((await reader.list()).body.totalItems).toBe(0);
    expect((await reader.place(other)).status).toBe(201);
  });

  test('is no missed pickup when the patron suspends the hold in time', async () => {
    const { reader, title } = await library.ready();
    await granted(reader.suspend(title));
    await granted(reader.release(title));
    await pass(PICKUP);
    expect(await seen(reader, title)).toBe('suspended');
  });

  test('where the library cancels: the hold is removed the first time, and the copy goes on', async () => {
    const title = await branch(39, { missedPickup: 'cancel' });
    const [first, second] = [
      await library.reader({ websiteId: 39 }),
      await library.reader({ websiteId: 39 }),
    ];
    await granted(first.place(title));
    await granted(second.place(title));
    await pass(PICKUP);
    expect(await seen(first, title)).toBe('gone');
    expect((await first.list()).body.totalItems).toBe(0);
    await someoneActs(title, { websiteId: 39 });
    expect(await seen(second, title)).toBe('ready');
  });

  test('where the library cancels: a suspended hold is never cancelled', async () => {
    const title = await branch(40, { missedPickup: 'cancel' });
    const reader = await library.reader({ websiteId: 40 });
    await granted(reader.place(title));
    await granted(reader.suspend(title));
    await pass(400 * DAY);
    expect(await seen(reader, title)).toBe('suspended');
  });
});

test('times are told by the service’s own clock', async () => {
  const placedAt = async (): Promise<number> => {
    const { reader, title } = await library.waiting();
    return Date.parse((await reader.find(title)).body.holdPlacedDate as string);
  };
  const before = await placedAt();
  await pass(30 * DAY);
  const days = ((await placedAt()) - before) / (DAY * 1000);
  expect(Math.round(days)).toBe(30);
});
