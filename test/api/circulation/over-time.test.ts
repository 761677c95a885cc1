import { purgeExpiredTokens, saveToken } from '../../../src/access/tokens/tokens.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { catalogClientOf } from '../../support/catalog-client.js';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { advanceClock, DAY, HOUR, MINUTE } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { ME } from '../../support/paths.js';
import { library as libraryRecord } from '../../support/records.js';
import { runTimers } from '../../support/runs/run-timers.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

/**
 * What time does to holds and loans (contract: #transitions). Conditions follow from the current time, and each request first
 * records what is due: nobody depends on the timers, which do it where no request comes.
 */
let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
  await recordOvertaking(library.service.database);
});

const PICKUP = 72 * HOUR;
const advance = (seconds: number): Promise<void> => advanceClock(library.service, seconds);

const DUE = statement(
  'test-due-in-library',
  `SELECT reserve_id FROM hold WHERE website_id = $1 AND COALESCE(suspended_until, expires_at) <= service_now()
   UNION ALL SELECT reserve_id FROM checkout WHERE website_id = $1 AND expires_at <= service_now()`,
);

async function recordByTimers(): Promise<void> {
  const { database } = library.service;
  await runTimers(database);
  expect(await database.run(DUE, [library.websiteId])).toEqual([]);
}

const daysLeft = async (patron: TestPatron, title: TestTitle): Promise<unknown> =>
  (await patron.find(title)).body.holdSuspension?.numberOfDays as unknown;

const placeOf = async (patron: TestPatron, title: TestTitle): Promise<string> => {
  const { holdListPosition, numberOfHolds } = (await patron.find(title)).body;
  return `${holdListPosition} of ${numberOfHolds}`;
};

/** A title that each of the borrowers has just borrowed, and that the others wait for. */
async function lentTo(
  borrowers: number,
  waiting: number,
): Promise<{ title: TestTitle; borrowers: TestPatron[]; waiting: TestPatron[] }> {
  const made = {
    title: await library.addTitle(borrowers),
    borrowers: await library.addPatrons<number>(borrowers),
  };
  for (const borrower of made.borrowers) await mustSucceed(borrower.borrow(made.title));
  return { ...made, waiting: await library.fillQueue<number>(made.title, waiting) };
}

const limited = (numberOfDays: number): { suspensionType: string; numberOfDays: number } => ({
  suspensionType: 'limited',
  numberOfDays,
});

