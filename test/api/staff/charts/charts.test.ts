import { purgeDays, sampleLibraries } from '../../../../src/circulation/library-days.store.js';
import { countMails } from '../../../../src/notifications/sending/sent-notice.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { advanceClock, advanceClockToNoon, DAY, HOUR } from '../../../support/clock.js';
import { mustSucceed } from '../../../support/client.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { copies } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient, linkTo, rowsOf } from '../../../support/console/console-client.js';

let library: TestLibrary;
let staff: ConsoleClient;
let charts: string;
async function use(opened: TestLibrary): Promise<void> {
  library = opened;
  charts = `/console/libraries/${library.websiteId}/charts`;
  await advanceClockToNoon(library.service);
  staff = await ConsoleClient.signIn(library);
}
beforeEach(async () => use(await TestLibrary.open()));

/** Columns of the table. */
const [LOANS, MAILS] = [7, 8];

/** The numbers of each day, the last day first. */
async function numbers(path = charts): Promise<string[][]> {
  const page = await staff.get(path);
  const [html = ''] = page.html.split('Estimated waits');
  return rowsOf({ ...page, html }).map(([, ...cells]) => cells);
}

/** As a worker does, for the libraries of other tests, too. */
async function sample(): Promise<void> {
  while ((await sampleLibraries(library.service.database)) > 0);
}

test('a library of which nothing is known yet says so', async () => {
  const { text } = await staff.get(charts);
  expect(text).toContain('There are charts from the second day on.');
  expect(text).toContain('There are no figures yet.');
});

test('each day has the figures that were read last, once an hour at most', async () => {
  await sample();
  const title = await library.addTitle(2);
  await mustSucceed((await library.addPatron()).borrow(title));
  const [, second] = await library.fillQueue(title, 3);
  await sample();
  expect(await numbers()).toEqual([['—', '0', '0', '0', '0', '0', '0', '—', '0']]);
  await advanceClock(library.service, 2 * HOUR);
  await sample();
  expect(await numbers()).toEqual([['—', '3', '0', '1', '3', '2', '1', '—', '0']]);
  expect((await staff.get(charts)).text).toContain('There are charts from the second day on.');

  await advanceClock(library.service, DAY);
  await mustSucceed(second.suspend(title));
  await library.fillQueue(title, 2);
  await sample();
  expect(await numbers()).toEqual([
    ['2', '5', '1', '1', '5', '2', '1', '0', '0'],
    ['—', '3', '0', '1', '3', '2', '1', '—', '0'],
  ]);
  const page = await staff.get(charts);
  const { html } = page;
  expect(
    html.match(/<svg class="chart"[^>]* role="img" aria-labelledby="chart-\w+-title chart-\w+-desc">/g),
  ).toHaveLength(9);
  expect(html).not.toContain('NaN');
  expect(page.text).toContain('Holds placed 2 on the last day, at most 2');

  const operator = new OperatorClient(library.service.url);
  const { body } = await operator.get(`/operator/v1/libraries/${library.websiteId}/charts?days=2`);
  const lastDay = { placed: 2, liveHolds: 5, suspended: 1, ready: 1, longestQueue: 5, loansBegun: 0 };
  expect(body).toMatchObject({
    days: [{ placed: null, liveHolds: 3, loansBegun: null }, lastDay],
    estimates: {
      all: { likely: { expected: 0.5, holds: 0 } },
      horizons: [{ fromDays: 0 }, {}, {}, {}, {}, {}],
    },
  });
  expect(await operator.get('/operator/v1/libraries/999999/charts')).toMatchObject({ status: 404 });

  const large = await staff.get(linkTo(page, 'Longest queue'));
  expect(large.html.match(/<svg class="chart"/g)).toHaveLength(1);
  expect(rowsOf(large).map(([, ...cells]) => cells)).toEqual([['5'], ['3']]);
  expect(linkTo(large, 'All charts')).toBe(`${charts}?days=30`);
});

