import { InThisThread, waitCurvesOf } from '../../support/runs/wait-curves.js';
import type { MoreCopiesForecast, QueueToForecast, Waits } from '../../../src/domain/waits/forecast.js';
import type { Database } from '../../../src/platform/database/database.js';
import { statement } from '../../../src/platform/database/statement.js';
import { catalogClientOf } from '../../support/catalog-client.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, HOUR, MINUTE, serviceTime } from '../../support/clock.js';
import { HOLDS } from '../../support/paths.js';
import { hold, type TestRecord } from '../../support/records.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';
import { addLentTitle, daysOf } from './lent-title.js';

/** What answers say of the time until a hold is ready. Loans of the test library are 21 days, pickups 72 hours. */

const LOAN_AND_PICKUP = 21 + 3;

let library: TestLibrary;
let database: Database;
beforeAll(async () => {
  library = await TestLibrary.open();
  ({ database } = library.service);
});

/** As a worker that has just started does it. */
const computeWaits = (): Promise<number> => waitCurvesOf(database).work();

const WAITS = statement<{ categories: string[] | null }>(
  'test-waits',
  'SELECT wait_categories AS categories FROM title_queue WHERE reserve_id = $1',
);
/** Those that have a curve; null: no worker has looked, or nobody waits. */
const categoriesOf = async ({ reserveId }: TestTitle): Promise<string[] | null | undefined> =>
  (await database.run(WAITS, [reserveId])).map(
    ({ categories }) => categories && [...categories].toSorted(),
  )[0];

const lentTitle = (): Promise<TestTitle> => addLentTitle(library);

test('each hold in a queue has its wait; the list, a new hold and its availability say it', async () => {
  const title = await lentTitle();
  const [first, second] = await library.fillQueue(title, 2);
  expect(await daysOf(first, title)).toBeUndefined();
  await computeWaits();
  expect(await daysOf(first, title)).toBe(21);
  expect(await daysOf(second, title)).toBe(21 + LOAN_AND_PICKUP);
  const { body } = await second.list();
  const [listed] = body.holds as Record<string, unknown>[];
  const { likelyBy, ...others } = listed!.estimatedWait as Record<string, string>;
  expect(others).toEqual({ latestBy: likelyBy, basis: 'worst-case' });
  const hours = (Date.parse(likelyBy!) - (await serviceTime(library.service)).getTime()) / 3_600_000;
  expect(Math.round(hours / 24)).toBe(21 + LOAN_AND_PICKUP);

  const third = await library.addPatron();
  const { body: available } = await (await catalogClientOf(third)).availability(title);
  expect(available.estimatedWaitDays).toBe(21 + 2 * LOAN_AND_PICKUP);
  const { body: placed } = await third.place(title);
  expect(placed.estimatedWait).toEqual(available.estimatedWait);
});

interface MoreRow {
  readonly madeAt: Date | null;
  readonly collectionId: string | null;
  readonly days: number[];
}

const MORE = statement<MoreRow>(
  'test-more-copies',
  `SELECT more_copies_made_at AS "madeAt", more_copies_in AS "collectionId",
     ARRAY (SELECT round(hours / 24.0)::int FROM unnest(more_copies_hours) hours) AS days
   FROM title_queue WHERE reserve_id = $1`,
);

describe('what more copies would bring', () => {
  let title: TestTitle;
  let patrons: TestPatron[];
  beforeEach(async () => {
    title = await lentTitle();
    patrons = await library.fillQueue(title, 2);
    await computeWaits();
  });
  const stored = async (): Promise<MoreRow> => (await database.run(MORE, [title.reserveId]))[0]!;
  /** So much later that the curves are computed anew. */
  const computeLater = async (seconds = HOUR): Promise<void> => {
    await advanceClock(library.service, seconds);
    await computeWaits();
  };

  test('is computed with the curve, and goes when nobody waits', async () => {
    // With one more copy, the first hold has it at once; with two, both do; with four, a new hold, too.
    const days = [21 + 2 * LOAN_AND_PICKUP, LOAN_AND_PICKUP, 21, 0];
    expect(await stored()).toMatchObject({ collectionId: 'main', days });
    for (const patron of patrons) await patron.suspend(title, { suspensionType: 'indefinite' });
    await computeLater();
    expect(await stored()).toEqual({ madeAt: null, collectionId: null, days: [] });
  });

  test('is computed anew when the wait or the copies have changed, and every day', async () => {
    const first = await stored();
    const [another] = await library.fillQueue(title, 1);
    await computeLater();
    const longer = await stored();
    expect(longer.days).toEqual([21 + 3 * LOAN_AND_PICKUP, 21 + LOAN_AND_PICKUP, LOAN_AND_PICKUP, 0]);
    expect(longer.madeAt).not.toEqual(first.madeAt);
    // The hold behind all others tells nothing new.
    await another.suspend(title, { suspensionType: 'limited', numberOfDays: '7' });
    await computeLater();
    expect(await stored()).toEqual(longer);
    await library.setCopiesOwned(title, 2);
    await computeLater();
    const bought = await stored();
    expect(bought.days).toEqual([21 + LOAN_AND_PICKUP, LOAN_AND_PICKUP, 0]);
    await computeLater(DAY);
    expect((await stored()).madeAt).not.toEqual(bought.madeAt);
  });
});

