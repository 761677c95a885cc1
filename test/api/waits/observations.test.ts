import { InThisThread, waitCurvesOf } from '../../support/runs/wait-curves.js';
import type { QueueToForecast, Waits } from '../../../src/domain/waits/forecast.js';
import { Database } from '../../../src/platform/database/database.js';
import { DatabaseUnavailable } from '../../../src/platform/database/failures.js';
import { statement } from '../../../src/platform/database/statement.js';
import { EventReader } from '../../support/events/event-reader.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, advanceClockToNoon, DAY, HOUR, serviceTime } from '../../support/clock.js';
import { learnConduct } from '../../support/runs/learned-conduct.js';
import { COUNTS, lentTitleOf, observedOf } from '../../support/runs/observed.js';
import { HOLDS } from '../../support/paths.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

/** What is counted of patrons, and the estimates that are made from it. Loans are 21 days, pickups 72 hours. */

let library: TestLibrary;
let database: Database;
beforeEach(async () => {
  library = await TestLibrary.alone({}, { ROLE: 'all', OPERATOR_TOKEN });
  ({ database } = library.service);
});
afterEach(() => library.close());

const observed = (): ReturnType<typeof observedOf> => observedOf(library);
const lentTitle = (): ReturnType<typeof lentTitleOf> => lentTitleOf(library);

const oneAt = (tenth: number): number[] =>
  Array.from({ length: 11 }, (_, index) => (index === tenth ? 1 : 0));

test('how much of its time a loan lasted is counted, and the feed says nothing of it', async () => {
  const operator = new OperatorClient(library.service.url);
  const { title, borrower } = await lentTitle();
  const { title: kept } = await lentTitle();
  await advanceClock(library.service, 5 * DAY);
  expect((await borrower.returnTitle(title)).status).toBe(204);
  expect(await observed()).toEqual({ 'loan eBook 21 2': 1 });
  await advanceClock(library.service, 17 * DAY);
  // A command ends loans whose time is over.
  await library.fillQueue(kept, 1);
  expect(await observed()).toMatchObject({ 'loan eBook 21 2': 1, 'loan eBook 21 10': 1 });
  const ofTitles = statement('', 'SELECT loan_tenths AS tenths FROM copies ORDER BY loan_tenths');
  expect(await database.run(ofTitles)).toEqual([10, 2].map((tenth) => ({ tenths: oneAt(tenth) })));
  const events = await new EventReader(operator).rest();
  expect(events.filter(({ type }) => type.endsWith('loan.ended'))).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain('observed');
});

test('a loan that ends before it began, in a transaction that waited for the one that lent, has lasted no time', async () => {
  const { title, borrower } = await lentTitle();
  await database.run(
    statement('', `UPDATE checkout SET checked_out_at = service_now() + interval '1 minute'`),
  );
  expect((await borrower.returnTitle(title)).status).toBe(204);
  expect(await observed()).toEqual({ 'loan eBook 21 0': 1 });
  const ofTitles = statement('', 'SELECT loan_tenths AS tenths FROM copies');
  expect(await database.run(ofTitles)).toEqual([{ tenths: oneAt(0) }]);
});

test('what becomes of a copy that is set aside is counted', async () => {
  const [borrowed, removed, suspended, missed] = [
    await library.ready(),
    await library.ready(),
    await library.ready(),
    await library.ready(),
  ];
  await advanceClock(library.service, 10 * HOUR);
  expect((await borrowed.patron.borrow(borrowed.title)).status).toBe(201);
  expect((await removed.patron.remove(removed.title)).status).toBe(204);
  const indefinite = { suspensionType: 'indefinite' };
  expect((await suspended.patron.suspend(suspended.title, indefinite)).status).toBe(201);
  await advanceClock(library.service, 3 * DAY);
  expect((await missed.patron.find(missed.title)).body.holdSuspension).toBeDefined();
  expect(await observed()).toEqual({
    'pickup eBook 72 3': 1,
    'pickup eBook 72 20': 1,
    'pickup eBook 72 21': 1,
    'pickup eBook 72 22': 1,
    'waiting eBook 0 0': [4, 0],
  });
});

test('a pickup that goes on because the library is closed counts by when its copy was set aside', async () => {
  const { websiteId } = library;
  const now = (await serviceTime(library.service)).getTime();
  const day = (days: number): string => new Date(now + days * DAY * 1000).toISOString().slice(0, 10);
  const closure = { record: 'calendar', websiteId, entryId: 'move', kind: 'closed', name: 'Move' };
  await library.import({ ...closure, from: day(0), to: day(9) });
  const { patron, title } = await library.ready();
  await advanceClock(library.service, 100 * HOUR);
  await mustSucceed(patron.borrow(title));
  expect(await observed()).toMatchObject({ 'pickup eBook 72 8': 1 });
});

test('the second pickup of a hold is counted apart from first ones', async () => {
  const [missed, borrowed] = [await library.ready(), await library.ready()];
  await advanceClock(library.service, 3 * DAY);
  for (const { patron, title } of [missed, borrowed])
    expect((await patron.find(title)).body.holdSuspension).toBeDefined();
  await advanceClock(library.service, 8 * DAY);
  expect((await borrowed.patron.borrow(borrowed.title)).status).toBe(201);
  expect((await missed.patron.find(missed.title)).body.holdExpires).toBeDefined();
  await advanceClock(library.service, 3 * DAY);
  expect((await missed.patron.find(missed.title)).status).toBe(404);
  expect(await observed()).toMatchObject({
    'pickup eBook 72 20': 2,
    'pickup-again eBook 72 0': 1,
    'pickup-again eBook 72 20': 1,
  });
});