test('loans count on the day on which they began, also those that ended on the same day', async () => {
  const [wanted, free] = [await library.addTitle(1), await library.addTitle(1)];
  await mustSucceed((await library.addPatron()).borrow(free));
  const [ready] = await library.fillQueue(wanted, 1);
  await sample();
  await advanceClock(library.service, DAY);
  await mustSucceed(ready.borrow(wanted));
  await mustSucceed(ready.returnTitle(wanted));
  await mustSucceed((await library.addPatron()).borrow(wanted));
  await sample();
  expect((await numbers()).map((day) => day[LOANS])).toEqual(['2', '—']);
  // Where nobody counted them on the day before, they are not known.
  const { websiteId } = library;
  await library.service.database.prisma.libraryDay.updateMany({
    where: { websiteId },
    data: { loansBegun: null },
  });
  await advanceClock(library.service, DAY);
  await sample();
  expect((await numbers()).map((day) => [day[0], day[LOANS]])).toEqual([
    ['0', '—'],
    ['0', '—'],
    ['—', '—'],
  ]);
});

const TOLD = statement(
  'test-told-waits',
  `INSERT INTO observation (website_id, week, measure, format_class, period, bucket, count, amount)
   SELECT $1, (service_now() AT TIME ZONE 'UTC')::date - 7, measure, 'eBook', 14, bucket, count, hours FROM
     (VALUES ('told-latest', 1, 45, 0), ('told-latest', 0, 5, 0), ('told-likely', 1, 20, 0), ('told-likely', 0, 29, 0), ('told-left', 0, 3, 0),
       ('off-last-wait', 0, 50, 5400), ('off-last-wait', 1, 50, 7200), ('off-place', 0, 49, 5400), ('off-place', 1, 49, 7200))
       AS told (measure, bucket, count, hours)`,
);

test('how good the estimated waits were is told as far as it is known', async () => {
  const rowOf = async (wait: string): Promise<string[] | undefined> =>
    rowsOf(await staff.get(charts), 'Holds whose told time')
      .find(([each]) => each === wait)
      ?.slice(1);
  const unknown = 'not known yet';
  const nothing = ['0', ...Array<string>(4).fill(unknown), '0'];
  expect(await rowOf('14 to 28 days')).toEqual(nothing);
  await library.service.database.run(TOLD, [library.websiteId]);
  const known = ['49', unknown, '90 % (79 % – 96 %)', '25 % (4.5 for 6.0 days)', unknown, '3'];
  expect(await rowOf('14 to 28 days')).toEqual(known);
  expect(await rowOf('112 days and more')).toEqual(nothing);
  expect(await rowOf('All')).toEqual(known);
});

test('each mail counts on its day, also one that is sent before the figures are read', async () => {
  const { websiteId, service } = library;
  await countMails(service.database, websiteId, 1);
  expect(await numbers()).toEqual([]);
  await sample();
  expect((await numbers()).map((day) => day[MAILS])).toEqual(['1']);
  await countMails(service.database, websiteId, 2);
  expect((await numbers()).map((day) => day[MAILS])).toEqual(['3']);
  await advanceClock(service, DAY);
  await countMails(service.database, websiteId, 1);
  // What came before it, the former day has counted.
  await sample();
  expect((await numbers()).map((day) => [day[0], day[MAILS]])).toEqual([
    ['0', '1'],
    ['—', '3'],
  ]);
});

test('the figures of a library are its own', async () => {
  const title = await library.addTitle(3);
  await library.fillQueue(title, 2);
  await mustSucceed((await library.addPatron()).borrow(title));
  const other = await TestLibrary.open();
  await other.import(copies(title.crossRefId, 4));
  const patron = await other.addPatron();
  await mustSucceed(patron.place(title));
  await mustSucceed(patron.suspend(title));
  await sample();
  expect(await numbers()).toEqual([['—', '2', '0', '2', '2', '3', '1', '—', '0']]);
});

test('figures are kept for two years', async () => {
  // Alone, because the figures of all libraries are counted and deleted.
  const alone = await TestLibrary.alone();
  await use(alone);
  const { database } = alone.service;
  expect(await sampleLibraries(database)).toBe(1);
  expect(await sampleLibraries(database)).toBe(0);
  await advanceClock(alone.service, 700 * DAY);
  expect(await purgeDays(database)).toBe(0);
  expect(await numbers(`${charts}?days=731`)).toHaveLength(1);
  for (const path of [charts, `${charts}?days=700`]) expect(await numbers(path)).toEqual([]);
  expect(await numbers(`${charts}?days=701`)).toHaveLength(1);
  await advanceClock(alone.service, 40 * DAY);
  expect(await purgeDays(database)).toBe(1);
  expect(await purgeDays(database)).toBe(0);
  await alone.close();
});
