import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { DAY, eventually, HOUR, MINUTE } from '../support/clock.js';
import { granted } from '../support/client.js';
import { conditionIn, type SeenCondition } from '../support/conditions.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { MailServer } from '../support/smtp.js';
import { type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';
import { SANDBOX_SETTINGS, SandboxClock } from '../support/worker.js';

async function seen(title: TestTitle, ...readers: readonly Reader[]): Promise<SeenCondition[]> {
  return Promise.all(readers.map(async (reader) => conditionIn(await reader.find(title))));
}

interface Scene {
  readonly library: TestLibrary;
  readonly clock: SandboxClock;
}

/** A library for the tests of one block, with its timers running or not. */
function libraryWith(members: object, role: 'all' | 'api'): Scene {
  const scene = {} as { library: TestLibrary; clock: SandboxClock };
  let mails: MailServer;
  beforeAll(async () => {
    mails = await MailServer.start();
    scene.library = await TestLibrary.open(members, { ROLE: role, SMTP_URL: mails.url, ...SANDBOX_SETTINGS });
    scene.clock = new SandboxClock(scene.library.service.url);
    await witnessHandOvers(scene.library.service.database);
  });
  afterEach(async () => {
    expect(await brokenInvariants(scene.library.service.database)).toEqual([]);
  });
  afterAll(async () => {
    await scene.library.close();
    await mails.goAway();
  });
  return scene;
}

describe('the queue over time', () => {
  const scene = libraryWith({}, 'all');
  const becomes = (
    title: TestTitle,
    readers: readonly Reader[],
    conditions: SeenCondition[],
  ): Promise<void> => eventually(async () => expect(await seen(title, ...readers)).toEqual(conditions));

  test('a copy that comes free while the first in line is suspended goes to the next', async () => {
    const { library, clock } = scene;
    const [title, borrower] = [await library.title(1), await library.reader()];
    await granted(borrower.borrow(title));
    const [first, second] = await library.inLine(title, 2);
    await granted(first.suspend(title, { suspensionType: 'limited', numberOfDays: 60 }));
    await clock.advance(21 * DAY);
    await becomes(title, [first, second], ['suspended', 'ready']);
  });

  test('a suspension that ends in the same moment as a loan: the hold has its old place, and gets the copy', async () => {
    const { library, clock } = scene;
    const [title, borrower] = [await library.title(1), await library.reader()];
    const [first, second] = await library.readers(2);
    await granted(borrower.borrow(title));
    for (const reader of [first, second]) await granted(reader.place(title));
    await granted(first.suspend(title, { suspensionType: 'limited', numberOfDays: 20 }));
    await clock.advance(22 * DAY);
    await becomes(title, [first, second], ['ready', 'waiting']);
  });

  test('each copy goes to one: two loans that end together make two ready', async () => {
    const { library, clock } = scene;
    const title = await library.title(2);
    const borrowers = await library.readers(2);
    for (const borrower of borrowers) await granted(borrower.borrow(title));
    const [first, second, third] = await library.inLine(title, 3);
    await clock.advance(21 * DAY);
    await becomes(title, [first, second, third], ['ready', 'ready', 'waiting']);
    expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 0, setAside: 2 } });
  });

  test('a missed copy goes past those who may not use its collection', async () => {
    const { library, clock } = scene;
    const title = await library.title({ main: 0, adults: 1 });
    const [first, last] = await library.readers(2);
    const child = await library.reader({ category: 'child' });
    for (const reader of [first, child, last]) await granted(reader.place(title));
    expect(await seen(title, first, child, last)).toEqual(['ready', 'waiting', 'waiting']);
    await clock.advance(72 * HOUR);
    await becomes(title, [first, child, last], ['suspended', 'waiting', 'ready']);
  });

  test('a missed copy that the library has given up goes to nobody', async () => {
    const { library, clock } = scene;
    const title = await library.title(1);
    const [first, second] = await library.inLine(title, 2);
    await library.own(title, 0);
    await clock.advance(72 * HOUR);
    await eventually(async () =>
      expect((await library.shelf(title)).main).toEqual({ owned: 0, onLoan: 0, setAside: 0, retiring: 0 }),
    );
    expect(await seen(title, first, second)).toEqual(['suspended', 'waiting']);
  });

  test('a loan that has ended lets its patron borrow or hold the title again', async () => {
    const { library, clock } = scene;
    const [reader, title] = [await library.reader({ checkoutLimit: 1 }), await library.title(1)];
    await granted(reader.borrow(title));
    await clock.advance(21 * DAY);
    expectCreated(await reader.borrow(title));
    await clock.advance(21 * DAY);
    expectCreated(await reader.place(title));
    expect(await seen(title, reader)).toEqual(['ready']);
  });

  test('a token that has expired is purged, and is refused before', async () => {
    const { library, clock } = scene;
    const { database, url } = library.service;
    const reader = await library.reader();
    const { saveToken } = await import('../../src/access/tokens.store.js');
    await saveToken(database, 'short-lived-token', reader.patronId, 3600);
    const status = async (): Promise<number> =>
      (
        await fetch(new URL('/v1/patrons/me', url), {
          headers: { authorization: 'Bearer short-lived-token' },
        })
      ).status;
    expect(await status()).toBe(200);
    await clock.advance(3600);
    expect(await status()).toBe(401);
    await eventually(async () => {
      const expired = { name: '', text: 'SELECT FROM access_token WHERE expires_at <= service_now()' };
      expect(await database.run(expired)).toEqual([]);
    });
  });
});