describe.each([
  ['the next request', () => Promise.resolve()],
  ['the timers', recordByTimers],
])('recorded by %s:', (_, record) => {
  const pass = async (seconds: number): Promise<void> => {
    await advance(seconds);
    await record();
  };

  test('a limited suspension ends in its old place, or with the copy that is free', async () => {
    const title = await library.addTitle();
    const [first, second] = await library.fillQueue(title, 2);
    await mustSucceed(first.suspend(title, limited(2)));
    await pass(2 * DAY - MINUTE);
    expect(await conditionsOf(title, first)).toEqual(['suspended']);
    await pass(MINUTE);
    expect(await conditionsOf(title, first, second)).toEqual(['waiting', 'waiting']);
    expect([await placeOf(first, title), await placeOf(second, title)]).toEqual(['1 of 2', '2 of 2']);
    await mustSucceed(first.suspend(title, limited(1)));
    await mustSucceed(second.suspend(title));
    await library.setCopiesOwned(title, 1);
    await pass(DAY);
    const [newcomer] = await library.fillQueue(title, 1);
    expect(await conditionsOf(title, first, second, newcomer)).toEqual(['ready', 'suspended', 'waiting']);
  });

  test('a changed suspension ends by its new values only', async () => {
    const [endless, ending, longer] = [
      await library.suspended(limited(2)),
      await library.suspended(),
      await library.suspended(limited(1)),
    ];
    await advance(10 * HOUR);
    expectNoContent(await endless.patron.editSuspension(endless.title, { suspensionType: 'indefinite' }));
    expectNoContent(await ending.patron.editSuspension(ending.title, limited(4)));
    expectNoContent(await longer.patron.editSuspension(longer.title, limited(30)));
    await pass(4 * DAY - HOUR);
    expect(await daysLeft(ending.patron, ending.title)).toBe(1);
    expect(await daysLeft(longer.patron, longer.title)).toBe(27);
    await pass(HOUR);
    expect(await conditionsOf(ending.title, ending.patron)).toEqual(['waiting']);
    expect(await conditionsOf(endless.title, endless.patron)).toEqual(['suspended']);
    await pass(400 * DAY);
    expect(await daysLeft(endless.patron, endless.title)).toBe(0);
  });

  test('a missed pickup suspends the hold for 7 days in its place, the copy goes on, and then comes again', async () => {
    const title = await library.addTitle(1);
    const [first, second, third] = await library.fillQueue(title, 3);
    await pass(PICKUP - MINUTE);
    expect(await conditionsOf(title, first, second)).toEqual(['ready', 'waiting']);
    await pass(MINUTE);
    expectRefusal(await third.borrow(title), 'NoCopiesAvailable');
    expect((await first.find(title)).body).toMatchObject({
      holdSuspension: limited(7),
      holdListPosition: 1,
      numberOfHolds: 3,
    });
    expect((await first.list()).body.holds[0]).toEqual((await first.find(title)).body);
    expectCreated(await second.borrow(title));
    expect(await conditionsOf(title, first, second, third)).toEqual(['suspended', 'gone', 'waiting']);
    await mustSucceed(second.returnTitle(title));
    await mustSucceed(third.remove(title));
    await pass(7 * DAY - MINUTE);
    expect(await daysLeft(first, title)).toBe(1);
    await pass(MINUTE);
    expect(await conditionsOf(title, first)).toEqual(['ready']);
    await pass(PICKUP - MINUTE);
    expectCreated(await first.borrow(title));
  });

  test('a second missed pickup ends the hold, which may be released in between: a new one begins anew', async () => {
    const patron = await library.addPatron({ holdLimit: 1 });
    const title = await library.addTitle(1);
    await mustSucceed(patron.place(title));
    await pass(PICKUP);
    expectNoContent(await patron.release(title));
    const [next] = await library.fillQueue(title, 1);
    expect(await conditionsOf(title, patron, next)).toEqual(['ready', 'waiting']);
    await pass(PICKUP);
    expect(await conditionsOf(title, next, patron)).toEqual(['ready', 'gone']);
    expect((await patron.list()).body).toMatchObject({ totalItems: 0, holds: [] });
    expectRefusal(await patron.remove(title), 'PatronDoesntHaveTitleOnHold');
    expect(await placeOf(next, title)).toBe('1 of 1');
    await mustSucceed(next.remove(title));
    expectCreated(await patron.place(title));
    await pass(PICKUP);
    expect(await conditionsOf(title, patron)).toEqual(['suspended']);
  });

  test('where the library cancels, after the hours that it sets, the first missed pickup ends the hold; a suspended one never', async () => {
    await library.import(libraryRecord({ missedPickup: 'cancel', pickupHours: 24 }));
    const title = await library.addTitle(1);
    const [first, second] = await library.fillQueue(title, 2);
    const resting = await library.suspended();
    await pass(DAY - MINUTE);
    expect(await conditionsOf(title, first, second)).toEqual(['ready', 'waiting']);
    await pass(MINUTE);
    expect(await conditionsOf(title, second, first)).toEqual(['ready', 'gone']);
    expect((await first.list()).body.totalItems).toBe(0);
    await pass(400 * DAY);
    expect(await conditionsOf(resting.title, resting.patron)).toEqual(['suspended']);
    await library.import(libraryRecord());
  });

  test('the copy of a missed pickup skips who may not use it, and is gone if the library gave it up', async () => {
    const title = await library.addTitle({ main: 0, adults: 1 });
    const [first, last] = await library.addPatrons(2);
    const child = await library.addPatron({ category: 'child' });
    for (const patron of [first, child, last]) await mustSucceed(patron.place(title));
    const other = await library.addTitle(1);
    const queue = await library.fillQueue(other, 2);
    await library.setCopiesOwned(other, 0);
    await pass(PICKUP);
    expect(await conditionsOf(title, first, child, last)).toEqual(['suspended', 'waiting', 'ready']);
    expect(await conditionsOf(other, ...queue)).toEqual(['suspended', 'waiting']);
    expect((await library.copiesOf(other)).main).toEqual({ owned: 0, onLoan: 0, setAside: 0, retiring: 0 });
  });

  test('a loan ends: it is not listed, cannot be returned, and its copy goes to the first who waits', async () => {
    const { title, borrowers, waiting } = await lentTo(1, 1);
    const borrower = borrowers[0]!;
    await pass(21 * DAY - 10 * MINUTE);
    expect((await borrower.loan(title)).status).toBe(200);
    expect(await conditionsOf(title, waiting[0]!)).toEqual(['waiting']);
    await pass(10 * MINUTE);
    const [late] = await library.fillQueue(title, 1);
    expectRefusal(await borrower.loan(title), 'TitleNotCheckedOut');
    expect((await borrower.loans()).body).toMatchObject({ totalItems: 0, checkouts: [] });
    expectRefusal(await borrower.returnTitle(title), 'PatronDoesntHaveTitleCheckedOut');
    expect(await conditionsOf(title, waiting[0]!, late)).toEqual(['ready', 'waiting']);
  });

  test('loans that end together make as many holds ready, of those whose suspension ends then, too', async () => {
    const { title, waiting } = await lentTo(2, 4);
    await mustSucceed(waiting[0]!.suspend(title, limited(20)));
    await mustSucceed(waiting[1]!.suspend(title, limited(60)));
    await pass(22 * DAY);
    expect(await conditionsOf(title, ...waiting)).toEqual(['ready', 'suspended', 'ready', 'waiting']);
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0, setAside: 2 } });
  });

  test('loans that are over do not count against the checkout limit, and their titles can be had again', async () => {
    const [patron, title] = [await library.addPatron({ checkoutLimit: 1 }), await library.addTitle(1)];
    await mustSucceed(patron.borrow(title));
    await pass(21 * DAY);
    expectCreated(await patron.borrow(title));
    await pass(21 * DAY);
    expectCreated(await patron.borrow(await library.addTitle(1)));
    expectCreated(await patron.place(title));
    expect(await conditionsOf(title, patron)).toEqual(['ready']);
  });
});

