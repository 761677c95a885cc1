import { gzipSync } from 'node:zlib';
import { readLines } from '../../../src/records/engine/lines.js';
import {
  allApplied,
  importStream,
  type ImportUnderTest,
  openImport,
} from '../../support/runs/import-under-test.js';
import { collection, smallLibrary, title } from '../../support/records.js';

describe('the lines of an import', () => {
  let data: ImportUnderTest;

  beforeAll(async () => {
    data = await openImport();
    await data.import(...smallLibrary(0, [1]));
  });
  afterAll(() => data.close());

  test('bad lines are reported in order with their numbers, and all others are applied', async () => {
    const result = await data.import(
      '',
      collection('lines-1'),
      'nonsense',
      '   ',
      collection('lines-2', { websiteId: 99 }),
      collection('lines-3'),
      '{}',
    );
    expect(result).toMatchObject({ applied: 2, rejected: 3 });
    expect(result.reasons.map((reason) => reason.split(':')[0])).toEqual(['line 3', 'line 5', 'line 7']);
    const stored = await data.rows(
      `SELECT collection_id FROM collection WHERE collection_id LIKE 'lines%' ORDER BY 1`,
    );
    expect(stored).toEqual([{ collection_id: 'lines-1' }, { collection_id: 'lines-3' }]);
  });

  test('one bad line among hundreds does not affect the others', async () => {
    const titles = Array.from({ length: 700 }, (_, index) => title(1000 + index));
    titles[333] = title(1333, { crossRefId: 1 });
    const result = await data.import(...titles);
    expect(result).toMatchObject({ applied: 699, rejected: 1 });
    expect(result.reasons[0]).toMatch(/^line 334: crossRefId 1 /);
  });

  test('a line that only the database rejects does not affect the others', async () => {
    // The import does not check this rule: as if the schema were stricter, or another import faster.
    await data.rows(`ALTER TABLE title ADD CONSTRAINT no_sequels CHECK (title NOT LIKE '%II%') NOT VALID`);
    const result = await data.import(title(2001), title(2002, { title: 'Emma II' }), title(2003));
    await data.rows('ALTER TABLE title DROP CONSTRAINT no_sequels');
    expect(result).toMatchObject({ applied: 2, rejected: 1 });
    expect(result.reasons).toEqual(['line 2: was refused by the database (no_sequels)']);
  });

  test('lines may be split into chunks anywhere, with any line ends', async () => {
    const text = `\uFEFF${JSON.stringify(collection('cut-é-1', { name: '文' }))}\r\n${JSON.stringify(collection('cut-2'))}`;
    const bytes = Buffer.from(text);
    const result = await importStream(
      data.database,
      (async function* () {
        for (const byte of bytes) yield await Promise.resolve(Buffer.of(byte));
      })(),
    );
    expect(result).toEqual(allApplied(2));
    const stored = await data.rows(
      `SELECT name FROM collection WHERE collection_id LIKE 'cut%' ORDER BY collection_id`,
    );
    expect(stored).toEqual([{ name: 'cut-2' }, { name: '文' }]);
  });

  test('a line that is not UTF-8, or longer than a mebibyte, is rejected, and the next is read', async () => {
    const full = JSON.stringify(title(3001)).padEnd(1024 * 1024);
    const lines = [
      Buffer.of(0x7b, 0xff, 0x7d, 0x0a),
      Buffer.from(`${full}\n${full}`),
      Buffer.from(` \n${JSON.stringify(collection('short'))}`),
    ];
    expect(await importStream(data.database, chunks(lines))).toEqual({
      ...{ applied: 2, rejected: 2, pinsRemoved: 0 },
      reasons: ['line 1: is not valid UTF-8', 'line 3: is longer than 1048576 bytes'],
    });
  });
});

const someLines = Buffer.from(`${'{"record":"library"}\n'.repeat(500)}`);

const inUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

test.each<[string, Buffer, RegExp]>([
  ['gzip', gzipSync(someLines), /^line 1: begins a file that is compressed by gzip/],
  ['a ZIP archive', Buffer.concat([Buffer.from('PK\x03\x04'), someLines]), /^line 1: begins a ZIP archive/],
  ['UTF-16', inUtf16(someLines.toString()), /^line 1: begins a file in UTF-16: save it as UTF-8/],
  ['UTF-16 with its mark', inUtf16(`\ufeff${someLines.toString()}`), /^line 1: begins a file in UTF-16/],
])('%s is named as that, by one line, however it arrives', async (_, bytes, reason) => {
  for (const size of [1, 3, 64_000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const read: string[] = [];
    for await (const line of readLines(chunks(pieces)))
      read.push(`line ${line.number}: ${'text' in line ? line.text : line.rejection}`);
    expect(read).toEqual([expect.stringMatching(reason)]);
  }
});

async function* chunks(buffers: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const buffer of buffers) yield await Promise.resolve(buffer);
}
