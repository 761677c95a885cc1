import type { Database } from '../../../src/platform/database/database.js';
import { statement } from '../../../src/platform/database/statement.js';
import { readBehaviour, readDemandAhead } from '../../../src/waits/behaviour.store.js';
import { serviceTime } from '../../support/clock.js';
import { learnConduct } from '../../support/runs/learned-conduct.js';
import { lentTitleOf } from '../../support/runs/observed.js';
import { waitCurvesOf } from '../../support/runs/wait-curves.js';
import { TestLibrary } from '../../support/test-library.js';

/** What is learned of a library whose calendar has terms and holidays. */

let library: TestLibrary;
let database: Database;
let monday: number;
beforeAll(async () => {
  library = await TestLibrary.alone();
  ({ database } = library.service);
  const today = new Date(await serviceTime(library.service));
  monday = today.setUTCHours(0, 0, 0, 0) - ((today.getUTCDay() + 6) % 7) * DAY_MS;
});
afterAll(() => library.close());

const DAY_MS = 86_400_000;
/** So many weeks ago. */
const mondayBefore = (weeks: number): string =>
  new Date(monday - 7 * weeks * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);

const count = statement(
  '',
  `INSERT INTO observation (website_id, week, measure, format_class, period, bucket, count, amount)
   VALUES ($1, $2::date, $3, 'eBook', $4, $5, $6, 0)`,
).execute((...values: [week: string, measure: string, period: number, bucket: number, times: number]) => [
  library.websiteId,
  ...values,
]);

test('loans and pickups count for the kind of the week in which they began, once all of its have ended', async () => {
  const { websiteId } = library;
  await count(database, mondayBefore(20), 'pickup', 72, 3, 1);
  // It lasted two weeks: it began in the holidays.
  await count(database, mondayBefore(5), 'loan', 20, 7, 2);
  await count(database, mondayBefore(5), 'loan', 20, 1, 4);
  // Longer loans of that week still run.
  await count(database, mondayBefore(1), 'loan', 20, 1, 8);
  await count(database, mondayBefore(6), 'pickup', 72, 20, 16);
  await count(database, mondayBefore(2), 'pickup', 72, 20, 32);
  expect((await readBehaviour(database, websiteId)).seasons).toBeUndefined();

  const holidays = { record: 'calendar', websiteId, entryId: 'spring', kind: 'holiday', name: 'Spring' };
  await library.import({ ...holidays, from: mondayBefore(8), to: mondayBefore(5) });
  const { seasons } = await readBehaviour(database, websiteId);
  const seen = seasons!.counts.map(({ kind, measure, bucket, count: times, ever }) => [
    ...[kind, measure, bucket, times, ever],
  ]);
  expect(seen).toEqual([
    ['holiday', 'loan', 7, 2, 2],
    ['holiday', 'pickup', 20, 16, 16],
    ['open', 'loan', 1, 4, 4],
    ['open', 'pickup', 3, 1, 1],
    ['open', 'pickup', 20, 32, 32],
  ]);
});

test('of each kind the latest six weeks count, and the others are remembered', async () => {
  const { websiteId } = library;
  for (let weeks = 10; weeks < 20; weeks += 1) await count(database, mondayBefore(weeks), 'pickup', 24, 1, 1);
  const { seasons } = await readBehaviour(database, websiteId);
  expect(seasons!.counts.filter(({ period }) => period === 24)).toMatchObject([
    { kind: 'open', count: 6, ever: 10 },
  ]);
});

test('demand in the holidays is what it was in the last ones', async () => {
  const { websiteId } = library;
  const day = statement(
    '',
    `INSERT INTO library_day (website_id, day, sampled_at, placed, live_holds, suspended, ready, longest_queue, copies_owned, copies_on_loan)
     VALUES ($1, $2::date + 6, now(), $3, 0, 0, 0, 0, 0, 0)`,
  );
  // A thousand in each week, and none in the holidays, three weeks of the nine of which that is known.
  const placed = [...Array<number>(3).fill(1000), 0, 0, 0, ...Array<number>(4).fill(1000)];
  let sum = 0;
  for (const [index, holds] of placed.entries())
    await database.run(day, [websiteId, mondayBefore(11 - index), (sum += holds)]);
  const ahead = { record: 'calendar', websiteId, entryId: 'ahead', kind: 'holiday', name: 'Summer' };
  await library.import({ ...ahead, from: mondayBefore(-10), to: mondayBefore(-11) });
  const demand = (await readDemandAhead(database, websiteId, await readBehaviour(database, websiteId)))!;
  expect(demand.at(0)).toBeGreaterThan(1);
  expect(demand.at(10.5 * 7 * 24)).toBeLessThan(0.1);
  await library.import({ ...ahead, delete: true });
});

test('an estimate that reaches into holidays such as the library has not lived says so, until they are off the calendar', async () => {
  const { title } = await lentTitleOf(library);
  const [patron] = await library.fillQueue(title, 1);
  await learnConduct(database, true);
  const basis = async (): Promise<unknown> => {
    await database.run(statement('', 'UPDATE title_queue SET waits_made_at = NULL'));
    await waitCurvesOf(database).work();
    const { estimatedWait } = (await patron.find(title)).body;
    return (estimatedWait as { basis: string }).basis;
  };
  const closure = { record: 'calendar', websiteId: library.websiteId, entryId: 'move' };
  await library.import({
    ...closure,
    kind: 'closed',
    name: 'Move',
    from: mondayBefore(-1),
    to: mondayBefore(-2),
  });
  expect(await basis()).toBe('borrowed');
  await library.import({ ...closure, delete: true });
  expect(await basis()).toBe('known');
});
