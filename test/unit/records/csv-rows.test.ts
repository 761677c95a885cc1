import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { type CsvRow, readRows } from '../../../src/records/csv/csv-rows.js';
import { ImportedColumns } from '../../../src/records/csv/csv-file.js';
import type { Line } from '../../../src/records/engine/lines.js';
import { rejectionsCsv } from '../../../src/staff/imports/rejections.csv.js';
import { csvFileOf } from '../../support/csv-file.js';

/** In pieces of so many bytes. */
function piecesOf(content: Buffer | string, bytes = 64 * 1024): Readable {
  const whole = Buffer.from(content);
  const number = Math.ceil(whole.length / bytes);
  return Readable.from(
    Array.from({ length: number }, (_, at) => whole.subarray(at * bytes, (at + 1) * bytes)),
  );
}

async function rowsOf(content: Buffer | string, encoding?: string, bytes?: number): Promise<CsvRow[]> {
  return Readable.from(readRows(piecesOf(content, bytes), encoding)).toArray() as Promise<CsvRow[]>;
}

const cellsOf = async (...given: Parameters<typeof rowsOf>): Promise<unknown[]> =>
  (await rowsOf(...given)).map((row) => ('cells' in row ? row.cells : row.rejection));

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('a file is read', () => {
  test.each([
    ['with commas', 'a,b\r\n1,"2,5"\r\n'],
    ['with semicolons', '"a";"b"\n"1";2,5\n'],
    ['with tabs', 'a\tb\n1\t2,5'],
    ['of an old Mac', 'a;b\r1;2,5\r'],
    ['with the mark of the byte order', '\uFEFFa;b\n1;2,5'],
    ['in UTF-16 with the mark', utf16('\uFEFFa\tb\r\n1\t2,5')],
    ['in UTF-16 without it', utf16('a\tb\r\n1\t2,5')],
    ['in UTF-16, the higher byte first', utf16('\uFEFFa\tb\r\n1\t2,5').swap16()],
    ['compressed by gzip', gzipSync('a;b\n1;2,5')],
  ])('%s', async (_, content) => {
    for (const bytes of [1, 3, 64 * 1024])
      expect(await cellsOf(content, undefined, bytes)).toEqual([
        ['a', 'b'],
        ['1', '2,5'],
      ]);
  });

  test.each([
    ['UTF-8', Buffer.from('name\nZoë')],
    ['Latin-1', Buffer.from('name\nZoë', 'latin1')],
  ])('in %s, which is recognized', async (_, content) => {
    expect(await cellsOf(content)).toEqual([['name'], ['Zoë']]);
  });

  test('in an encoding that is asked for', async () => {
    expect(await cellsOf(Buffer.from([0x6e, 0x0a, 0xcf, 0xf0, 0xe8]), 'windows-1251')).toEqual([
      ['n'],
      ['При'],
    ]);
  });

  test('with quotes, commas and line breaks in cells; the number is that of the row', async () => {
    const rows = await rowsOf('a,b\n"one\r\n""two""",x\n\nlast 5" disk,y\n');
    expect(rows).toMatchObject([
      { number: 1 },
      { number: 2, cells: ['one\r\n"two"', 'x'] },
      { number: 4, cells: ['last 5" disk', 'y'] },
    ]);
  });
});

const AS_CSV = 'save it as CSV there, and send that file';
const EXPORT = 'export the list as CSV, with title, format and ISBN as columns';

test.each([
  ['an Excel workbook', 'PK\x03\x04\x14\0\x06\0\x08\0 [Content_Types].xml', `an Excel workbook: ${AS_CSV}`],
  ['an old one', '\xd0\xcf\x11\xe0\xa1', `an old Excel workbook: ${AS_CSV}`],
  ['a ZIP archive', 'PK\x03\x04 patrons.csv', 'a ZIP archive: unpack it, and send the CSV file in it'],
  ['MARC', '00714cam a2200205 a 4500001', `a file of MARC records: ${EXPORT}`],
  ['ONIX', '<?xml version="1.0"?><ONIXMessage>', `a file in XML, such as ONIX: ${EXPORT}`],
  ['records', '{"record":"patron"}', 'a file in JSON: import it as records, without a kind of rows'],
])('%s is named, with what to do instead', async (_, start, what) => {
  for (const content of [Buffer.from(start, 'latin1'), gzipSync(Buffer.from(start, 'latin1'))])
    expect(await cellsOf(content)).toEqual([`begins ${what}`]);
});

describe('refused with its row, after the rows before it were read:', () => {
  const before = 'a,b\n1,2\n';
  const TOO_LONG =
    'is longer than 131072 characters: perhaps a quote is never closed. Nothing after it was read';

  test.each([
    ['a row of a megabyte', `${before}${'x'.repeat(1e6)},2\n3,4\n`, TOO_LONG],
    ['a row of a million empty cells', `${before}${','.repeat(1e6)}\n3,4\n`, TOO_LONG],
    ['a quote that is never closed', `${before}"1,2\n${'3,4\n'.repeat(1e5)}`, TOO_LONG],
    ['one near the end', `${before}"1,2\n3,4\n`, 'has a quote that is never closed'],
    [
      'a gzip bomb',
      gzipSync(before + `1,${'2'.repeat(10_000)}\n`.repeat(500)),
      'comes from a gzip file that unpacks to far more than it has: unpack it first',
    ],
    [
      'a gzip file that ends early',
      gzipSync(before + '1,2\n'.repeat(1e5)).subarray(0, 300),
      'comes from a gzip file that is damaged or not complete',
    ],
  ])('%s', async (_, content, rejection) => {
    const rows = await rowsOf(content);
    expect(rows.at(-1)).toMatchObject({ number: rows.length, rejection });
    if (!rejection.startsWith('comes'))
      expect(rows.slice(0, -1)).toMatchObject([{ cells: ['a', 'b'] }, { cells: ['1', '2'] }]);
  });
});