describe('a library that ends a hold when its pickup is missed', () => {
  const scene = libraryWith({ missedPickup: 'cancel', pickupHours: 24 }, 'all');

  test('ends it the first time, and the copy goes to the next', async () => {
    const { library, clock } = scene;
    const title = await library.title(1);
    const [first, second] = await library.inLine(title, 2);
    await clock.advance(24 * HOUR - 10 * MINUTE);
    expect(await seen(title, first, second)).toEqual(['ready', 'waiting']);
    await clock.advance(10 * MINUTE);
    await eventually(async () => expect(await seen(title, first, second)).toEqual(['gone', 'ready']));
    expect((await first.list()).body.totalItems).toBe(0);
  });

  test('never ends a suspended one', async () => {
    const { library, clock } = scene;
    const { reader, title } = await library.ready();
    await granted(reader.suspend(title));
    await clock.advance(400 * DAY);
    expect(await seen(title, reader)).toEqual(['suspended']);
  });
});

describe('while the timers stand still, answers and commands tell what time has done all the same', () => {
  const scene = libraryWith({}, 'api');

  test('a pickup is over at its time: the hold shows its rest, and cannot be borrowed', async () => {
    const { library, clock } = scene;
    const { reader, title } = await library.ready();
    await clock.advance(72 * HOUR);
    expect(await seen(title, reader)).toEqual(['suspended']);
    expect((await reader.find(title)).body.holdSuspension).toEqual({
      suspensionType: 'limited',
      numberOfDays: 7,
    });
    expect((await reader.list()).body.holds[0]).toEqual((await reader.find(title)).body);
    const other = await library.reader();
    expectCreated(await other.borrow(title));
    expectRefusal(await reader.borrow(title), 'NoCopiesAvailable');
  });

  test('a rest is over at its time too, though nobody has even written it down', async () => {
    const { library, clock } = scene;
    const { reader, title } = await library.ready();
    await clock.advance(72 * HOUR + 6 * DAY);
    expect((await reader.find(title)).body.holdSuspension).toEqual({
      suspensionType: 'limited',
      numberOfDays: 1,
    });
    await clock.advance(DAY);
    expect(await seen(title, reader)).toEqual(['waiting']);
    expectCreated(await reader.borrow(title));
  });

  test('a second missed pickup has ended the hold: it is not listed, and the title can be held again', async () => {
    const { library, clock } = scene;
    const { reader, title } = await library.ready();
    await clock.advance(72 * HOUR);
    expectNoContent(await reader.release(title));
    await clock.advance(72 * HOUR);
    expect(await seen(title, reader)).toEqual(['gone']);
    expect((await reader.list()).body.totalItems).toBe(0);
    expectRefusal(await reader.remove(title), 'PatronDoesntHaveTitleOnHold');
    expectCreated(await reader.place(title));
  });

  test('the next in line borrows what the first has missed', async () => {
    const { library, clock } = scene;
    const title = await library.title(1);
    const [first, second, third] = await library.inLine(title, 3);
    await clock.advance(72 * HOUR);
    expectRefusal(await third.borrow(title), 'NoCopiesAvailable');
    expectCreated(await second.borrow(title));
    expect(await seen(title, first, second, third)).toEqual(['suspended', 'gone', 'waiting']);
  });

  test('a limited suspension is over at its time: it cannot be released, and the hold can be suspended again', async () => {
    const { library, clock } = scene;
    const { reader, title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    await clock.advance(DAY);
    expect(await seen(title, reader)).toEqual(['waiting']);
    expectRefusal(await reader.release(title), 'HoldNotSuspended');
    expectRefusal(await reader.editSuspension(title, { suspensionType: 'indefinite' }), 'HoldNotSuspended');
    expectCreated(await reader.suspend(title));
  });

  test('a loan is over at its time: it is not listed, cannot be returned, and the next patron borrows the copy', async () => {
    const { library, clock } = scene;
    const [borrower, reader] = await library.readers(2);
    const title = await library.title(1);
    await granted(borrower.borrow(title));
    await clock.advance(21 * DAY - 10 * MINUTE);
    expect((await borrower.loan(title)).status).toBe(200);
    await clock.advance(10 * MINUTE);
    expectRefusal(await borrower.loan(title), 'TitleNotCheckedOut');
    expect((await borrower.loans()).body).toMatchObject({ totalItems: 0, checkouts: [] });
    expectRefusal(await borrower.giveBack(title), 'PatronDoesntHaveTitleCheckedOut');
    expectCreated(await reader.borrow(title));
  });

  test('loans that are over do not count against the checkout limit', async () => {
    const { library, clock } = scene;
    const reader = await library.reader({ checkoutLimit: 1 });
    await granted(reader.borrow(await library.title(1)));
    await clock.advance(21 * DAY);
    expectCreated(await reader.borrow(await library.title(1)));
  });

  test('a hold that a second missed pickup has ended does not count against the hold limit', async () => {
    const { library, clock } = scene;
    const [reader, title] = [await library.reader({ holdLimit: 1 }), await library.title(1)];
    await granted(reader.place(title));
    await clock.advance(72 * HOUR);
    await granted(reader.release(title));
    await clock.advance(72 * HOUR);
    expectCreated(await reader.place(await library.title()));
  });

  test('a hold placed when a loan is over gets its copy, behind those who waited', async () => {
    const { library, clock } = scene;
    const [borrower, waiting, late] = await library.readers(3);
    const title = await library.title(1);
    await granted(borrower.borrow(title));
    await granted(waiting.place(title));
    await clock.advance(21 * DAY);
    expectCreated(await late.place(title));
    expect(await seen(title, waiting, late)).toEqual(['ready', 'waiting']);
  });
});
