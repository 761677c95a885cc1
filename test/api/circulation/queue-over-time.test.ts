import { saveToken } from '../../../src/access/tokens/tokens.store.js';
import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { DAY, eventually, HOUR, MINUTE } from '../../support/clock.js';
import { conditionsOf, type SeenCondition } from '../../support/conditions.js';
import { brokenInvariants, recordOvertaking } from '../../support/invariants.js';
import { ME } from '../../support/paths.js';
import type { SandboxClock } from '../../support/sandbox-clock.js';
import { openSandboxLibrary, type SandboxLibrary } from '../../support/runs/sandbox-library.js';
import { type TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

let sandbox: SandboxLibrary;
let library: TestLibrary;
let clock: SandboxClock;

/** Opens a library for the tests of one block. */
function useLibrary(members: object, role: 'all' | 'api'): void {
  beforeAll(async () => {
    sandbox = await openSandboxLibrary(members, role);
    ({ library, clock } = sandbox);
    await recordOvertaking(library.service.database);
  });
  afterEach(async () => {
    expect(await brokenInvariants(library.service.database)).toEqual([]);
  });
  afterAll(() => sandbox.close());
}

describe('the queue over time', () => {
  useLibrary({}, 'all');
  const becomes = (
    title: TestTitle,
    patrons: readonly TestPatron[],
    conditions: SeenCondition[],
  ): Promise<void> =>
    eventually(async () => expect(await conditionsOf(title, ...patrons)).toEqual(conditions));

  test('a copy that becomes free while the first hold is suspended goes to the next', async () => {
    const [title, borrower] = [await library.addTitle(1), await library.addPatron()];
    await mustSucceed(borrower.borrow(title));
    const [first, second] = await library.fillQueue(title, 2);
    await mustSucceed(first.suspend(title, { suspensionType: 'limited', numberOfDays: 60 }));
    await clock.advance(21 * DAY);
    await becomes(title, [first, second], ['suspended', 'ready']);
  });

  test('a suspension that ends together with a loan: the hold has its old place and gets the copy', async () => {
    const [title, borrower] = [await library.addTitle(1), await library.addPatron()];
    const [first, second] = await library.addPatrons(2);
    await mustSucceed(borrower.borrow(title));
    for (const patron of [first, second]) await mustSucceed(patron.place(title));
    await mustSucceed(first.suspend(title, { suspensionType: 'limited', numberOfDays: 20 }));
    await clock.advance(22 * DAY);
    await becomes(title, [first, second], ['ready', 'waiting']);
  });

  test('two loans that end together make two holds ready', async () => {
    const title = await library.addTitle(2);
    const borrowers = await library.addPatrons(2);
    for (const borrower of borrowers) await mustSucceed(borrower.borrow(title));
    const [first, second, third] = await library.fillQueue(title, 3);
    await clock.advance(21 * DAY);
    await becomes(title, [first, second, third], ['ready', 'ready', 'waiting']);
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0, setAside: 2 } });
  });

  test('the copy of a missed pickup skips patrons who may not use its collection', async () => {
    const title = await library.addTitle({ main: 0, adults: 1 });
    const [first, last] = await library.addPatrons(2);
    const child = await library.addPatron({ category: 'child' });
    for (const patron of [first, child, last]) await mustSucceed(patron.place(title));
    expect(await conditionsOf(title, first, child, last)).toEqual(['ready', 'waiting', 'waiting']);
    await clock.advance(72 * HOUR);
    await becomes(title, [first, child, last], ['suspended', 'waiting', 'ready']);
  });

  test('the copy of a missed pickup that the library no longer owns goes to nobody', async () => {
    const title = await library.addTitle(1);
    const [first, second] = await library.fillQueue(title, 2);
    await library.setCopiesOwned(title, 0);
    await clock.advance(72 * HOUR);
    await eventually(async () =>
      expect((await library.copiesOf(title)).main).toEqual({ owned: 0, onLoan: 0, setAside: 0, retiring: 0 }),
    );
    expect(await conditionsOf(title, first, second)).toEqual(['suspended', 'waiting']);
  });

  test('after the end of a loan its patron can borrow or hold the title again', async () => {
    const [patron, title] = [await library.addPatron({ checkoutLimit: 1 }), await library.addTitle(1)];
    await mustSucceed(patron.borrow(title));
    await clock.advance(21 * DAY);
    expectCreated(await patron.borrow(title));
    await clock.advance(21 * DAY);
    expectCreated(await patron.place(title));
    expect(await conditionsOf(title, patron)).toEqual(['ready']);
  });

  test('an expired token is refused, and then purged', async () => {
    const { database, url } = library.service;
    const patron = await library.addPatron();
    await saveToken(database, 'short-lived-token', patron.patronId, 3600);
    const client = new PatronClient(url, 'short-lived-token');
    const status = async (): Promise<number> => (await client.get(ME)).status;
    expect(await status()).toBe(200);
    await clock.advance(3600);
    expect(await status()).toBe(401);
    await eventually(async () => {
      const expired = { name: '', text: 'SELECT FROM access_token WHERE expires_at <= service_now()' };
      expect(await database.run(expired)).toEqual([]);
    });
  });
});

