import { waitCurvesOf } from '../../support/runs/wait-curves.js';
import type { Database } from '../../../src/platform/database/database.js';
import { statement } from '../../../src/platform/database/statement.js';
import { advanceClock, advanceClockToNoon, DAY } from '../../support/clock.js';
import { learnConduct } from '../../support/runs/learned-conduct.js';
import { COUNTS, lentTitleOf, observedOf } from '../../support/runs/observed.js';
import { WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary } from '../../support/test-library.js';

/** What patrons were told about their waits, beside what happened. Loans are 21 days, pickups 72 hours. */

let library: TestLibrary;
let database: Database;
beforeEach(async () => {
  library = await TestLibrary.alone({}, { ROLE: 'all', OPERATOR_TOKEN });
  ({ database } = library.service);
});
afterEach(() => library.close());

const observed = (): ReturnType<typeof observedOf> => observedOf(library);
const lentTitle = (): ReturnType<typeof lentTitleOf> => lentTitleOf(library);

test('what patrons were told is compared with what happened, and the library publishes it', async () => {
  await learnConduct(database, true);
  const [soon, late] = [await lentTitle(), await lentTitle()];
  await waitCurvesOf(database).work();
  const [first] = await library.fillQueue(soon.title, 1);
  const [waiting, removed, suspended] = await library.fillQueue(late.title, 3);
  await waitCurvesOf(database).work();
  await advanceClock(library.service, 2 * DAY);
  await soon.borrower.returnTitle(soon.title);
  await removed.remove(late.title);
  await suspended.suspend(late.title, { suspensionType: 'indefinite' });
  await observed();
  await advanceClock(library.service, 20 * DAY);
  expect((await waiting.find(late.title)).body.holdExpires).toBeDefined();
  const counts = await observed();
  // The loan of three that is the longest has two or three weeks left, as likely as not one of less than two.
  expect(Object.entries(counts).filter(([kind]) => kind.startsWith('told'))).toEqual([
    ['told-latest eBook 7 0', 1],
    ['told-latest eBook 7 1', 1],
    ['told-left eBook 7 0', 2],
    ['told-likely eBook 7 0', 1],
    ['told-likely eBook 7 1', 1],
  ]);
  // Of a week that goes on, only what was early would be known.
  await advanceClock(library.service, 14 * DAY);
  const { body, status } = await first.get(`/v1/libraries/${WEBSITE_ID}/forecast`);
  expect(status).toBe(200);
  const coverage = { holds: 2, readyByThen: 1 };
  expect(body).toMatchObject({
    id: WEBSITE_ID,
    weeks: 13,
    all: { likely: { expected: 0.5, ...coverage }, latest: { expected: 0.9, ...coverage }, left: 2 },
  });
  const { body: longAgo } = await first.get(`/v1/libraries/${WEBSITE_ID}/forecast?weeks=1`);
  expect(longAgo.all).toMatchObject({ likely: { holds: 0 }, left: 0 });
  expect(await first.get(`/v1/libraries/${WEBSITE_ID}/forecast?weeks=53`)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('weeks') },
  });
  expect((await first.get('/v1/libraries/99/forecast')).status).toBe(404);
});

test('a hold whose time has passed counts as late though it waits, or has left', async () => {
  await learnConduct(database, true);
  const { title } = await lentTitle();
  await waitCurvesOf(database).work();
  const [patron] = await library.fillQueue(title, 1);
  // Its loan ends, and no copy comes.
  await library.setCopiesOwned(title, 0);
  const coverage = async (): Promise<unknown> => {
    const { body } = await patron.get(`/v1/libraries/${WEBSITE_ID}/forecast`);
    return [body.all.likely, body.all.latest].map(({ holds, readyByThen }) => [holds, readyByThen]);
  };
  expect(await coverage()).toEqual([
    [0, 0],
    [0, 0],
  ]);
  await advanceClock(library.service, 45 * DAY);
  expect(await coverage()).toEqual([
    [1, 0],
    [1, 0],
  ]);
  await patron.remove(title);
  expect(await observed()).toMatchObject({ 'told-likely eBook 7 0': 1, 'told-latest eBook 7 0': 1 });
  expect(await observed()).not.toHaveProperty('told-left eBook 7 0');
  expect(await coverage()).toEqual([
    [1, 0],
    [1, 0],
  ]);
  // Its time is long ago.
  await advanceClock(library.service, 13 * 7 * DAY);
  expect(await coverage()).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

const OVERTAKE = statement(
  'test-overtake',
  `UPDATE title_queue SET wait_likely = ARRAY (SELECT minute - 31 * 1440 FROM unnest(wait_likely) minute),
     wait_ends = ARRAY (SELECT minute - 31 * 1440 FROM unnest(wait_ends) minute)`,
);

test('where time has overtaken the waits, patrons are told today, and that is compared', async () => {
  await advanceClockToNoon(library.service);
  await learnConduct(database, true);
  const { title, borrower } = await lentTitle();
  await waitCurvesOf(database).work();
  await database.run(OVERTAKE);
  const [patron] = await library.fillQueue(title, 1);
  const { likelyBy, latestBy } = (await patron.find(title)).body.estimatedWait as Record<string, string>;
  expect([likelyBy, latestBy]).toEqual([
    expect.stringContaining('T00:00:00'),
    expect.stringContaining('T00:00:00'),
  ]);
  await borrower.returnTitle(title);
  expect((await patron.find(title)).body.holdExpires).toBeDefined();
  expect(await observed()).toMatchObject({ 'told-likely eBook 0 1': 1, 'told-latest eBook 0 1': 1 });
});

test('a hold that is ready at once was told no wait, and is not compared', async () => {
  await learnConduct(database, true);
  const { title, borrower } = await lentTitle();
  await waitCurvesOf(database).work();
  await borrower.returnTitle(title);
  const [patron] = await library.fillQueue(title, 1);
  expect((await patron.find(title)).body.holdExpires).toBeDefined();
  const counts = Object.keys(await observed());
  expect(counts).toContain('waiting eBook 0 0');
  expect(counts.filter((kind) => kind.startsWith('told') || kind.startsWith('off'))).toEqual([]);
});

test('what two simple rules would have said is compared with what happened, too', async () => {
  await learnConduct(database, true);
  const { title, borrower } = await lentTitle();
  const [first] = await library.fillQueue(title, 1);
  await advanceClock(library.service, 5.1 * DAY);
  await borrower.returnTitle(title);
  await waitCurvesOf(database).work();
  const [second] = await library.fillQueue(title, 1);
  await advanceClock(library.service, 2 * DAY);
  await first.remove(title);
  expect((await second.find(title)).body.holdExpires).toBeDefined();
  await observed();
  const rows = await database.run(COUNTS);
  const off = rows.filter(({ observed: kind }) => kind.startsWith('off'));
  // Two days instead of the five whole ones that the last hold waited, and of two lending periods of 21 days.
  expect(off.map(({ observed: kind, count, amount }) => [kind.replace(/ \d+ /, ' '), count, amount])).toEqual(
    [
      ['off-last-wait eBook 0', 1, expect.any(Number)],
      ['off-last-wait eBook 1', 1, 3 * 24],
      ['off-place eBook 0', 1, off[0]!.amount],
      ['off-place eBook 1', 1, 40 * 24],
    ],
  );
  await advanceClock(library.service, 28 * DAY);
  const { body } = await second.get(`/v1/libraries/${WEBSITE_ID}/forecast`);
  expect(body.all).toMatchObject({ thanLastWait: { holds: 1 }, thanPlace: { holds: 1 } });
  expect(body.all.thanPlace).not.toHaveProperty('skill');
});
