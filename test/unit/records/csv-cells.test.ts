import * as cells from '../../../src/records/csv/csv-cells.js';

const TODAY = '2026-03-31';

const read = (reader: cells.CellReader, cell: string, column = ''): unknown =>
  reader(cells.tidy(cell), { member: 'cardNumber', column, today: TODAY });

test.each([
  ...['', ' ', '-', '--', '  -  -  ', '0', '0.00', '0000-00-00', 'f', 'false', 'N', 'no', 'nein', 'non'],
  ...['none', 'null', 'NULL', 'N/A', 'OK', 'Active', 'DELINQUENT', '2020-01-31', '31/12/2019', '01/02/2020'],
  ...['nee', 'Nej', 'não', 'nie', 'нет', 'いいえ', 'Aktiv', 'Attivo', 'GELDIG', '有効', 'A'],
  ...['No blocks', '0000-00-00T00:00:00', '::'],
])('%j blocks nobody', (cell) => {
  expect(read(cells.block, cell)).toBeNull();
});

test.each([
  ...[
    ['1', ''],
    ['yes', ''],
    ['t', ''],
    ['T', ''],
    ['3', ''],
    ['9999-12-31', ''],
    ['2026-12-31 00:00:00', ''],
    ['01/02/2099', ''],
    ['Ja', ''],
    ['tak', ''],
    ['да', ''],
  ],
  ...[
    ['BARRED', 'BARRED'],
    ['Inactive', 'Inactive'],
    ['Lost\n items', 'Lost items'],
    ['x'.repeat(300), `${'x'.repeat(199)}…`],
  ],
])('%j blocks', (cell, reason) => {
  expect(read(cells.block, cell)).toBe(reason);
});

test('of a code each letter blocks; whoever is not active may do nothing', () => {
  expect(['-', '', 'n', 'f'].map((cell) => read(cells.blockCode, cell))).toEqual([null, null, 'n', 'f']);
  expect(['t', 'Aktiv', '', 'f', 'Nej', 'Suspended'].map((cell) => read(cells.unlessActive, cell))).toEqual([
    ...[null, null, null, '', '', 'Suspended'],
  ]);
});

test.each([
  ...[
    '',
    '  -  -    ',
    'NEVER',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '9999-12-31',
    '31.12.9999',
    '1900-01-01',
    'null',
    'unbegrenzt',
  ],
])('%j is no end', (cell) => {
  expect(read(cells.endBy(), cell)).toBeNull();
});

test.each([
  ['2027-03-31T00:00:00', '2027-03-31'],
  ['2027-06-30 00:00:00-04', '2027-06-30'],
  ['2027-12-31 23:59:00.000Z', '2027-12-31'],
  ['2026/12/31', '2026-12-31'],
  ['20270331', '2027-03-31'],
  ['20270331235959', '2027-03-31'],
  ['31.3.2027', '2027-03-31'],
  ['31.3.27', '2027-03-31'],
  ['31-Dec-2026', '2026-12-31'],
  ['31 Dez. 2026', '2026-12-31'],
  ['31. 12. 2026', '2026-12-31'],
  ['31.12.2026.', '2026-12-31'],
  ['2026. 12. 31.', '2026-12-31'],
  ['December 31, 2026', '2026-12-31'],
  ['1er mars 2027', '2027-03-01'],
  ['3 maggio 2027', '2027-05-03'],
  ['2027年12月31日', '2027-12-31'],
  ['2027-12-31Z', '2027-12-31'],
  ['2027-12-31+01:00', '2027-12-31'],
  ['15 août 2027', '2027-08-15'],
  ['31 de diciembre de 2026', '2026-12-31'],
  ['12/31/2026 12:00:00 AM', '2026-12-31'],
  ['31/12/26', '2026-12-31'],
  ['03/04/2027', '03/04/2027'],
  ['2027-02-30', '2027-02-30'],
  ['31/02/2027', '2027-02-31'],
  ['31.2.2027 00:00', '2027-02-31'],
  ['31 Feb 2027', '2027-02-31'],
  ['99999999', '9999-99-99'],
  ['12 Foo 2027', '12 Foo 2027'],
  ['soon', 'soon'],
])('the end %j is %j', (cell, day) => {
  expect(read(cells.endBy(), cell)).toBe(day);
});

test.each([
  ['day-first', '03/04/2027', '2027-04-03'],
  ['month-first', '03-04-2027', '2027-03-04'],
  ['month-first', '31/05/2027', '31/05/2027'],
] as const)('%s of %s', (order, cell, day) => {
  expect(read(cells.endBy(order), cell)).toBe(day);
});

test.each([
  ['1968', '1968-01-01'],
  ['c2015.', '2015-01-01'],
  ['[2015]', '2015-01-01'],
  ['12/25/98', '1998-12-25'],
  ['n/a', undefined],
])('of a publication %j is %j', (cell, day) => {
  expect(read(cells.dayOrYearBy(), cell)).toBe(day);
});

