import { parse } from 'node:querystring';
import { waitCurvesOf } from '../../../support/runs/wait-curves.js';
import { mustSucceed } from '../../../support/client.js';
import { DAY, serviceTime } from '../../../support/clock.js';
import { ME } from '../../../support/paths.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { learnConduct } from '../../../support/runs/learned-conduct.js';
import { TestLibrary, type TestTitle } from '../../../support/test-library.js';
import { ConsoleClient, linkTo, rowsOf } from '../../../support/console/console-client.js';

/** How long new holds wait, and which titles to buy. */

let library: TestLibrary;
let staff: ConsoleClient;
let ofLibrary: string;
let toBuy: string;
async function use(opened: TestLibrary): Promise<void> {
  library = opened;
  ofLibrary = `/console/libraries/${library.websiteId}`;
  toBuy = `${ofLibrary}/to-buy`;
  staff = await ConsoleClient.signIn(library, 'cora', ['collections']);
}

async function fileAt(path: string): Promise<{ headers: Headers; lines: string[] }> {
  const response = await staff.send(path);
  expect(response.status).toBe(200);
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return { headers: response.headers, lines: text.slice(1, -2).split('\r\n') };
}

describe('titles whose queues are too long', () => {
  beforeAll(async () => use(await TestLibrary.open()));

  test('are none while the queues are short', async () => {
    await library.fillQueue(await library.addTitle(1, { title: 'Short' }), 2);
    expect((await staff.get(toBuy)).text).toContain('No title has more than 6 waiting holds per copy.');
    expect((await fileAt(`${toBuy}.csv`)).lines).toHaveLength(1);
  });

  test('are listed by collection, with what would be enough, and are a file for an order, in which no cell is a formula', async () => {
    const formats = [{ id: 'ebook-epub-adobe', identifiers: [{ type: 'ISBN', value: '978-0-14-036121-9' }] }];
    const long = await library.addTitle(1, { title: '=HYPERLINK("http://evil")', formats });
    await library.fillQueue(long, 4);
    const forChildren = await library.addTitle(
      { main: 0, adults: 1 },
      { title: 'Two, "quoted"', publisher: '@x' },
    );
    await library.fillQueue(forChildren, 2);
    await mustSucceed((await library.addPatron({ category: 'child' })).place(forChildren));
    for (const { reserveId } of [long, forChildren, long]) {
      const watcher = await library.addPatron();
      await mustSucceed(watcher.post(`${ME}/watches`, { reserveId }));
    }
    const { text, html } = await staff.get(`${toBuy}?targetRatio=2`);
    expect(text).toContain('Titles 2 Copies, estimated 2');
    expect(text).toMatch(
      /=HYPERLINK\("http:\/\/evil"\) E-book, by Author \d+ 1 in main 3 3 2 not known yet 9780140361219 Two, "quoted" E-book, by Author \d+ 1 in main 2 1 1 not known yet — Times of day are in UTC\./,
    );
    expect(text).not.toContain('Short');
    const operator = new OperatorClient(library.service.url);
    const ofApi = `/operator/v1/libraries/${library.websiteId}/to-buy`;
    const { body } = await operator.get(`${ofApi}?targetRatio=2&limit=1&offset=1`);
    const copiesToBuy = [{ collectionId: 'main', copies: 1, forHoldsPerCopy: 1, forTargetWait: 0 }];
    expect(body).toMatchObject({
      ...{ totalItems: 2, copies: 2, isPartial: false, limit: 1, offset: 1, targetRatio: 2 },
      queues: [
        { reserveId: forChildren.reserveId, identifiers: [], activeHolds: 2, watchers: 1, copiesToBuy },
      ],
    });
    const pages = [`${toBuy}?targetRatio=2&limit=1`, `${toBuy}?targetRatio=2&limit=1&offset=9`];
    const [first = '', beyond = ''] = await Promise.all(
      pages.map(async (page) => (await staff.get(page)).html),
    );
    for (const page of [first, beyond]) expect(page.includes('rel="next"')).toBe(page === first);
    expect(beyond).toContain('Two, &quot;quoted&quot;');
    const [, query = ''] = /href="[^"]*to-buy\.csv\?([^"]*)"/.exec(html) ?? [];
    expect(parse(query)).toEqual({ targetRatio: '2' });

    const { headers, lines } = await fileAt(`${toBuy}.csv?targetRatio=2`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename=to-buy-${library.websiteId}.csv`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await operator.get(`${ofApi}.csv?targetRatio=2`)).text.trimEnd().split('\r\n')).toEqual(lines);
    expect(await operator.get('/operator/v1/libraries/999999/to-buy')).toMatchObject({ status: 404 });
    expect(lines).toEqual([
      'Title,Format,Creators,Publisher,Identifiers,Collection,Copies to buy,Copies for the holds per copy,Copies for the wait,Waiting holds,Waiting holds per copy,Watching,Copies that end within 30 days,Likely wait (days),Likely wait with one more copy (days),Title number,Title ID',
      `"'=HYPERLINK(""http://evil"")",E-book,Author ${long.crossRefId},,9780140361219,main,1,1,0,3,3,2,0,,,${long.crossRefId},${long.reserveId}`,
      `"Two, ""quoted""",E-book,Author ${forChildren.crossRefId},'@x,,main,1,1,0,2,1,1,0,,,${forChildren.crossRefId},${forChildren.reserveId}`,
    ]);
  });
});

