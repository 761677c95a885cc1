import { Readable } from 'node:stream';
import {
  allApplied,
  importRecords,
  type ImportUnderTest,
  openImport,
} from '../../support/runs/import-under-test.js';
import {
  collection,
  copies,
  hold,
  patron,
  reserveIdOf,
  smallLibrary,
  type TestRecord,
  title,
  toLines,
} from '../../support/records.js';

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

  test('are so named as alternatives, where the hold has a source', async () => {
    const named = (externalId: string): object => ({ ...bySource, externalId });
    const held = (externalId: string, alternativeTo?: string): TestRecord => ({
      ...{ ...hold(1), ...unnamed, source: 'lodestar', titleExternalId: externalId },
      ...(alternativeTo !== undefined && { alternativeTo }),
    });
    const { reasons } = await data.import(
      ...['L-1', 'L-2'].flatMap((number) => [
        { ...title(1), ...named(number) },
        { ...copies(1, 0), ...named(number) },
      ]),
      held('L-1'),
      held('L-2', 'L-1'),
      held('L-2', 'L-3'),
    );
    expect(reasons).toEqual(['line 7: alternativeTo must name the title of another hold of the patron.']);
    expect(await data.rows('SELECT count(*)::int AS holds FROM hold GROUP BY alternatives_id')).toEqual([
      { holds: 2 },
    ]);
  });

  test('are called so where they are not there', async () => {
    const other = { source: 'lodestar', externalId: 'L-2' };
    const { reasons } = await data.import(
      { ...copies(1, 1), ...unnamed, ...other },
      { record: 'withdrawal', websiteId: 37, ...other, reason: 'lost' },
      { ...hold(1), ...unnamed, source: 'lodestar', titleExternalId: 'L-2' },
    );
    const reason = 'externalId "L-2" of lodestar is not a title here';
    expect(reasons).toEqual([1, 2, 3].map((line) => `line ${line}: ${reason}`));
  });

  describe('by an ISBN that is an identifier of titles that have other names,', () => {
    const withIsbn = {
      formats: [{ id: 'ebook-overdrive', identifiers: [{ type: 'ISBN', value: '0141439475' }] }],
    };
    const own = (number: string, websiteId = 37): object => ({
      ...{ ...unnamed, ...withIsbn },
      ...{ source: `library-${websiteId}`, externalId: number },
    });
    const owned = (copiesOwned: number, collectionId = 'main'): TestRecord => ({
      ...copies(1, copiesOwned, collectionId),
      ...byIsbn,
    });
    const ownedTitles = (): Promise<unknown[]> =>
      data.rows(`SELECT t.title || ': ' || c.owned || ' in ' || c.collection_id AS owned
        FROM copies c JOIN title t USING (reserve_id) ORDER BY 1`);

    test('copies, loans, holds, withdrawals and removals find the title', async () => {
      await data.import(patron(2), title(1, withIsbn));
      const expires = new Date(Date.now() + 864e5).toISOString();
      const isbnOnly = { ...unnamed, isbn: '0-14-143947-5' };
      const loan = { record: 'checkout', websiteId: 37, patronId: 2, expires, ...isbnOnly };
      const records = [owned(1), loan, { ...hold(1), ...isbnOnly }];
      expect(await data.import(...records)).toEqual(allApplied(3));
      const before = await data.dump();
      expect(await data.import(owned(1))).toEqual(allApplied(1));
      expect(await data.dump()).toEqual(before);
      expect(
        await data.rows('SELECT reserve_id FROM hold UNION ALL SELECT reserve_id FROM checkout'),
      ).toEqual([1, 1].map((number) => ({ reserve_id: reserveIdOf(number) })));

      expect(await data.import({ ...hold(1), ...isbnOnly, delete: true })).toEqual(allApplied(1));
      expect(await data.rows('SELECT FROM hold')).toEqual([]);
      const withdrawal = { record: 'withdrawal', websiteId: 37, ...isbnOnly, reason: 'lost' };
      expect(await data.import(withdrawal, { ...loan, delete: true })).toEqual(allApplied(2));
      expect(await data.rows('SELECT FROM copies WHERE owned > 0')).toEqual([]);
    });

    test('titles of the library come before those of everybody, and those of others never', async () => {
      const theirs = title(3, own('7', 38));
      expect((await data.import(theirs, owned(1))).reasons).toEqual([
        'line 2: isbn 9780141439471 is of no title that library 37 can use',
      ]);
      expect(await data.import(title(1, withIsbn), theirs, owned(1))).toEqual(allApplied(3));
      expect(await ownedTitles()).toEqual([{ owned: 'Title 1: 1 in main' }]);
      await data.import({ ...copies(1, 0), delete: true });
      expect(await data.import(title(2, own('7')), owned(2))).toEqual(allApplied(2));
      expect(await ownedTitles()).toEqual([{ owned: 'Title 2: 2 in main' }]);
    });

    test('several of a library are refused, unless one is in the collection', async () => {
      const several =
        'isbn 9780141439471 is of 2 titles that library 37 can use: name the one that is meant by its reserveId, or by its externalId with source';
      const records = [title(1, own('1')), title(2, own('2')), collection('audio'), owned(4)];
      expect((await data.import(...records)).reasons).toEqual([`line 4: ${several}`]);
      const numbered = { ...copies(1, 3, 'audio'), ...unnamed, source: 'library-37', externalId: '2' };
      expect(await data.import(numbered, owned(5, 'audio'))).toMatchObject({ applied: 2 });
      expect(await ownedTitles()).toEqual([{ owned: 'Title 2: 5 in audio' }]);
      const outcome = await data.import(owned(5), { ...owned(5), delete: true });
      expect(outcome.reasons).toEqual([`line 1: ${several}`, `line 2: ${several}`]);
    });

    test('the order of a file, and that of a trial, is kept', async () => {
      const files = [title(5), title(1, withIsbn), owned(1), { ...hold(1), ...byIsbn }, title(4, withIsbn)];
      const tried = await importRecords(Readable.from([toLines(...files)]), data.database, { dryRun: true });
      expect(tried).toMatchObject({ applied: 5, rejected: 0, effects: { added: 4 } });
      expect(await data.import(...files)).toEqual(allApplied(5));
    });
  });
});
