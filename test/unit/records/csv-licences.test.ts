import { Readable } from 'node:stream';
import { LicenceRows } from '../../../src/records/csv/licence-rows.js';
import type { Line } from '../../../src/records/engine/lines.js';
import { csvFileOf } from '../../support/csv-file.js';

/** What the rows of a list of licences become: a record, or why it is none. */
async function rowsOf(...rows: readonly string[]): Promise<unknown[]> {
  const file = await csvFileOf('licences', () => Readable.from([Buffer.from(rows.join('\n'))]));
  const lines = (await Readable.from(file.lines()).toArray()) as Line[];
  return lines.map((line) => ('text' in line ? JSON.parse(line.text) : line.rejection) as unknown);
}

async function licenceOf(columns: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const all = { isbn: '9780140449112', licenceId: 'L-1', concurrency: '1', ...columns };
  const quoted = Object.values(all).map((cell) => `"${cell}"`);
  return (await rowsOf(Object.keys(all).join(','), quoted.join(',')))[0] as Record<string, unknown>;
}

test.each([
  ['$14.99', 14.99, undefined],
  ['14,99 €', 14.99, 'EUR'],
  ['€1.234,50', 1234.5, 'EUR'],
  ["CHF 1'234.50", 1234.5, 'CHF'],
  ['Fr. 12.-', 12, 'CHF'],
  ['1 234,56 zł', 1234.56, 'PLN'],
  ['14,99 $ US', 14.99, 'USD'],
  ['CA$1,234', 1234, 'CAD'],
  ['£9', 9, 'GBP'],
  ['usd 7.5', 7.5, 'USD'],
  ['129,00 kr', 129, undefined],
  ['￥1,200', 1200, undefined],
  ['₹1,23,456.00', 123456, 'INR'],
  ['14.9900', 14.99, undefined],
  ['0.990', 0.99, undefined],
  ['0', 0, undefined],
  ['', undefined, undefined],
  ['-14.99', '-14.99', undefined],
  ['2 x 14.99', '2 x 14.99', undefined],
  ['free', 'free', undefined],
  ['9'.repeat(200), '9'.repeat(200), undefined],
])('a price of %s is %s %s', async (written, value, currency) => {
  const { price, currency: found } = await licenceOf({ price: written });
  expect([price, found]).toEqual([value, currency]);
});

test.each([
  [
    { price: '$5', currency: 'CAD' },
    { price: 5, currency: 'CAD' },
  ],
  [{ endsOn: '2027-06-30T22:00:00+02:00' }, { endsOn: '2027-06-30T20:00:00.000Z' }],
  [{ endsOn: '2027-06-30 22:00:00' }, { endsOn: '2027-06-30' }],
  [{ endsOn: '9999-12-31T00:00:00Z' }, { endsOn: null }],
  [
    { endsOn: 'unbefristet', startsOn: '' },
    { endsOn: null, startsOn: null },
  ],
  [{ endsOn: '31/02/2027' }, { endsOn: '2027-02-31' }],
  [{ loans: '∞' }, { loans: null }],
  [{ loans: '0' }, { loans: 0 }],
  [{ loans: '1.200' }, { loans: 1200 }],
  [{ concurrency: 'unlimited' }, { concurrency: null }],
])('a row with %j becomes %j', async (columns, expected) => {
  expect(await licenceOf(columns)).toMatchObject(expected);
});

test.each([
  ['One Copy/One User', '', '', 1, null],
  ['OC/OU', '', '', 1, null],
  ['OC/OU', '5', '', 5, null],
  ['Metered Access – 24 months', '', '', 1, null],
  ['Metered access, unlimited checkouts', '', '', 1, null],
  ['26 checkouts', '', '26', '', 26],
  ['MA: 100 Checkouts (Concurrent Users)', '80', '', null, 80],
  ['MA: by checkout (concurrent users)', '', '80', null, 80],
  ['Bundle', '', '', '', null],
  ['Simultaneous use', '', '', null, null],
  ['Accès simultané', '', '', null, null],
  ['Simultanlizenz', '10', '', 10, null],
  ['3-user', '', '', 3, null],
  ['5 concurrent users', '', '', 5, null],
  ['Utilisateurs illimités', '', '', null, null],
  ['Perpetual', '', '', '', null],
  ['貸出', '', '', '', null],
])('a licence of model %s with %j copies and %j loans has %j at a time, %j in all', async (...row) => {
  const [model, concurrency, loans, atATime, inAll] = row;
  const licence = await licenceOf({ model, concurrency, loans });
  expect([licence.concurrency, licence.loans]).toEqual([atATime, inAll]);
});

test.each([
  [{ model: 'Lucky Day' }, false],
  [{ model: 'Lucky Day', holdable: 'yes' }, true],
  [{ model: 'OC/OU', holdable: 'no' }, false],
  [{ model: 'OC/OU', holdable: '' }, undefined],
])('a licence of %j is for holds: %s', async (columns, expected) => {
  expect((await licenceOf(columns)).holdable).toBe(expected);
});

test('what is paid for by the loan is no licence', async () => {
  expect(
    await rowsOf('isbn,licenceId,copies,lending model', '9780140449112,L-1,,Cost per circ (CPC)'),
  ).toEqual(['is of a title that is paid for by the loan, which is no licence: leave it out']);
});

test('a row without copies removes the licence', async () => {
  const title = { websiteId: 37, externalId: 'T-1', source: 'library-37' };
  expect(await rowsOf('titleId,collection,model,copies,expires', 'T-1,main,OC/OU,0,5/31/2027')).toEqual([
    { record: 'licence', ...title, collectionId: 'main', licenceId: 'T-1 OC/OU 2027-05-31', delete: true },
  ]);
});

test('the same licence in two rows is rejected, and one that ends on another day is another', async () => {
  const again =
    'names a licence again: row 2 has it. One row must have the number of all its copies, or a column tells the licences apart (licenceId)';
  const row = 'T-1,Main,OC/OU,1';
  expect(
    await rowsOf(
      'titleId,collection,model,copies,expires',
      `${row},5/31/2027`,
      `${row},6/30/2027`,
      `${row.replace('Main', 'main')},5/31/2027`,
    ),
  ).toEqual([expect.objectContaining({}), expect.objectContaining({}), again]);
});

test('no more licences of a file are in memory than there may be', () => {
  const rows = new LicenceRows(2);
  const lines = [1, 2, 3].map((number) => rows.lineOf(number, { licenceId: String(number) }));
  expect(lines.map((line) => 'text' in line)).toEqual([true, true, false]);
});