test('copies that licences end within a month are bought again, unless another licence follows', async () => {
  await use(await TestLibrary.open());
  const now = (await serviceTime(library.service)).getTime();
  const inDays = (days: number): string => new Date(now + days * DAY * 1000).toISOString();
  const licence = ({ reserveId }: TestTitle, licenceId: string, members: object): Promise<void> =>
    library.import({
      ...{ record: 'licence', websiteId: library.websiteId, collectionId: 'main' },
      ...{ reserveId, licenceId, ...members },
    });
  const [ends, followed] = [await library.addTitle(1), await library.addTitle(1)];
  await licence(ends, 'a', { concurrency: 2, endsOn: inDays(20) });
  await licence(followed, 'b', { concurrency: 2, endsOn: inDays(20) });
  await licence(followed, 'c', { concurrency: 2, startsOn: inDays(20), endsOn: inDays(300) });
  for (const title of [ends, followed]) await library.fillQueue(title, 3 + 4);
  expect((await fileAt(`${toBuy}.csv?targetRatio=2`)).lines.slice(1)).toEqual([
    `Title ${ends.crossRefId},E-book,Author ${ends.crossRefId},,,main,1,1,0,4,1.33,0,2,,,${ends.crossRefId},${ends.reserveId}`,
  ]);
  expect((await staff.get(`${toBuy}?targetRatio=2`)).text).toContain(
    '1 in main 4 1.33 0 2 of 3 not known yet',
  );
  // Today counts as the list does.
  const collections = { holdsPerCopy: 2 };
  await library.import({ record: 'settings', websiteId: library.websiteId, collections });
  const only = await library.addTitle(0);
  await licence(only, 'd', { concurrency: 1, endsOn: inDays(20) });
  await library.fillQueue(only, 2);
  expect(rowsOf(await staff.get(toBuy))).toHaveLength(2);
  expect((await staff.get(ofLibrary)).text).toContain('Titles to buy more of 2 ');
});

