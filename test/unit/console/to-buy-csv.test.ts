import { csvOfRows } from '../../../src/staff/console/csv.js';
import { csvOf } from '../../../src/staff/to-buy/to-buy.page.js';

test.each(['=1', '+1', '-1', '@x', '\tx', '\rx'])('a name like %j is no formula in any cell', (name) => {
  const day = new Date('2026-12-01');
  const wait = { likelyBy: day, latestBy: day, latestDays: 60, basis: 'known' as const };
  const figures = {
    ...{ activeHolds: 3, activeHoldRatio: 3, copiesIdle: 0, categories: [], copiesToBuy: [], watchers: 5 },
    ...{ copiesOwned: 1, copiesOnLoan: 1, copiesSetAside: 0, copiesEnding: 0, suspended: 0, ready: 0 },
    ...{ newHoldWait: { ...wait, days: 41 }, moreCopies: { collectionId: 'main', likelyHours: [984, 625] } },
  };
  const title = {
    ...figures,
    ...{ reserveId: 'a-title', crossRefId: 1, liveHolds: 3, identifiers: [name], pickupHours: null },
    ...{ title: name, creators: [{ name }], formatClass: 'eBook' as const, publisher: name },
  };
  const purchase = { collectionId: 'main', copies: 2, forHoldsPerCopy: 1, forTargetWait: 2 };
  const [, cells = ''] = csvOf({ lines: [{ title, collectionName: name, ...purchase }] }).split('\r\n');
  const text = name === '\rx' ? `"'\rx"` : `'${name}`;
  expect(cells).toBe(
    [text, 'E-book', text, text, text, text, 2, 1, 2, 3, 3, 5, 0, 41, 27, 1, 'a-title'].join(','),
  );
});

test.each([
  ['Dune;=1+1', `"Dune;'=1+1"`],
  ['Dune; @SUM(A1)', `"Dune;' @SUM(A1)"`],
  ['Dune\t-1', "Dune\t'-1"],
  ['Dune\n+1', `"Dune\n'+1"`],
  ['Dune;＝1', `"Dune;'＝1"`],
  ['Dune; a tale = more', '"Dune; a tale = more"'],
  ['Catch-22', 'Catch-22'],
])('no part of %j becomes a formula where a semicolon or a tab ends a cell', (name, cell) => {
  expect(csvOfRows([['name', (row: string) => row]], [name])).toBe(`\ufeffname\r\n${cell}\r\n`);
});