test('a ready hold and one without an end have no wait; a suspension until a day is waited for', async () => {
  const title = await lentTitle();
  const [first, second] = await library.fillQueue(title, 2);
  const { patron: readyPatron, title: readyTitle } = await library.ready();
  await computeWaits();
  expect(await daysOf(readyPatron, readyTitle)).toBeUndefined();
  const answer = await first.suspend(title);
  expect(Object.keys(answer.body)).not.toContain('estimatedWaitDays');
  const limited = await second.suspend(title, { suspensionType: 'limited', numberOfDays: '200' });
  // The longest time between two copies that come free, after the return.
  expect(limited.body.estimatedWaitDays).toBe(200 + LOAN_AND_PICKUP);
});

test.each(['pace', 'alternative'])('a hold held back by a %s waits for the end of a pickup', async (by) => {
  const title = await lentTitle();
  await advanceClock(library.service, 20 * DAY);
  const [patron, next] = await library.addPatrons(2);
  if (by === 'pace') await mustSucceed(patron.put(`${HOLDS}/pace`, { readyAtMost: 1 }));
  const ready = await library.addTitle(1);
  await mustSucceed(patron.place(ready));
  const alternativeTo = by === 'pace' ? '' : ready.reserveId;
  await mustSucceed(patron.place(title, { ignoreHoldEmail: true, alternativeTo }));
  await mustSucceed(next.place(title));
  await computeWaits();
  // Nobody waits for it.
  expect(await daysOf(next, title)).toBe(1);
  expect(await daysOf(patron, title)).toBe(3 + LOAN_AND_PICKUP);
  await mustSucceed(patron.remove(ready));
  await advanceClock(library.service, 11 * MINUTE);
  await computeWaits();
  expect(await daysOf(patron, title)).toBe(1);
  expect(await daysOf(next, title)).toBe(1 + LOAN_AND_PICKUP);
});

test('a hold that is released has at once the wait of its place', async () => {
  const title = await lentTitle();
  const [first, second] = await library.fillQueue(title, 2);
  for (const [suspension, days, nextDays] of [
    // It is back before the copy is.
    [{ suspensionType: 'limited', numberOfDays: '7' }, 20, 20 + LOAN_AND_PICKUP],
    [{ suspensionType: 'indefinite' }, 19, 19],
  ] as const) {
    await first.suspend(title, suspension);
    await advanceClock(library.service, DAY + HOUR);
    await computeWaits();
    expect(await daysOf(second, title)).toBe(nextDays);
    await mustSucceed(first.release(title));
    expect(await daysOf(first, title)).toBe(days);
  }
});

test('of a queue that was imported nothing is told before a worker has looked', async () => {
  const title = await lentTitle();
  const patrons = await library.addPatrons(3);
  await patrons[0].place(title);
  await computeWaits();
  await library.import(...patrons.slice(1).map(({ patronId }) => hold(patronId, title.crossRefId)));
  for (const patron of patrons) expect(await daysOf(patron, title)).toBeUndefined();
  await computeWaits();
  const days = await Promise.all(patrons.map((patron) => daysOf(patron, title)));
  expect(days).toEqual([21, 21 + LOAN_AND_PICKUP, 21 + 2 * LOAN_AND_PICKUP]);
});

test('a queue that is imported while it is computed keeps nothing of what it was', async () => {
  await computeWaits();
  const title = await lentTitle();
  const newcomers = await library.addPatrons(2);
  const [first] = await library.fillQueue(title, 1);
  const patrons = [first, ...newcomers];
  /** Before each queue is computed, another hold of it is imported. */
  class Importing extends InThisThread {
    override async waits(queue: QueueToForecast): Promise<Waits> {
      const patron = newcomers.shift();
      if (patron !== undefined) await library.import(hold(patron.patronId, title.crossRefId));
      return super.waits(queue);
    }
  }
  await waitCurvesOf(database, new Importing()).work();
  const days = await Promise.all(patrons.map((patron) => daysOf(patron, title)));
  expect(days).toEqual([21, 21 + LOAN_AND_PICKUP, 21 + 2 * LOAN_AND_PICKUP]);
});

test('a copy that can be borrowed needs no estimate, and a title that nobody can be given has none', async () => {
  const free = await library.addTitle(1);
  const { patron, title } = await library.waiting();
  await computeWaits();
  expect(await categoriesOf(free)).toBeNull();
  expect(await categoriesOf(title)).toEqual([]);
  expect(await daysOf(patron, title)).toBeUndefined();
  const { body } = await (await catalogClientOf(patron)).availability(free);
  expect(Object.keys(body)).not.toContain('estimatedWaitDays');
});

