import { renderToString } from 'preact-render-to-string';
import { purgeDays, sampleLibraries } from '../../../../src/circulation/library-days.store.js';
import { LineChart } from '../../../../src/console/charts/line-chart.js';
import { recordSent } from '../../../../src/notifications/sending/sent-notice.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { advanceClock, advanceClockToNoon, DAY, HOUR } from '../../../support/clock.js';
import { mustSucceed } from '../../../support/client.js';
import { OTHER_PATRON_ID, otherLibrary } from '../../../support/operator/operator-library.js';
import { HOLDS } from '../../../support/paths.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

let library: TestLibrary;
let staff: ConsoleClient;
beforeEach(async () => {
  library = await TestLibrary.open();
  await advanceClockToNoon(library.service);
  staff = await ConsoleClient.signIn(library.service);
});
afterEach(() => library.close());

const CHARTS = `/console/libraries/${WEBSITE_ID}/charts`;

/** Columns of the table. */
const [LOANS, MAILS] = [7, 8];

/** The numbers of each day, the last day first. */
async function numbers(path = CHARTS): Promise<string[][]> {
  const { html } = await staff.get(path);
  const [days = ''] = html.split('Estimated waits');
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(days) ?? [];
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell),
  );
}

test('a library of which nothing is known yet says so', async () => {
  const { text } = await staff.get(CHARTS);
  expect(text).toContain('There are charts from the second day on.');
  expect(text).toContain('There are no figures yet.');
});

test('each day has the figures that were read last, once an hour at most', async () => {
  const { database } = library.service;
  const title = await library.addTitle(2);
  await mustSucceed((await library.addPatron()).borrow(title));
  const [, second] = await library.fillQueue(title, 3);
  expect(await sampleLibraries(database)).toBe(1);
  expect(await sampleLibraries(database)).toBe(0);
  expect(await numbers()).toEqual([['—', '3', '0', '1', '3', '2', '1', '—', '0']]);
  expect((await staff.get(CHARTS)).text).toContain('There are charts from the second day on.');

  await advanceClock(library.service, DAY);
  await mustSucceed(second.suspend(title));
  await library.fillQueue(title, 2);
  expect(await sampleLibraries(database)).toBe(1);
  expect(await numbers()).toEqual([
    ['2', '5', '1', '1', '5', '2', '1', '0', '0'],
    ['—', '3', '0', '1', '3', '2', '1', '—', '0'],
  ]);
  const { html } = await staff.get(CHARTS);
  expect(
    html.match(/<svg class="chart"[^>]* role="img" aria-labelledby="chart-\w+-title chart-\w+-desc">/g),
  ).toHaveLength(9);
  expect(html).not.toContain('NaN');
});

test('loans count on the day on which they began, also those that ended on the same day', async () => {
  const { database } = library.service;
  const [wanted, free] = [await library.addTitle(1), await library.addTitle(1)];
  await mustSucceed((await library.addPatron()).borrow(free));
  const [ready] = await library.fillQueue(wanted, 1);
  await sampleLibraries(database);
  await advanceClock(library.service, DAY);
  await mustSucceed(ready.borrow(wanted));
  await mustSucceed(ready.returnTitle(wanted));
  await mustSucceed((await library.addPatron()).borrow(wanted));
  await sampleLibraries(database);
  expect((await numbers()).map((day) => day[LOANS])).toEqual(['2', '—']);
});

test('loans of a day are unknown after one on which nobody counted them', async () => {
  const { database } = library.service;
  await sampleLibraries(database);
  await database.run(statement('', 'UPDATE library_day SET loans_begun = NULL'));
  await advanceClock(library.service, DAY);
  await sampleLibraries(database);
  expect((await numbers()).map((day) => [day[0], day[LOANS]])).toEqual([
    ['0', '—'],
    ['—', '—'],
  ]);
});

const TOLD = statement(
  'test-told',
  `INSERT INTO observation (website_id, week, measure, format_class, period, bucket, count, amount)
   SELECT website_id, (service_now() AT TIME ZONE 'UTC')::date, measure, 'eBook', 14, bucket, count, hours FROM library,
     (VALUES ('told-latest', 1, 45, 0), ('told-latest', 0, 5, 0), ('told-likely', 1, 20, 0), ('told-likely', 0, 29, 0), ('told-left', 0, 3, 0),
       ('off-last-wait', 0, 50, 5400), ('off-last-wait', 1, 50, 7200), ('off-place', 0, 49, 5400), ('off-place', 1, 49, 7200))
       AS told (measure, bucket, count, hours)`,
);
const UNKNOWN = 'not known yet';