describe('the wait of a new hold', () => {
  // What is learned and computed is of all libraries of a database.
  beforeEach(async () => use(await TestLibrary.alone()));
  afterEach(() => library.close());

  /** Loans of the test library are 21 days, pickups 72 hours. */
  const LOAN_AND_PICKUP = 21 + 3;

  /** As a worker that has just started does it. */
  const computeWaits = (): Promise<number> => waitCurvesOf(library.service.database).work();

  /** A title whose copies have just been lent, with a queue. */
  async function queueOf(
    title: string,
    owned: Readonly<Record<string, number>>,
    length: number,
  ): Promise<TestTitle> {
    const lent = await library.addTitle(owned, { title });
    const copies = Object.values(owned).reduce((sum, number) => sum + number, 0);
    for (const borrower of await library.addPatrons<number>(copies)) await mustSucceed(borrower.borrow(lent));
    await library.fillQueue(lent, length);
    return lent;
  }

  /** Of each queue the title and the wait, in the order of the page. */
  async function waitsAt(path: string): Promise<string[][]> {
    return rowsOf(await staff.get(path)).map(([title = '', , , , , , wait = '']) => [
      title.split(' E-b')[0]!,
      wait,
    ]);
  }

  test('is in the list of queues, which is sorted by it', async () => {
    const queues = `${ofLibrary}/queues`;
    const fresh = await queueOf('Fresh', { main: 1 }, 1);
    await computeWaits();
    expect(await waitsAt(queues)).toEqual([['Fresh', `up to ${21 + LOAN_AND_PICKUP} days`]]);
    await queueOf('Two copies', { main: 2 }, 1);
    // Children may use one of the two copies, and two of them wait for it.
    const forAdults = await queueOf('For adults above all', { main: 1, adults: 1 }, 1);
    for (let child = 0; child < 2; child++)
      await mustSucceed((await library.addPatron({ category: 'child' })).place(forAdults));
    await library.fillQueue(await library.addTitle(0, { title: 'Not owned' }), 1);
    await computeWaits();
    await queueOf('Nobody has looked', { main: 1 }, 3);
    const byWait = linkTo(await staff.get(queues), 'Wait of a new hold');
    expect(await waitsAt(byWait)).toEqual([
      ['Not owned', 'no copy'],
      ['For adults above all', `up to ${21 + 2 * LOAN_AND_PICKUP} days`],
      ['Fresh', `up to ${21 + LOAN_AND_PICKUP} days`],
      ['Two copies', `up to ${21} days`],
      ['Nobody has looked', 'not known yet'],
    ]);
    expect((await staff.get(byWait)).html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="descending"']);
    const { lines } = await fileAt(`${queues}.csv?sort=wait`);
    expect(lines[3]).toBe(`Fresh,E-book,Author 1,1,1,0,0,1,0,0,,${21 + LOAN_AND_PICKUP},${fresh.reserveId}`);
  });

  test('is a likely one and a latest one by what patrons were seen to do', async () => {
    await learnConduct(library.service.database, true);
    await queueOf('Learned', { main: 1 }, 2);
    await computeWaits();
    const [[, wait = '']] = (await waitsAt(`${ofLibrary}/queues`)) as [string[]];
    const [, likely, latest] = /^(\d+) to (\d+) days$/.exec(wait) ?? [];
    // Three loans of a fifth to all of their time, and two pickups of hours.
    expect(Number(likely)).toBeGreaterThan(12);
    expect(Number(latest)).toBeGreaterThan(Number(likely));
    expect(Number(latest)).toBeLessThan(21 + 2 * LOAN_AND_PICKUP);
    expect((await fileAt(`${ofLibrary}/queues.csv`)).lines[1]).toContain(`,0,0,${likely},${latest},`);
  });

  test('makes titles to buy when the library has said how long it may be, with what one more copy brings', async () => {
    const slow = await queueOf('Slow', { main: 1 }, 3);
    await queueOf('Both', { main: 1 }, 7);
    // Nobody waits for a new one: the only hold is suspended.
    const unwanted = await queueOf('Unwanted', { main: 1 }, 0);
    const [away] = await library.fillQueue(unwanted, 1);
    await mustSucceed(away.suspend(unwanted));
    await computeWaits();
    const setGoal = (targetWaitDays: number): Promise<void> =>
      library.import({ record: 'settings', websiteId: library.websiteId, collections: { targetWaitDays } });
    const columns = [1, 5, 6];
    const linesAt = async (path: string): Promise<string[][]> =>
      rowsOf(await staff.get(path)).map((row) => [
        row[0]!.slice(0, 4),
        ...columns.map((column) => row[column]!),
      ]);
    const ofQueue = async (): Promise<string> =>
      (await staff.get(`${ofLibrary}/queues/${slow.crossRefId}`)).text;
    // Of seven, one goes at once with another copy; in the worst case each of two copies serves a hold in 24 days.
    const both = 'up to 189 days, with one more copy up to 93 days';
    expect(await linesAt(toBuy)).toEqual([['Both', '1 in main', both, '—']]);
    const before = await ofQueue();
    expect(before).toContain('Wait of a new hold up to 93 days');
    expect(before).toContain('There are enough copies for the goal: 6 waiting holds per copy.');
    expect(before).toContain('One more copy in main: a new hold waits up to 45 days in place of 93.');

    await setGoal(40);
    expect(await linesAt(toBuy)).toEqual([
      ['Both', '3 in main', both, 'the holds (1), the wait (3)'],
      ['Slow', '2 in main', 'up to 93 days, with one more copy up to 45 days', 'the wait'],
    ]);
    const page = await staff.get(toBuy);
    expect(page.text).toContain('for at most 6 waiting holds per copy and a wait of 40 days');
    const { lines } = await fileAt(linkTo(page, 'Save the list as a CSV file'));
    expect(lines[2]).toMatch(/^Slow,E-book,[^,]*,,,main,2,0,2,3,3,0,0,93,45,/);
    expect(await linesAt(`${toBuy}?targetRatio=2&targetWaitDays=365`)).toMatchObject([
      ['Both', '3 in main', both, 'the holds'],
      ['Slow', '1 in main', 'up to 93 days, with one more copy up to 45 days', 'the holds'],
    ]);
    expect((await staff.get(`${toBuy}?targetRatio=9&targetWaitDays=200`)).text).toContain(
      'No title has more than 9 waiting holds per copy or a wait of 200 days.',
    );
    await setGoal(60);
    expect(await ofQueue()).toContain(
      'For at most 6 waiting holds per copy and a wait of 60 days, buy 1 more copy in main.',
    );
  });
});