test('a category waits only for the copies that it may use', async () => {
  const title = await library.addTitle({ main: 1, adults: 1 });
  for (const borrower of await library.addPatrons(2)) expect((await borrower.borrow(title)).status).toBe(201);
  const [adult, child] = [await library.addPatron(), await library.addPatron({ category: 'child' })];
  const secondChild = await library.addPatron({ category: 'child' });
  for (const patron of [adult, child, secondChild]) expect((await patron.place(title)).status).toBe(201);
  await computeWaits();
  expect(await daysOf(adult, title)).toBe(21);
  expect(await daysOf(child, title)).toBe(21);
  expect(await daysOf(secondChild, title)).toBe(21 + LOAN_AND_PICKUP);
});

test('a change makes the curve anew after some minutes, and a day makes each anew', async () => {
  const title = await lentTitle();
  const [patron] = await library.fillQueue(title, 1);
  await computeWaits();
  await library.setCopiesOwned(title, 2);
  expect((await patron.find(title)).body.holdExpires).toBeDefined();
  const other = await library.addPatron();
  await other.place(title);
  // The former curve knows one copy.
  expect(await daysOf(other, title)).toBe(21 + LOAN_AND_PICKUP);
  await computeWaits();
  expect(await daysOf(other, title)).toBe(21 + LOAN_AND_PICKUP);
  await advanceClock(library.service, HOUR / 4);
  await computeWaits();
  expect(await daysOf(other, title)).toBe(21);
  await advanceClock(library.service, DAY + HOUR);
  await computeWaits();
  expect(await daysOf(other, title)).toBe(20);
});

const HAVE_HOLDS = statement(
  'test-have-holds',
  'UPDATE title_queue SET live_holds = $2, next_ticket = GREATEST(next_ticket, $2 + 1) WHERE reserve_id = $1',
);

test('a removed hold in a queue of thousands makes its curve anew within an hour', async () => {
  const title = await lentTitle();
  const [first, second] = await library.fillQueue(title, 2);
  await database.run(HAVE_HOLDS, [title.reserveId, 30_000]);
  try {
    const waits = waitCurvesOf(database);
    // A new title counts as changed for a minute.
    await advanceClock(library.service, MINUTE);
    await waits.work();
    expect(await daysOf(second, title)).toBe(21 + LOAN_AND_PICKUP);
    await mustSucceed(first.remove(title));
    for (const days of [21 + LOAN_AND_PICKUP, 21 + LOAN_AND_PICKUP, 21]) {
      expect(await daysOf(second, title)).toBe(days);
      await advanceClock(library.service, 31 * MINUTE);
      await waits.work();
    }
  } finally {
    await database.run(HAVE_HOLDS, [title.reserveId, 1]);
  }
});

test('the curves of a title go when it can be borrowed at once again', async () => {
  const title = await library.addTitle(1);
  const borrower = await library.addPatron();
  await borrower.borrow(title);
  await computeWaits();
  expect(await categoriesOf(title)).toEqual(['adult', 'child']);
  await borrower.returnTitle(title);
  await advanceClock(library.service, DAY + HOUR);
  await computeWaits();
  expect(await categoriesOf(title)).toBeNull();
});

test('where the time runs out for what more copies would bring, patrons have their waits', async () => {
  class TooSlow extends InThisThread {
    override moreCopies(): Promise<MoreCopiesForecast> {
      return Promise.reject(new DOMException('', 'TimeoutError'));
    }
  }
  const title = await lentTitle();
  const [first] = await library.fillQueue(title, 1);
  await waitCurvesOf(database, new TooSlow()).work();
  expect(await daysOf(first, title)).toBe(21);
  expect(await database.run(MORE, [title.reserveId])).toEqual([
    { madeAt: null, collectionId: null, days: [] },
  ]);
});

describe('are computed anew', () => {
  let title: TestTitle;
  let patrons: TestPatron[];
  const own = (members: TestRecord): Promise<void> =>
    library.import({ websiteId: library.websiteId, ...members });
  const days = (): Promise<unknown[]> => Promise.all(patrons.map((patron) => daysOf(patron, title)));
  /** A queue that did not change has the estimates of half an hour ago until tomorrow. */
  const computedLater = async (): Promise<unknown[]> => {
    await advanceClock(library.service, 30 * MINUTE);
    await computeWaits();
    return days();
  };

  beforeEach(async () => {
    library = await TestLibrary.open();
    title = await lentTitle();
    patrons = await library.fillQueue(title, 3);
    await computedLater();
    expect(await computedLater()).toEqual([21, 45, 69]);
  });

  test('when the library’s calendar changes, for all places', async () => {
    const dayIn = async (number: number): Promise<string> =>
      new Date((await serviceTime(library.service)).getTime() + number * DAY * 1000)
        .toISOString()
        .slice(0, 10);
    const closure = { record: 'calendar', entryId: 'move' };
    const days20 = { from: await dayIn(20), to: await dayIn(30) };
    await own({ ...closure, kind: 'closed', name: 'Move', suspendsHolds: true, ...days20 });
    expect(await computedLater()).toEqual([31, 55, 79]);
    await own({ ...closure, delete: true });
    expect(await computedLater()).toEqual([21, 45, 69]);
  });

  test('when its pickups or loans take another time', async () => {
    await own({ record: 'library', name: 'Central', pickupHours: 24 });
    expect(await computedLater()).toEqual([21, 43, 65]);
  });
});
