import { parse } from 'node:querystring';
import { WaitCurvesService } from '../../../../src/circulation/waits/wait-curves.service.js';
import { csvOf } from '../../../../src/console/to-buy/to-buy.csv.js';
import { useOperatorLibrary } from '../../../support/operator/operator-library.js';
import { mustSucceed } from '../../../support/client.js';
import { WEBSITE_ID } from '../../../support/records.js';
import type { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import { linkTo, rowsOf } from '../page-parts.js';

let library: TestLibrary;
let staff: ConsoleClient;
useOperatorLibrary((opened) => ({ library } = opened));
beforeEach(async () => {
  staff = await ConsoleClient.signIn(library.service);
});

const TO_BUY = `/console/libraries/${WEBSITE_ID}/to-buy`;

async function fileAt(path: string): Promise<{ headers: Headers; lines: string[] }> {
  const response = await staff.send(path);
  expect(response.status).toBe(200);
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return { headers: response.headers, lines: text.slice(1, -2).split('\r\n') };
}

test('a library whose queues are short needs nothing', async () => {
  const title = await library.addTitle(1);
  await library.fillQueue(title, 3);
  expect((await staff.get(TO_BUY)).text).toContain('No title has more than 6 active holds per copy.');
  expect((await fileAt(`${TO_BUY}.csv`)).lines).toHaveLength(1);
});

describe('titles whose queues are too long', () => {
  beforeEach(async () => {
    const formats = [{ id: 'ebook-epub-adobe', identifiers: [{ type: 'ISBN', value: '978-0-14-036121-9' }] }];
    const long = await library.addTitle(1, { title: '=HYPERLINK("http://evil")', formats });
    await library.fillQueue(long, 4);
    const forChildren = await library.addTitle(
      { main: 0, adults: 1 },
      { title: 'Two, "quoted"', publisher: '@x' },
    );
    await library.fillQueue(forChildren, 2);
    await mustSucceed((await library.addPatron({ category: 'child' })).place(forChildren));
    const short = await library.addTitle(1, { title: 'Short' });
    await library.fillQueue(short, 2);
  });

  test('are listed by collection, with what would be enough', async () => {
    const { text, html } = await staff.get(`${TO_BUY}?targetRatio=2`);
    expect(text).toContain('Titles 2 Copies, estimated 2');
    expect(text).toMatch(
      /=HYPERLINK\("http:\/\/evil"\) E-book, by Author 1 9780140361219 main 3 3 not known yet 1 Two, "quoted" E-book, by Author 2 — main 2 1 not known yet 1 Times of day are in UTC\./,
    );
    expect(text).not.toContain('Short');
    const [, query = ''] = /href="[^"]*to-buy\.csv\?([^"]*)"/.exec(html) ?? [];
    expect(parse(query)).toEqual({ targetRatio: '2' });
  });

  test('are a file for an order, in which no cell is a formula', async () => {
    const { headers, lines } = await fileAt(`${TO_BUY}.csv?targetRatio=2`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename=to-buy-${WEBSITE_ID}.csv`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(lines[0]).toBe(
      'Title,Format,Creators,Publisher,Identifiers,Collection,Copies to buy,Copies for the holds per copy,Copies for the wait,Active holds,Active holds per copy,Likely wait (days),Likely wait with one more copy (days),crossRefId,reserveId',
    );
    expect(lines[1]).toMatch(
      /^"'=HYPERLINK\(""http:\/\/evil""\)",E-book,[^,]*,,9780140361219,main,1,1,0,3,3,,,1,/,
    );
    expect(lines[2]).toMatch(/^"Two, ""quoted""",E-book,[^,]*,'@x,,main,1,1,0,2,1,,,2,/);
    expect(lines).toHaveLength(3);
  });
});

describe('titles for which a new hold would wait too long', () => {
  beforeEach(async () => {
    const slow = await library.addTitle(1, { title: 'Slow' });
    await mustSucceed((await library.addPatron()).borrow(slow));
    await library.fillQueue(slow, 3);
    const both = await library.addTitle(1, { title: 'Both' });
    await mustSucceed((await library.addPatron()).borrow(both));
    await library.fillQueue(both, 7);
    // Nobody waits for a new one: the only hold is suspended.
    const unwanted = await library.addTitle(1, { title: 'Unwanted' });
    await mustSucceed((await library.addPatron()).borrow(unwanted));
    const [away] = await library.fillQueue(unwanted, 1);
    await mustSucceed(away.suspend(unwanted));
    await new WaitCurvesService(library.service.database).work();
  });

  test('are listed when the library has said how long that is, with what one more copy brings', async () => {
    const columns = [2, 5, 6, 7];
    const linesAt = async (path: string): Promise<string[][]> =>
      rowsOf(await staff.get(path)).map((row) => [
        row[0]!.slice(0, 4),
        ...columns.map((column) => row[column]!),
      ]);
    // Of seven, one goes at once with another copy; in the worst case each of two copies serves a hold in 24 days.
    const both = '189 days, with one more copy 93';
    expect(await linesAt(TO_BUY)).toEqual([['Both', 'main', both, '1', undefined]]);
    await library.import({ record: 'settings', websiteId: WEBSITE_ID, collections: { targetWaitDays: 40 } });
    expect(await linesAt(TO_BUY)).toEqual([
      ['Both', 'main', both, '3', 'the holds (1), the wait (3)'],
      ['Slow', 'main', '93 days, with one more copy 45', '2', 'the wait'],
    ]);
    expect((await staff.get(TO_BUY)).text).toContain(
      'for at most 6 active holds per copy and a wait of 40 days',
    );
    expect(await linesAt(`${TO_BUY}?targetRatio=2&targetWaitDays=365`)).toMatchObject([
      ['Both', 'main', both, '3', 'the holds'],
      ['Slow', 'main', '93 days, with one more copy 45', '1', 'the holds'],
    ]);
    const page = await staff.get(`${TO_BUY}?targetRatio=9&targetWaitDays=200`);
    expect(page.text).toContain('No title has more than 9 active holds per copy or a wait of 200 days.');
    const { lines } = await fileAt(linkTo(await staff.get(TO_BUY), 'Save the list as a CSV file'));
    expect(lines[2]).toMatch(/^Slow,E-book,[^,]*,,,main,2,0,2,3,3,93,45,/);
  });

  test('say on the page of the queue what to buy, and what it brings', async () => {
    const page = await staff.get(`/console/libraries/${WEBSITE_ID}/queues/1`);
    expect(page.text).toContain('Wait of a new hold up to 93 days');
    expect(page.text).toContain('There are enough copies for the goal: 6 active holds per copy.');
    expect(page.text).toContain(
      'One more copy in main: a new hold is likely to wait 45 days in place of 93.',
    );
    await library.import({ record: 'settings', websiteId: WEBSITE_ID, collections: { targetWaitDays: 60 } });
    expect((await staff.get(`/console/libraries/${WEBSITE_ID}/queues/1`)).text).toContain(
      'For at most 6 active holds per copy and a wait of 60 days, buy 1 more copy in main.',
    );
  });
});

test.each(['=1', '+1', '-1', '@x', '\tx', '\rx'])('a name like %j is no formula in any cell', (name) => {
  const figures = {
    ...{ activeHolds: 3, activeHoldRatio: 3, copiesIdle: 0, categories: [], copiesToBuy: [] },
    ...{ newHoldWait: undefined, moreCopies: { collectionId: 'main', likelyHours: [984, 625] } },
  };
  const title = {
    ...{ reserveId: 'a-title', crossRefId: 1, liveHolds: 3, identifiers: [name] },
    ...{ title: name, creators: [{ name }], formatClass: 'eBook' as const, publisher: name },
  };
  const purchase = { collectionId: 'main', copies: 2, forHoldsPerCopy: 1, forTargetWait: 2 };
  const goal = { holdsPerCopy: 6, targetWaitDays: 20 };
  const line = { title, figures, collectionName: name, ...purchase };
  const list = { goal, lines: [line], titles: 1, copies: 2, isPartial: false };
  const [, cells = ''] = csvOf(list).split('\r\n');
  const text = `'${name}`;
  expect(cells).toBe([text, 'E-book', text, text, text, text, 2, 1, 2, 3, 3, 41, 27, 1, 'a-title'].join(','));
});