test('how good the estimated waits were is told as far as it is known', async () => {
  const rowOf = async (wait: string): Promise<string[]> => {
    const { html } = await staff.get(CHARTS);
    const row = html.split('<tr>').find((each) => each.includes(`>${wait}</th>`)) ?? '';
    return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell);
  };
  expect(await rowOf('14 to 28 days')).toEqual(['0', ...Array<string>(4).fill(UNKNOWN), '0']);
  await library.service.database.run(TOLD);
  expect(await rowOf('14 to 28 days')).toEqual([
    '49',
    UNKNOWN,
    '90 % (79 % – 96 %)',
    '25 % (4.5 for 6.0 days)',
    UNKNOWN,
    '3',
  ]);
  expect(await rowOf('112 days and more')).toEqual(['0', ...Array<string>(4).fill(UNKNOWN), '0']);
  expect(await rowOf('All')).toEqual([
    '49',
    UNKNOWN,
    '90 % (79 % – 96 %)',
    '25 % (4.5 for 6.0 days)',
    UNKNOWN,
    '3',
  ]);
});

test('each mail counts on its day, also one that is sent before the figures are read', async () => {
  const { database } = library.service;
  const { title } = await library.ready();
  const notice = {
    websiteId: library.websiteId,
    reserveId: title.reserveId,
    ticket: 1,
    expiresAt: '2026-11-25T00:00:00Z',
  };
  await recordSent(database, { ...notice, occasion: 'ready' });
  expect(await numbers()).toEqual([]);
  await sampleLibraries(database);
  expect((await numbers()).map((day) => day[MAILS])).toEqual(['1']);
  await recordSent(database, { ...notice, occasion: 'reminder' });
  await recordSent(database, { ...notice, occasion: 'ended' });
  expect((await numbers()).map((day) => day[MAILS])).toEqual(['3']);
  await advanceClock(library.service, DAY);
  await recordSent(database, { ...notice, occasion: 'ended' });
  // What came before it, the former day has counted.
  await sampleLibraries(database);
  expect((await numbers()).map((day) => [day[0], day[MAILS]])).toEqual([
    ['0', '1'],
    ['—', '3'],
  ]);
});

test('what was read earlier in the hour is replaced after it', async () => {
  const { database } = library.service;
  await sampleLibraries(database);
  await library.addTitle(4);
  await advanceClock(library.service, 2 * HOUR);
  expect(await sampleLibraries(database)).toBe(1);
  expect(await numbers()).toEqual([['—', '0', '0', '0', '0', '4', '0', '—', '0']]);
});

test('the figures of a library are its own', async () => {
  const title = await library.addTitle(3);
  await library.fillQueue(title, 2);
  await mustSucceed((await library.addPatron()).borrow(title));
  await library.import(...otherLibrary(title, 4));
  const other = await library.service.signIn(OTHER_PATRON_ID);
  await mustSucceed(other.post(HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }));
  await mustSucceed(other.post(`${HOLDS}/${title.reserveId}/suspension`, { suspensionType: 'indefinite' }));
  expect(await sampleLibraries(library.service.database)).toBe(2);
  expect(await numbers()).toEqual([['—', '2', '0', '2', '2', '3', '1', '—', '0']]);
});

test('figures are kept for two years', async () => {
  const { database } = library.service;
  await sampleLibraries(database);
  await advanceClock(library.service, 700 * DAY);
  expect(await purgeDays(database)).toBe(0);
  expect(await numbers(`${CHARTS}?days=731`)).toHaveLength(1);
  for (const path of [CHARTS, `${CHARTS}?days=700`]) expect(await numbers(path)).toEqual([]);
  expect(await numbers(`${CHARTS}?days=701`)).toHaveLength(1);
  await advanceClock(library.service, 40 * DAY);
  expect(await purgeDays(database)).toBe(1);
  expect(await purgeDays(database)).toBe(0);
});

test('a line goes from left to right and from zero upwards, with a gap where nothing is known', () => {
  const points = [0, 5, null, 10].map((value, index) => ({
    at: new Date(Date.UTC(2026, 10, 1 + index)),
    value,
  }));
  const svg = renderToString(
    LineChart({ id: 'holds', title: 'Holds', description: 'More and more', points }),
  );
  const [, path] = /<path[^>]* d="([^"]*)"/.exec(svg) ?? [];
  expect(path).toBe('M80,184L288,100M704,16Z');
  expect(svg).toContain('>1 Nov</text>');
  expect(svg).toContain('>4 Nov</text>');
});