describe('a library that removes a hold whose pickup is missed', () => {
  useLibrary({ missedPickup: 'cancel', pickupHours: 24 }, 'all');

  test('removes it the first time, and the copy goes to the next', async () => {
    const title = await library.addTitle(1);
    const [first, second] = await library.fillQueue(title, 2);
    await clock.advance(24 * HOUR - 10 * MINUTE);
    expect(await conditionsOf(title, first, second)).toEqual(['ready', 'waiting']);
    await clock.advance(10 * MINUTE);
    await eventually(async () => expect(await conditionsOf(title, first, second)).toEqual(['gone', 'ready']));
    expect((await first.list()).body.totalItems).toBe(0);
  });

  test('never removes a suspended hold', async () => {
    const { patron, title } = await library.ready();
    await mustSucceed(patron.suspend(title));
    await clock.advance(400 * DAY);
    expect(await conditionsOf(title, patron)).toEqual(['suspended']);
  });
});

describe('without timers, answers and commands still follow the clock', () => {
  useLibrary({}, 'api');

  test('a pickup is over at its time: the hold is suspended, and its copy cannot be borrowed', async () => {
    const { patron, title } = await library.ready();
    await clock.advance(72 * HOUR);
    expect(await conditionsOf(title, patron)).toEqual(['suspended']);
    expect((await patron.find(title)).body.holdSuspension).toEqual({
      suspensionType: 'limited',
      numberOfDays: 7,
    });
    expect((await patron.list()).body.holds[0]).toEqual((await patron.find(title)).body);
    const other = await library.addPatron();
    expectCreated(await other.borrow(title));
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
  });

  test('the suspension after a missed pickup also ends at its time', async () => {
    const { patron, title } = await library.ready();
    await clock.advance(72 * HOUR + 6 * DAY);
    expect((await patron.find(title)).body.holdSuspension).toEqual({
      suspensionType: 'limited',
      numberOfDays: 1,
    });
    await clock.advance(DAY);
    expect(await conditionsOf(title, patron)).toEqual(['ready']);
    expectCreated(await patron.borrow(title));
  });

  test('a second missed pickup ends the hold: it is not listed, and the title can be held again', async () => {
    const { patron, title } = await library.ready();
    await clock.advance(72 * HOUR);
    expectNoContent(await patron.release(title));
    await clock.advance(72 * HOUR);
    expect(await conditionsOf(title, patron)).toEqual(['gone']);
    expect((await patron.list()).body.totalItems).toBe(0);
    expectRefusal(await patron.remove(title), 'PatronDoesntHaveTitleOnHold');
    expectCreated(await patron.place(title));
  });

  test('the next patron can borrow the copy that the first did not pick up', async () => {
    const title = await library.addTitle(1);
    const [first, second, third] = await library.fillQueue(title, 3);
    await clock.advance(72 * HOUR);
    expectRefusal(await third.borrow(title), 'NoCopiesAvailable');
    expectCreated(await second.borrow(title));
    expect(await conditionsOf(title, first, second, third)).toEqual(['suspended', 'gone', 'waiting']);
  });

  test('a limited suspension is over at its time: it cannot be released, and the hold can be suspended again', async () => {
    const { patron, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    await clock.advance(DAY);
    expect(await conditionsOf(title, patron)).toEqual(['waiting']);
    expectRefusal(await patron.release(title), 'HoldNotSuspended');
    expectRefusal(await patron.editSuspension(title, { suspensionType: 'indefinite' }), 'HoldNotSuspended');
    expectCreated(await patron.suspend(title));
  });

  test('a loan is over at its time: it is not listed, cannot be returned, and the next patron can borrow the copy', async () => {
    const [borrower, patron] = await library.addPatrons(2);
    const title = await library.addTitle(1);
    await mustSucceed(borrower.borrow(title));
    await clock.advance(21 * DAY - 10 * MINUTE);
    expect((await borrower.loan(title)).status).toBe(200);
    await clock.advance(10 * MINUTE);
    expectRefusal(await borrower.loan(title), 'TitleNotCheckedOut');
    expect((await borrower.loans()).body).toMatchObject({ totalItems: 0, checkouts: [] });
    expectRefusal(await borrower.returnTitle(title), 'PatronDoesntHaveTitleCheckedOut');
    expectCreated(await patron.borrow(title));
  });

  test('loans that are over do not count against the checkout limit', async () => {
    const patron = await library.addPatron({ checkoutLimit: 1 });
    await mustSucceed(patron.borrow(await library.addTitle(1)));
    await clock.advance(21 * DAY);
    expectCreated(await patron.borrow(await library.addTitle(1)));
  });

  test('a hold that ended by a second missed pickup does not count against the hold limit', async () => {
    const [patron, title] = [await library.addPatron({ holdLimit: 1 }), await library.addTitle(1)];
    await mustSucceed(patron.place(title));
    await clock.advance(72 * HOUR);
    await mustSucceed(patron.release(title));
    await clock.advance(72 * HOUR);
    expectCreated(await patron.place(await library.addTitle()));
  });

  test('a hold that is placed after the end of a loan stands behind those who waited for its copy', async () => {
    const [borrower, waiting, late] = await library.addPatrons(3);
    const title = await library.addTitle(1);
    await mustSucceed(borrower.borrow(title));
    await mustSucceed(waiting.place(title));
    await clock.advance(21 * DAY);
    expectCreated(await late.place(title));
    expect(await conditionsOf(title, waiting, late)).toEqual(['ready', 'waiting']);
  });
});
