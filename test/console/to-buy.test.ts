import { parse } from 'node:querystring';
import { csvOf } from '../../src/console/to-buy/to-buy.csv.js';
import { useOperatorLibrary } from '../operator/operator-library.js';
import { mustSucceed } from '../support/client.js';
import { WEBSITE_ID } from '../support/records.js';
import type { TestLibrary } from '../support/test-library.js';
import { ConsoleClient } from './console-client.js';

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
      /=HYPERLINK\("http:\/\/evil"\) E-book, by Author 1 9780140361219 main 3 3 1 Two, "quoted" E-book, by Author 2 — main 2 1 1 Times of day are in UTC\./,
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
      'Title,Format,Creators,Publisher,Identifiers,Collection,Copies to buy,Active holds,Active holds per copy,crossRefId,reserveId',
    );
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""http:\/\/evil""\)",E-book,[^,]*,,9780140361219,main,1,3,3,1,/);
    expect(lines[2]).toMatch(/^"Two, ""quoted""",E-book,[^,]*,'@x,,main,1,2,1,2,/);
    expect(lines).toHaveLength(3);
  });
});

test.each(['=1', '+1', '-1', '@x', '\tx', '\rx'])('a name like %j is no formula in any cell', (name) => {
  const figures = { activeHolds: 3, activeHoldRatio: 3, copiesIdle: 0, categories: [], copiesToBuy: [] };
  const title = {
    ...{ reserveId: 'a-title', crossRefId: 1, liveHolds: 3, identifiers: [name] },
    ...{ title: name, creators: [{ name }], formatClass: 'eBook' as const, publisher: name },
  };
  const line = { title, figures, collectionId: 'main', collectionName: name, copies: 1 };
  const list = { holdsPerCopy: 6, lines: [line], titles: 1, copies: 1, isPartial: false };
  const [, cells = ''] = csvOf(list).split('\r\n');
  const text = `'${name}`;
  expect(cells).toBe([text, 'E-book', text, text, text, text, 1, 3, 3, 1, 'a-title'].join(','));
});