test('answers show the days left of a suspension, rounded up', async () => {
  const { patron, title } = await library.suspended(limited(14));
  for (const [hours, days] of [
    [0, 14],
    [1, 14],
    [24, 13],
    [12 * 24, 1],
    [22, 1],
  ] as const) {
    await advance(hours * HOUR);
    expect(await daysLeft(patron, title)).toBe(days);
  }
});

test('a suspension that is over leaves a hold with the transitions of a waiting one, also when the command is refused', async () => {
  const { patron, title } = await library.suspended(limited(1));
  await advance(DAY);
  const before = await patron.snapshot();
  expectRefusal(await patron.release(title), 'HoldNotSuspended');
  expectRefusal(await patron.editSuspension(title, { suspensionType: 'indefinite' }), 'HoldNotSuspended');
  expect(await patron.snapshot()).toEqual(before);
  expectNoContent(await patron.edit(title, { emailAddress: 'new@example.org' }));
  expectCreated(await patron.suspend(title, limited(1)));
  await library.setCopiesOwned(title, 1);
  await advance(DAY);
  expectRefusal(await patron.edit(title, { emailAddress: 'other@example.org' }), 'HoldReadyForCheckout');
  expect(await conditionsOf(title, patron)).toEqual(['ready']);
});

test('a hold is ready for the library’s hours from when it became ready; suspended in time, it has missed no pickup', async () => {
  const { patron, title } = await library.waiting();
  await advance(10 * DAY);
  await library.setCopiesOwned(title, 1);
  const { holdExpires, holdPlacedDate } = (await patron.find(title)).body;
  const hours = (Date.parse(holdExpires) - Date.parse(holdPlacedDate)) / (HOUR * 1000);
  expect(Math.round(hours)).toBe(240 + 72);
  for (let time = 0; time < 2; time++) {
    await advance(PICKUP - HOUR);
    await mustSucceed(patron.suspend(title));
    await mustSucceed(patron.release(title));
  }
  await advance(PICKUP);
  expect(await conditionsOf(title, patron)).toEqual(['suspended']);
});

const READY_TICKETS = statement(
  'test-ready-tickets',
  'SELECT ticket FROM hold WHERE reserve_id = $1 AND expires_at > service_now()',
);

test('the first look assigns the copy of a missed pickup: by the list, the hold, a search, or one’s own missed hold', async () => {
  const looks: ((next: TestPatron, title: TestTitle, first: TestPatron) => Promise<unknown>)[] = [
    async (next) => (await next.list()).body.holds[0] as unknown,
    async (next, title) => (await next.find(title)).body as unknown,
    async (next, { crossRefId }) =>
      (await (await catalogClientOf(next)).search({ crossRefId })).body.products[0] as unknown,
    async (next, title, first) => {
      expect(await conditionsOf(title, first)).toEqual(['suspended']);
      expect(await library.service.database.run(READY_TICKETS, [title.reserveId])).toEqual([{ ticket: 2 }]);
      return (await next.find(title)).body as unknown;
    },
  ];
  for (const look of looks) {
    const title = await library.addTitle(1);
    const [first, next, last] = await library.fillQueue(title, 3);
    await advance(PICKUP);
    expect(await look(next, title, first)).toMatchObject({ actions: { checkout: {} } });
    expect(await placeOf(last, title)).toBe('3 of 3');
    expectCreated(await next.borrow(title));
  }
});

test('an expired token is refused, and purged', async () => {
  const { database, url } = library.service;
  const { patronId } = await library.addPatron();
  await saveToken(database, 'short-lived-token', patronId, 3600);
  const client = new PatronClient(url, 'short-lived-token');
  expect((await client.get(ME)).status).toBe(200);
  await advance(3600);
  expect((await client.get(ME)).status).toBe(401);
  while ((await purgeExpiredTokens(database)) > 0);
  const expired = statement(
    'test-expired-tokens',
    'SELECT FROM access_token WHERE expires_at <= service_now()',
  );
  expect(await database.run(expired)).toEqual([]);
});

test('answers show times of the service’s clock', async () => {
  const placedAt = async (): Promise<number> => {
    const { patron, title } = await library.waiting();
    return Date.parse((await patron.find(title)).body.holdPlacedDate as string);
  };
  const before = await placedAt();
  await advance(30 * DAY);
  expect(Math.round(((await placedAt()) - before) / (DAY * 1000))).toBe(30);
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});
