import { allApplied, type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import { copies, hold, smallLibrary, title } from '../../support/records.js';

describe('titles that a library names by the numbers of a source, or by ISBN', () => {
  let data: ImportUnderTest;

  beforeEach(async () => {
    data = await openImport();
    await data.import(...smallLibrary(1, []));
  });
  afterEach(() => data.close());

  const unnamed = { reserveId: undefined, crossRefId: undefined };
  const bySource = { ...unnamed, source: 'lodestar', externalId: 'L-1' };
  const byIsbn = { ...unnamed, isbn: '978-0-14-143947-1' };
  const records = [title(1, bySource), title(2, byIsbn)];

  test('are the same titles each time, with numbers that no other title has', async () => {
    expect(await data.import(...records)).toEqual(allApplied(2));
    const before = await data.dump();
    expect(await data.import(...records, title(2, { ...unnamed, isbn: '0141439475' }))).toEqual(
      allApplied(3),
    );

    expect(await data.dump()).toEqual(before);
    const stored = await data.rows<{ reserve_id: string; cross_ref_id: number; identifiers: string[] }>(
      'SELECT reserve_id, cross_ref_id, identifiers FROM title ORDER BY title',
    );
    for (const { reserve_id: guid } of stored)
      expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab]/);
    expect(new Set(stored.map(({ cross_ref_id: number }) => number)).size).toBe(2);
    expect(stored.map(({ identifiers }) => identifiers)).toEqual([[], ['9780141439471']]);
  });

  test('are so named in copies, holds and withdrawals, too', async () => {
    const outcome = await data.import(
      ...records,
      { ...copies(1, 0), ...bySource, crossRefId: undefined },
      { ...copies(2, 1), ...byIsbn },
      { ...hold(1), ...unnamed, source: 'lodestar', titleExternalId: 'L-1' },
      { ...hold(1), ...byIsbn },
      { ...copies(1, 0), ...unnamed, externalId: 'L-1' },
      { ...copies(1, 0), ...unnamed, isbn: '9780141439470' },
      { record: 'withdrawal', websiteId: 37, ...byIsbn, reason: 'lost' },
      title(3, unnamed),
    );

    expect(outcome.reasons).toEqual([
      'line 7: reserveId is missing, and so are externalId with source, and isbn: one of them must name the title',
      'line 8: isbn must be an ISBN',
      'line 10: reserveId is missing, and so are externalId with source, and isbn: one of them must name the title',
    ]);
    expect(await data.rows('SELECT t.title FROM hold JOIN title t USING (reserve_id)')).toEqual([
      { title: 'Title 1' },
    ]);
  });
});
