import { momentText } from '../../../../src/staff/console/components/moment.js';
import { waitCurvesOf } from '../../../support/runs/wait-curves.js';
import { mustSucceed } from '../../../support/client.js';
import { DAY, serviceTime } from '../../../support/clock.js';
import { ConsoleClient, rowsOf } from '../../../support/console/console-client.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { TestLibrary, type TestTitle } from '../../../support/test-library.js';

/** Which licences a library has to renew, or not. */

let library: TestLibrary;
let staff: ConsoleClient;
let page: string;
beforeAll(async () => {
  library = await TestLibrary.open();
  page = `/console/libraries/${library.websiteId}/licences`;
  staff = await ConsoleClient.signIn(library, 'cora', ['collections']);
});

async function addLicence(licenceId: string, members: object): Promise<TestTitle> {
  const formats = [{ id: 'ebook-epub-open', identifiers: [{ type: 'ISBN', value: '978-0-14-036121-9' }] }];
  const title = await library.addTitle(0, { title: `Title of ${licenceId}`, formats });
  await library.import({
    ...{ record: 'licence', websiteId: library.websiteId, collectionId: 'main', licenceId },
    ...{ reserveId: title.reserveId, ...members },
  });
  return title;
}

const inDays = async (days: number): Promise<string> =>
  new Date((await serviceTime(library.service)).getTime() + days * DAY * 1000).toISOString();

test('no licence is listed while none ends', async () => {
  expect((await staff.get(page)).text).toContain(
    'No licence ends within 90 days, or has at most 5 loans left.',
  );
});

test('those that end soonest come first, with those who wait, and are a file for an order', async () => {
  await addLicence('in two months', { concurrency: 1, endsOn: await inDays(60) });
  await addLicence('for years', { concurrency: 1, endsOn: await inDays(2_000), loans: 100 });
  await addLicence('not yet', { concurrency: 1, startsOn: await inDays(1), endsOn: await inDays(2) });
  const pack = await addLicence('few left', { loans: 3, price: 30, currency: 'eur', name: '=cmd()' });
  const monday = await addLicence('on Monday', { concurrency: 1, endsOn: await inDays(3) });
  const [borrower] = await library.addPatrons(1);
  await mustSucceed(borrower.borrow(pack));
  await library.fillQueue(monday, 2);

  const rows = rowsOf(await staff.get(page));
  expect(rows.map(([name = '']) => name.split(' E-book, by Author')[0])).toEqual([
    'Title of on Monday',
    'Title of in two months',
    'Title of few left',
  ]);
  const [first, , last] = rows;
  expect(first).toContain('2');
  expect(last).toEqual([
    expect.stringContaining('Title of few left'),
    '=cmd()',
    'main',
    'no end',
    '2',
    '1',
    '1',
    '1',
    '0',
    '3',
    '—',
    '30.00 EUR',
  ]);

  const operator = new OperatorClient(library.service.url);
  const ofLibrary = `/operator/v1/libraries/${library.websiteId}`;
  const { body } = await operator.get(`${ofLibrary}/licences?withinDays=7&loansLeft=0`);
  expect(body).toMatchObject({
    withinDays: 7,
    hasMore: false,
    licences: [{ licenceId: 'on Monday', numberOfHolds: 2, copiesOwned: 1, loansPerWeek: 0 }],
  });

  const file = await (await staff.send(`${page}.csv`)).text();
  const ofApi = await operator.get(`${ofLibrary}/licences.csv`);
  expect([ofApi.text, ofApi.headers.get('content-type')]).toEqual([file, 'text/csv; charset=utf-8']);
  const lines = file.trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatch(/^Title of few left,E-book,Author \d+,9780140361219,few left,'=cmd\(\),/);
});

test('its end is told by the clocks of the library, and that another licence goes on', async () => {
  const notices = { timeZone: 'Europe/Berlin' };
  await library.import({ record: 'settings', websiteId: library.websiteId, notices });
  const [ends, until] = [await inDays(10), await inDays(400)];
  const title = await addLicence('old', { concurrency: 1, endsOn: ends });
  const here = momentText(new Date(ends), 'Europe/Berlin');
  const row = async (): Promise<string[]> =>
    rowsOf(await staff.get(page)).find(([name]) => name?.startsWith('Title of old'))!;
  expect((await row())[3]).toBe(here);
  await library.setLicence(title, 'new', { concurrency: 1, startsOn: ends, endsOn: until });
  expect((await row())[3]).toBe(
    `${here}; another licence until ${momentText(new Date(until), 'Europe/Berlin')}`,
  );
  const file = await (await staff.send(`${page}.csv`)).text();
  expect(file).toContain(`,"${here}",${new Date(ends).toISOString()},new,`);
});

test('a row says how long a new hold waits as it is, and if the licences of its title were renewed', async () => {
  const title = await addLicence('year', { concurrency: 1, endsOn: await inDays(30) });
  const [borrower] = await library.addPatrons(1);
  await mustSucceed(borrower.borrow(title));
  await library.fillQueue(title, 1);
  const waitOf = async (): Promise<unknown> =>
    rowsOf(await staff.get(page)).find(([name]) => name?.startsWith('Title of year'))?.[10];
  expect(await waitOf()).toBe('not known yet');
  await waitCurvesOf(library.service.database).work();
  // The copy comes back once before the licence ends. Loans take 21 days, pickups three.
  expect(await waitOf()).toBe('no copy comes, renewed 30 days');
  const { licences } = (
    await new OperatorClient(library.service.url).get(`/operator/v1/libraries/${library.websiteId}/licences`)
  ).body as { licences: { licenceId: string }[] };
  expect(licences.find(({ licenceId }) => licenceId === 'year')).toMatchObject({
    newHoldWait: null,
    renewedDays: 30,
  });
  expect(await (await staff.send(`${page}.csv`)).text()).toMatch(/,year,.*,1,1,1,1,1,,30,,,/);
});

test('Today says how many end this week, and how many wait for them', async () => {
  const [later, served] = [await library.addTitle(0), await library.addTitle(0)];
  await library.setLicence(later, 'in five weeks', { concurrency: 1, endsOn: await inDays(33) });
  await library.setLicence(served, 'in three days', { concurrency: 1, endsOn: await inDays(3) });
  await library.fillQueue(served, 1);
  expect((await staff.get(`/console/libraries/${library.websiteId}`)).text).toContain(
    'Licences that end this week 2 1 patron waits for their titles.',
  );
});
