import { Readable } from 'node:stream';
import { CsvFile } from '../../../src/records/csv/csv-file.js';
import { type CsvMapping, readMappingFile } from '../../../src/records/csv/csv-mapping.js';
import { CopiesRows } from '../../../src/records/csv/copies-rows.js';
import type { Line } from '../../../src/records/engine/lines.js';
import { reserveIdOf } from '../../support/records.js';

const COUNTED = 'copiesOwned:one-per-row';

const mappingOf = (columns: Readonly<Record<string, string>>): CsvMapping =>
  readMappingFile('copies', JSON.stringify(columns));

/** What becomes of each row: how many copies of which title, or why not. */
async function linesOf(content: string, columns: Readonly<Record<string, string>>): Promise<string[]> {
  const file = new CsvFile(Readable.from([Buffer.from(content)]), {
    ...{ kind: 'copies', websiteId: 37, encoding: undefined, findCopies: () => Promise.resolve([]) },
    ...{
      columns: (content.split('\n')[0] ?? '').split(','),
      mapping: mappingOf(columns),
      today: '2026-03-31',
    },
  });
  const lines = (await Readable.from(file.lines()).toArray()) as Line[];
  return lines.flatMap((line) => {
    if (!('text' in line)) return [`${line.number} ${line.rejection}`];
    if (line.text === '') return [];
    expect(file.cellsOf(line.number)).toHaveLength(Object.values(columns).includes(COUNTED) ? 0 : 3);
    const { reserveId, externalId, isbn, collectionId, copiesOwned } = JSON.parse(line.text) as Record<
      string,
      unknown
    >;
    return [[line.number, reserveId ?? externalId ?? isbn, collectionId, copiesOwned].join(' ')];
  });
}

const single = { isbn: 'isbn', ccode: 'collectionId', barcode: COUNTED };
const numbers = { isbn: 'isbn', ccode: 'collectionId', copies: 'copiesOwned' };
const ROWS = `9780141439471,main,
978-3-16-148410-0,main,b2
0-14-143947-5,main,b3
0141439475,audio,b4
`;

test('rows that are one copy each are counted for each title and collection, whichever way they name it', async () => {
  expect(await linesOf(`isbn,ccode,barcode\n${ROWS}`, single)).toEqual([
    '2 9780141439471 main 2',
    '3 9783161484100 main 1',
    '5 9780141439471 audio 1',
  ]);
});

test('such rows are rejected for the reasons of others, and the others count', async () => {
  expect(await linesOf(`isbn,ccode,barcode\n${ROWS}x,main,b5\n,,,,\n1,2\n`, single)).toEqual([
    '6 x main 1',
    '8 has 2 cells, and the header 3',
    '2 9780141439471 main 2',
    '3 9783161484100 main 1',
    '5 9780141439471 audio 1',
  ]);
});

test('rows of one title that are not all for holds are rejected', () => {
  const rows = new CopiesRows(37, mappingOf(single));
  const row = (holdable?: boolean): object =>
    rows.lineOf(2, { record: 'copies', websiteId: 37, reserveId: reserveIdOf(1), copiesOwned: 1, holdable });
  expect([row(false), row(false)]).toEqual([{ text: '' }, { text: '' }]);
  expect(row(true)).toEqual({
    rejection:
      'does not say the same of holds (holdable) as row 2 of its title: import its other copies as a licence',
  });
});

test('nothing is counted if the file cannot be read to its end', async () => {
  expect(await linesOf(`isbn,ccode,barcode\n${ROWS}"9780141439471,main,b6\n`, single)).toEqual([
    '6 has a quote that is never closed',
  ]);
});

test('where rows have the number of copies, a second row of a title and collection is rejected', async () => {
  const again = `names a title again: row 2 has said how many copies it has. One row must have the number of all, or each row is one copy (${COUNTED})`;
  expect(
    await linesOf(
      'isbn,ccode,copies\n9780141439471,main,3\n9780141439471,audio,1\n0141439475,main,1\n',
      numbers,
    ),
  ).toEqual(['2 9780141439471 main 3', '3 9780141439471 audio 1', `4 ${again}`]);
});

test.each([
  [numbers, ['a record', 'a record', 'rejected', 'rejected']],
  [single, ['counted', 'counted', 'rejected', 'counted']],
])('no more titles of a file are in memory than there may be: %j', (columns, expected) => {
  const rows = new CopiesRows(37, mappingOf(columns), 2);
  const lines = [1, 2, 3, 1].map((number, index) => {
    const record = {
      record: 'copies',
      websiteId: 37,
      collectionId: 'main',
      reserveId: reserveIdOf(number),
      copiesOwned: index,
    };
    return rows.lineOf(index + 2, record);
  });
  expect(
    lines.map((line) => ('rejection' in line ? 'rejected' : line.text === '' ? 'counted' : 'a record')),
  ).toEqual(expected);
  expect(lines[2]).toEqual({
    rejection:
      'names one more title than the 2 that a file of copies may have: put this title into another file',
  });
});
