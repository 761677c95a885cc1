import { Readable } from 'node:stream';
import { CSV_KIND_NAMES, memberNames } from '../../../../src/records/csv/csv-members.js';
import { readMapping, recordsBy } from '../../../../src/records/csv/csv-mapping.js';
import type { Line } from '../../../../src/records/engine/lines.js';
import { csvFileOf } from '../../../support/csv-file.js';
import { ILS_FILES } from '../../../support/ils-files.js';

/** What cells have been seen to have. */
const VALUES = [
  ...[
    '',
    ' ',
    '-',
    '--',
    '  -  -  ',
    '0',
    '0.00',
    '1',
    '3',
    'f',
    't',
    'N',
    'Y',
    'nein',
    'non',
    'none',
    'NULL',
    'N/A',
    'OK',
    'Active',
  ],
  ...[
    'Inactive',
    'NEVER',
    '0000-00-00',
    '9999-12-31',
    '1900-01-01',
    '31/12/2026',
    '12/31/26',
    '2026/12/31',
    '31-Dec-2026',
    '31.3.2027',
  ],
  ...[
    '2027-06-30 00:00:00-04',
    '6/5/2027 12:00:00 AM',
    '2026-02-30',
    '20260331',
    '99999999999999999999',
    '1e999',
    '-1',
    '1,000',
    '3.0',
  ],
  ...[
    '2.3E+13',
    '="0012346"',
    "'=1",
    '=1+1',
    '\u00a028\u200b',
    'Schu\u0308ler',
    '\ud83d\udcda',
    '\ud800',
    '\0',
    'a\nb\tc',
    '"',
    '""',
    ';;|;',
  ],
  ...[
    '****',
    '$2a$08$abcdefghijklmnopqrstuv',
    'd41d8cd98f00b204e9800998ecf8427e',
    'default',
    'English',
    'engfre',
    'de_DE.UTF-8',
    'und',
  ],
  ...[
    'OverDrive Read;EPUB eBook',
    'MP3 audiobook',
    'cr |||',
    '9780306406157 (electronic bk)',
    '978-0-306-40615',
    '__proto__',
    'constructor',
  ],
  ...[
    'toString',
    '2027年12月31日',
    '1.234,50 €',
    'eng'.repeat(40_000),
    'a;'.repeat(60_000),
    `a${'\u0301\u0323'.repeat(60_000)}`,
    'x'.repeat(5_000),
    '1'.repeat(5_000),
    '-'.repeat(5_000),
    '9 '.repeat(5_000),
    '/'.repeat(5_000),
    ','.repeat(5_000),
  ],
];
/** A reader that looks at a cell again and again would take seconds. */
const MAX_CELL_MS = 100;

test.each(CSV_KIND_NAMES)('every value in every column of %s becomes a member, or a reason', (kind) => {
  for (const member of memberNames(kind))
    for (const value of VALUES) {
      const mapping = readMapping(kind, [{ column: 'a', member }]);
      const { user: before } = process.threadCpuUsage();
      const read = recordsBy({ kind, websiteId: 37, mapping, columns: ['a'], today: '2026-03-31' })([value]);
      expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(MAX_CELL_MS);
      if ('rejection' in read) expect(read.rejection).toMatch(/^has /);
      else expect(Object.getPrototypeOf(read.record)).toBe(Object.prototype);
    }
});

test.each(Object.entries(ILS_FILES))(
  'a list of %s with any value in any cell stays a list',
  async (_, { kind, text }) => {
    const separator = ['\t', '|', ','].find((each) => text.split('\n')[0]?.includes(each)) ?? ',';
    const [header = ''] = text.split('\r\n');
    const width = header.split(separator).length;
    const quoted = VALUES.map((value) => `"${value.toWellFormed().replaceAll('"', '""')}"`);
    const rows = quoted.map((_value, at) =>
      Array.from({ length: width }, (_cell, index) => quoted[(at * 7 + index * 13) % quoted.length]).join(
        separator,
      ),
    );
    const content = `${text}${rows.join('\r\n')}\r\n`;
    const file = await csvFileOf(kind, () => Readable.from([Buffer.from(content)]));
    const lines = (await Readable.from(file.lines()).toArray()) as Line[];
    for (const line of lines)
      if ('text' in line && line.text !== '')
        expect(JSON.parse(line.text)).toMatchObject({ record: expect.any(String) as string });
  },
);