const HEX = 'd41d8cd98f00b204e9800998ecf8427e';
test.each([
  '****',
  '••••',
  '$2a$08$abc',
  '$6$salt$hash',
  HEX,
  HEX + HEX,
  '{SSHA}abcdef',
  'pbkdf2_sha256$1$a',
  '!',
  '',
])('the PIN stays where a list has %j', (cell) => {
  expect(read(cells.pin, cell)).toBeUndefined();
});

const BCRYPT = '$2a$08$KBCwKxOzLha2MUDgW0PjXeeZWzgHq1cIzhaf5xJARMtEB89ElmGb.';

test.each([
  [BCRYPT, BCRYPT],
  [HEX, HEX],
  ['****', undefined],
  ['', undefined],
])('a column of hashes has %j', (cell, hash) => {
  expect(read(cells.pinHash, cell)).toBe(hash);
});

test('a column of hashes has no PIN in it', () => {
  expect(() => read(cells.pinHash, '2468')).toThrow('no hash by bcrypt or MD5');
});

test('what people type is a PIN', () => {
  const pins = ['0000', '4711', 'correct horse', 'P@$$w0rd', '12345678901234567890'];
  expect(pins.map((pin) => read(cells.pin, pin))).toEqual(pins);
});

test.each(['2.3E+13', '2,3E+13', '2E+13', '2.90001e13'])('%s is no number of anybody', (cell) => {
  for (const reader of [cells.code, cells.cards, cells.isbns, cells.pin])
    expect(() => read(reader, cell)).toThrow(
      /^has a cardNumber that a spreadsheet has shortened, like 2\.3E\+13: /,
    );
});

test.each([
  ['="0012346"', '0012346'],
  ['28\u200b001', '28001'],
  ['29001.0', '29001'],
  ['12E45', '12E45'],
  ['N/A', undefined],
  ['0', '0'],
])('the number %j is %j', (cell, number) => {
  expect(read(cells.code, cell)).toBe(number);
});

test.each([
  ['3', 3],
  ['3.0', 3],
  ['1,000', 1000],
  ['1 000', 1000],
  ['many', 'many'],
])('%j copies are %j', (cell, number) => {
  expect(read(cells.copies, cell)).toBe(number);
});

test.each(['', '-', 'Unlimited', 'Simultaneous use'])('%j copies are named for what they are', (cell) => {
  expect(() => read(cells.copies, cell)).toThrow(
    /^has no number of copies, as titles of simultaneous use have none/,
  );
});

test('an ISBN is found among its words', () => {
  expect(read(cells.isbns, '9780306406157 (electronic bk);0-306-40615-2, n/a')).toEqual([
    '9780306406157',
    '0306406152',
  ]);
});

test.each([
  ['306406152', ['0306406152']],
  ['306406152.0', ['0306406152']],
  ['1234567;52144674', ['1234567', '0052144674']],
  ['306406153', ['306406153']],
])('the ISBN %j, perhaps without its first zeros, is %j', (cell, isbns) => {
  expect(read(cells.isbns, cell)).toEqual(isbns);
});

test.each([
  ['English', ['en']],
  ['Allemand; Französisch', ['de', 'fr']],
  ['engfre', ['en', 'fr']],
  ['ger', ['de']],
  ['en-US', ['en-US']],
  ['pt_BR', ['pt-BR']],
  ['Italiano', ['it']],
  ['Chinese (Simplified)', ['zh']],
  ['und', []],
  ['Klingon pidgin', ['Klingon pidgin']],
])('the language %j is %j', (cell, languages) => {
  expect(read(cells.languages, cell)).toEqual(languages);
});

test.each([
  ['OverDrive Read;EPUB eBook;Kindle Book', 'eBook'],
  ['OverDrive Listen;MP3 audiobook', 'Audiobook'],
  ['AUDIO', 'Audiobook'],
  ['eAudiobook', 'Audiobook'],
  ['E-BOOK', 'eBook'],
  ['Streaming video', 'Video'],
  ['Hörbuch', 'Audiobook'],
  ['cr nnannnuuuua;sr zunnnnnuneu', 'Audiobook'],
  ['cr |||', 'eBook'],
  ['online resource', 'eBook'],
  ['EPUB eBook;MP3 audiobook', 'EPUB eBook;MP3 audiobook'],
  ['Hardcover', 'Hardcover'],
])('the format %j is %j', (cell, formatClass) => {
  expect(read(cells.formatClass, cell)).toBe(formatClass);
});

test.each([
  ['Harbour lights :', 'Harbour lights'],
  ['Night / ', 'Night'],
  ['None', 'None'],
  ['1984', '1984'],
  ['/', '/'],
])('the title %j is %j', (cell, title) => {
  expect(read(cells.name, cell)).toBe(title);
});