test('copies that are bought for a title that patrons wait for are counted, with how many waited for each', async () => {
  const { title } = await lentTitle();
  await library.setCopiesOwned(title, 2);
  await library.fillQueue(title, 8);
  await library.setCopiesOwned(title, 4);
  await library.setCopiesOwned(title, 4);
  await library.setCopiesOwned(title, 1);
  await library.addTitle(5);
  // Four holds for each of two copies, then two for each of four.
  expect(await observed()).toMatchObject({ 'bought eBook 0 5': 1, 'bought eBook 0 3': 1 });
  const copies = await database.run(COUNTS);
  expect(
    copies.filter(({ observed: kind }) => kind.startsWith('bought')).map(({ amount }) => amount),
  ).toEqual([-3, 2]);
});

test('on how many days patrons wait for a title is counted, each day once', async () => {
  await advanceClockToNoon(library.service);
  const { title } = await lentTitle();
  await library.fillQueue(title, 2);
  const curves = waitCurvesOf(database);
  for (const hours of [0, 1, 24, 1]) {
    await advanceClock(library.service, hours * HOUR);
    await curves.work();
  }
  // So is for how long they do.
  expect(await observed()).toMatchObject({ 'waited-for eBook 0 3': 2, 'waiting eBook 0 2': [4, 4 * 24] });
  await library.setCopiesOwned(title, 3);
  const purchases = statement('', 'SELECT copies_bought AS copies, days_wanted AS days FROM title_queue');
  expect(await database.run(purchases)).toEqual([{ copies: 2, days: expect.closeTo(1.996, 3) }]);
});

/** Before each queue, something happens. */
class Interrupted extends InThisThread {
  private asked = 0;
  constructor(private readonly before: (queue: number) => void) {
    super();
  }
  override waits(queue: QueueToForecast): Promise<Waits> {
    this.before((this.asked += 1));
    return super.waits(queue);
  }
}

test('what was counted is kept when the worker stops or loses its database before it is done', async () => {
  await advanceClockToNoon(library.service);
  for (let titles = 0; titles < 3; titles += 1) await library.fillQueue((await lentTitle()).title, 2);
  const losing = new Interrupted((queue) => {
    if (queue === 2) throw new DatabaseUnavailable(undefined);
  });
  await expect(waitCurvesOf(database, losing).work()).rejects.toThrow(DatabaseUnavailable);
  expect(await observed()).toMatchObject({ 'waited-for eBook 0 3': 1 });
  const stopped = waitCurvesOf(database, new Interrupted(() => void stopped.beforeApplicationShutdown()));
  await stopped.work();
  expect(await observed()).toMatchObject({ 'waited-for eBook 0 3': 2 });
  await waitCurvesOf(database).work();
  expect(await observed()).toMatchObject({ 'waited-for eBook 0 3': 3 });
});

test('how waits end is counted, and how long they were; not of a hold that was suspended, or whose patron has a pace', async () => {
  const { title, borrower } = await lentTitle();
  const [first, second, third, fourth] = await library.fillQueue(title, 4);
  await second.suspend(title, { suspensionType: 'indefinite' });
  await mustSucceed(fourth.put(`${HOLDS}/pace`, { readyAtMost: 1 }));
  await advanceClock(library.service, 20 * HOUR);
  await borrower.returnTitle(title);
  expect((await first.find(title)).body.holdExpires).toBeDefined();
  await advanceClock(library.service, 10 * HOUR);
  expect((await second.remove(title)).status).toBe(204);
  expect((await third.remove(title)).status).toBe(204);
  expect((await fourth.remove(title)).status).toBe(204);
  expect(await observed()).toMatchObject({ 'waiting eBook 0 0': [1, 20], 'waiting eBook 0 1': [1, 30] });
});

test('estimates say what is likely once it is known, and the worst case again when it is long ago', async () => {
  const { title } = await lentTitle();
  const [first, second] = await library.fillQueue(title, 2);
  const waitOf = async (patron: TestPatron): Promise<Record<string, string>> => {
    await waitCurvesOf(database).work();
    return (await patron.find(title)).body.estimatedWait as Record<string, string>;
  };
  expect(await waitOf(first)).toMatchObject({ basis: 'worst-case' });
  await learnConduct(database, false);
  await advanceClock(library.service, DAY + HOUR);
  expect(await waitOf(first)).toMatchObject({ basis: 'worst-case' });
  await database.run(statement('', 'DELETE FROM observation'));
  await learnConduct(database, true);
  await advanceClock(library.service, DAY + HOUR);
  const { likelyBy, latestBy, basis } = await waitOf(second);
  expect(basis).toBe('known');
  const daysUntil = (time: string | undefined): number => (Date.parse(time!) - Date.now()) / 1000 / DAY - 2;
  // A loan of a fifth to all of its time, a pickup of hours, and another loan: 4 to 42 days.
  expect(daysUntil(likelyBy)).toBeGreaterThan(4);
  expect(daysUntil(likelyBy)).toBeLessThan(daysUntil(latestBy) - 3);
  expect(daysUntil(latestBy)).toBeLessThan(43);
  await advanceClock(library.service, 45 * DAY);
  const [borrower, waiting] = [await library.addPatron(), await library.addPatron()];
  const other = await library.addTitle(1);
  await borrower.borrow(other);
  await waiting.place(other);
  await waitCurvesOf(database).work();
  expect((await waiting.find(other)).body.estimatedWait).toMatchObject({ basis: 'worst-case' });
});