test('no more of a file is in memory than is worked on', async () => {
  let given = 0;
  function* endless(): Generator<Buffer> {
    yield Buffer.from('patronId,category\n');
    for (;;) yield Buffer.from(`${++given},adult\n`.repeat(1_000));
  }
  for await (const { number } of readRows(
    Readable.from(endless(), { objectMode: true, highWaterMark: 1 }),
    undefined,
  ))
    if (number > 100_000) break;
  expect(given).toBeLessThan(120);
});

describe('a file becomes lines of records', () => {
  const linesOf = async (content: Buffer | string): Promise<unknown[]> => {
    const file = await csvFileOf('patrons', () => piecesOf(content));
    const lines = (await Readable.from(file.lines()).toArray()) as Line[];
    return lines.map((line) => [line.number, 'text' in line ? line.text : line.rejection]);
  };

  test('empty rows count, and are none', async () => {
    const record = '{"record":"patron","websiteId":37,"externalId":"7"}';
    expect(await linesOf('\n;\nborrowernumber;name\n;\n\n" "; \n7;Zoë\n')).toEqual([[7, record]]);
  });

  test.each([
    ['10,000 columns', `${'a,'.repeat(9_999)}b\n1`, [[1, 'has more than 300 columns']]],
    ['nothing but empty rows', ',,\n\n', []],
    [
      'no names of columns',
      ',,\n1,2,3',
      [[2, 'has no column for patronId or externalId: say which one it is']],
    ],
    [
      'no column that names the patron',
      'name\nZoë',
      [[1, 'has no column for patronId or externalId: say which one it is']],
    ],
    ['a column twice', 'patronId,patronId\n1,1', [[1, 'has the column "patronId" twice']]],
    ['a cell too many', 'patronId,x\n1,2,3', [[2, 'has 3 cells, and the header 2']]],
    [
      'what is no UTF-8 after a long beginning that is',
      Buffer.concat([
        Buffer.from(`patronId,x\n${',\n'.repeat(40_000)}`),
        Buffer.from('1,Zo\xeb\n', 'latin1'),
      ]),
      [[40_002, 'has characters that its encoding does not have: say in which encoding the file is']],
    ],
  ])('%s', async (_, content, expected) => {
    expect(await linesOf(content)).toEqual(expected);
  });
});

test('of a row, the cells of imported columns are kept, and none where nobody knows which is which', () => {
  const columns = ['name', 'Kennwort', 'PIN', 'category'];
  const mapping = [
    { column: 'category', member: 'category', values: {} },
    { column: 'name', member: 'externalId', values: {} },
    { column: 'PIN', member: 'pin', values: { '*': '1357' } },
    { column: 'barcode', member: 'cardNumber', values: {} },
  ];
  const imported = new ImportedColumns(columns, mapping);
  expect(imported.names).toEqual(['name', 'PIN', 'category']);
  const cells = imported.cellsOf(['Ada', 'secret', '2468', 'adult']);
  expect(cells).toEqual(['Ada', '2468', 'adult']);
  expect(imported.withoutPin(cells)).toEqual(['Ada', '', 'adult']);
  const ofHashes = new ImportedColumns(columns, [
    ...mapping,
    { column: 'Kennwort', member: 'pinHash', values: {} },
  ]);
  expect(ofHashes.withoutPin(['Ada', 'hash', '2468', 'adult'])).toEqual(['Ada', '', '', 'adult']);
  for (const row of [
    ['Lovelace', 'Ada', 'secret', '2468', 'adult'],
    ['Ada', 'secret', '2468'],
  ])
    expect(imported.cellsOf(row)).toEqual([]);
});

/** What a spreadsheet would run, and what only looks like it. */
const CELLS = [
  ...[
    '=1+1',
    '+1',
    '-1',
    '@x',
    ' =1',
    '＝1',
    '\t=1',
    '\rx',
    'Dune;=1',
    'Dune; @x',
    'Dune\t-1',
    'Dune\n+1',
    '=1;=2\t+3',
  ],
  ...["'tis", "'t=1", "'=1", "''=1", "a;'=1", "O'Neil; Dune = 1", 'Catch-22', "'", ''],
];

test('rejected rows come back as they were, however often, and no cell of them is a formula', async () => {
  const file = await rejectionsCsv(CELLS, [{ line: 2, message: '=why', cells: CELLS }]);
  expect(file).not.toMatch(/(?:^|[;,\t\r\n"]) *[=+\-@＝]/);
  expect(await cellsOf(file)).toEqual([
    ['Row', 'Reason', ...CELLS],
    ['2', '=why', ...CELLS],
  ]);
});
