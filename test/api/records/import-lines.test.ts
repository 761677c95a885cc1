import {
  allApplied,
  importStream,
  type ImportUnderTest,
  openImport,
} from '../../support/runs/import-under-test.js';
import {
  category,
  collection,
  copies,
  hold,
  library,
  patron,
  smallLibrary,
  title,
} from '../../support/records.js';

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

  test('lines of two libraries that take turns are applied and reported each for itself', async () => {
    const turns = [1, 2, 3, 4, 5, 6].map((number) => ({ number, websiteId: number % 2 === 0 ? 37 : 61 }));
    await data.import(
      library({ websiteId: 61 }),
      collection('main', { websiteId: 61 }),
      category('adult', ['main'], { websiteId: 61 }),
      ...turns.map(({ number }) => title(3000 + number)),
    );
    const owned = await data.import(
      ...turns.map(({ number, websiteId }) => ({
        ...copies(number === 5 ? 3999 : 3000 + number, number),
        websiteId,
      })),
    );
    expect(owned).toMatchObject({ applied: 5, rejected: 1 });
    expect(owned.reasons[0]).toMatch(/^line 5: /);
    expect(
      await data.rows(`SELECT website_id, owned FROM copies JOIN title USING (reserve_id)
        WHERE cross_ref_id BETWEEN 3001 AND 3006 ORDER BY cross_ref_id`),
    ).toEqual([1, 2, 3, 4, 6].map((number) => ({ website_id: number % 2 === 0 ? 37 : 61, owned: number })));
    const known = await data.import(
      ...turns.map(({ number, websiteId }) =>
        patron(300 + number, { websiteId, category: number === 4 ? 'nobody' : 'adult' }),
      ),
    );
    expect(known).toMatchObject({ applied: 5, rejected: 1 });
    expect(known.reasons[0]).toMatch(/^line 4: category "nobody" is unknown in library 37/);
    const held = await data.import(
      ...turns.map(({ number, websiteId }) =>
        hold(300 + number, 3000 + number, { websiteId, ignoreHoldEmail: true }),
      ),
    );
    expect(held).toMatchObject({ applied: 4, rejected: 2 });
    expect(held.reasons.map((reason) => reason.split(':')[0])).toEqual(['line 4', 'line 5']);
  });

  test('a line that only the database rejects does not affect the others', async () => {
    // The import does not check this rule: as if the schema were stricter, or another import faster.
    await data.rows(`ALTER TABLE title ADD CONSTRAINT no_sequels CHECK (title NOT LIKE '%II%') NOT VALID`);
    const result = await data.import(title(2001), title(2002, { title: 'Emma II' }), title(2003));
    await data.rows('ALTER TABLE title DROP CONSTRAINT no_sequels');
    expect(result).toMatchObject({ applied: 2, rejected: 1 });
    expect(result.reasons).toEqual(['line 2: was refused by the database (no_sequels)']);
  });

  test('a record may refer to earlier lines of the file, and later lines replace earlier ones', async () => {
    const result = await data.import(
      library({ websiteId: 50 }),
      collection('a', { websiteId: 50 }),
      collection('a', { websiteId: 50, name: 'Second' }),
      collection('a', { websiteId: 50, name: 'Third' }),
    );
    expect(result).toEqual(allApplied(4));
    expect(await data.rows('SELECT name FROM collection WHERE website_id = 50')).toEqual([{ name: 'Third' }]);
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

  test('a line that is not UTF-8 is rejected, and the next is read', async () => {
    const lines = [Buffer.of(0x7b, 0xff, 0x7d, 0x0a), Buffer.from(JSON.stringify(collection('utf-8')))];
    const result = await importStream(data.database, chunks(lines));
    expect(result).toEqual({ applied: 1, rejected: 1, reasons: ['line 1: is not valid UTF-8'] });
  });

  test('a line of more than a mebibyte is rejected, and the next is read', async () => {
    const full = JSON.stringify(collection('long', { websiteId: 99 })).padEnd(1024 * 1024);
    const result = await importStream(
      data.database,
      chunks([Buffer.from(`${full}\n${full}`), Buffer.from(` \n${JSON.stringify(collection('short'))}`)]),
    );
    expect(result).toEqual({
      applied: 1,
      rejected: 2,
      reasons: ['line 1: websiteId 99 is not a library here', 'line 2: is longer than 1048576 bytes'],
    });
  });
});

async function* chunks(buffers: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const buffer of buffers) yield await Promise.resolve(buffer);
}
