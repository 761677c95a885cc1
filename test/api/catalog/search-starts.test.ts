import type { OpenCollections } from '../../../src/catalog/collections/collections.store.js';
import { type Filters, type KeySorting, MAX_RESULT_OF_WORDS } from '../../../src/catalog/query/search.js';
import { stabilizePages } from '../../../src/catalog/query/replanned.store.js';
import {
  findBest,
  findSorted,
  findStart,
  type FoundPage,
  type WordsFilter,
} from '../../../src/catalog/search/found-words.store.js';
import { readWords } from '../../../src/catalog/search/words.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { WEBSITE_ID } from '../../support/records.js';
import { SEED, SeededRandom } from '../../support/seeded-random.js';
import { TestLibrary } from '../../support/test-library.js';

/**
 * A search begins with what the words find, or with the titles of the collections, whichever is shorter. What it finds does not
 * depend on that.
 */
let library: TestLibrary;

const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath'];
/** One of these is in every title: 4,000, of which the collections have 3,500 and 500. */
const COMMON = 'torrent';

beforeAll(async () => {
  library = await TestLibrary.alone();
  const { database } = library.service;
  const random = new SeededRandom();
  const text = (): string =>
    Array.from({ length: 1 + random.integerBelow(3) }, () => random.pick(WORDS)).join(' ');
  const titles = Array.from({ length: 4_000 }, () => ({
    title: random.integerBelow(3) === 0 ? `${COMMON} ${text()}` : text(),
    creator: text(),
    subject: random.integerBelow(2) === 0 ? COMMON : text(),
  }));
  await database.run(
    statement(
      '',
      `INSERT INTO title (reserve_id, cross_ref_id, title, creators, format_class, formats, subjects, languages, added_date)
       SELECT md5('title ' || n)::uuid, 1000000 + n, r ->> 'title',
         jsonb_build_array(jsonb_build_object('role', 'Author', 'name', r ->> 'creator')),
         CASE n % 3 WHEN 0 THEN 'Audiobook' ELSE 'eBook' END, '{ebook-kindle}', ARRAY [r ->> 'subject', 'every ${COMMON}'], '{en}',
         CASE WHEN n % 5 > 0 THEN date '2020-01-01' + n::int END
       FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS given (r, n)`,
    ),
    [JSON.stringify(titles)],
  );
  for (const [collectionId, condition] of [
    ['main', 'cross_ref_id % 8 > 0'],
    ['adults', 'cross_ref_id % 8 IN (0, 1)'],
  ] as const) {
    await database.run(
      statement(
        '',
        `INSERT INTO title_queue (website_id, reserve_id) SELECT ${WEBSITE_ID}, reserve_id FROM title WHERE ${condition} ON CONFLICT DO NOTHING`,
      ),
    );
    await database.run(
      statement(
        '',
        `INSERT INTO copies (website_id, reserve_id, collection_id, owned)
         SELECT ${WEBSITE_ID}, reserve_id, '${collectionId}', cross_ref_id % 2 FROM title WHERE ${condition}`,
      ),
    );
  }
  await database.run(statement('', 'ANALYZE title, title_queue, copies'));
});
afterAll(() => library.close());

function collectionsOf(...collectionIds: string[]): OpenCollections {
  return {
    websiteId: WEBSITE_ID,
    collectionToken: 'token',
    collectionIds,
    library: { name: 'Library', homepage: null, titleUrl: null },
  };
}

const VIEWS = [collectionsOf('main', 'adults'), collectionsOf('main'), collectionsOf('adults')];

const FILTERS: readonly Filters[] = [
  { onlyAvailable: false },
  { onlyAvailable: true },
  { onlyAvailable: false, mediaTypes: ['Audiobook'], creator: 'birch' },
  { onlyAvailable: true, daysSinceAdded: 36_500, languages: ['en'] },
];

const SORTINGS: readonly KeySorting[] = (['title', 'author', 'dateadded', 'popularity'] as const).map(
  (by) => ({
    by,
    isReversed: by === 'author',
  }),
);

describe(`random searches (seed ${SEED})`, () => {
  const random = new SeededRandom(1);
  const searches = Array.from({ length: 60 }, () => {
    const words = Array.from({ length: 1 + random.integerBelow(2) }, () => random.pick([COMMON, ...WORDS]));
    const isUnfinished = random.integerBelow(3) === 0;
    return {
      q: isUnfinished ? words.join(' ').slice(0, -2) : words.join(' '),
      collections: random.pick(VIEWS),
      filters: random.pick(FILTERS),
      offset: random.pick([0, 10, 200]),
      sorting: random.pick(SORTINGS),
      isReversed: random.integerBelow(2) === 0,
    };
  });

  test('find the same either way', async () => {
    for (const { q, sorting, isReversed, ...filter } of searches) {
      const [words, ownTitles] = await bothWays(async (connection, start) => {
        const asked = await readWords(connection, q);
        if (asked === undefined) throw new Error('There is no word.');
        const wanted: WordsFilter = { ...filter, limit: 40, start };
        return {
          best: await findBest(connection, wanted, asked, isReversed),
          sorted: await findSorted(connection, wanted, asked.query, [sorting]),
        };
      });
      expect([q, ownTitles.sorted]).toEqual([q, words.sorted]);
      expect(ownTitles.best.totalItems).toBe(words.best.totalItems);
      if (words.best.totalItems < MAX_RESULT_OF_WORDS) expect(ownTitles.best).toEqual(words.best);
    }
  });

  test('some find nothing on a page, some less than a result may have, and some as much', async () => {
    const found = new Set<string>();
    for (const { q, collections, filters, offset } of searches) {
      const { totalItems, reserveIds } = await library.service.database.transaction(async (connection) => {
        const asked = await readWords(connection, q);
        if (asked === undefined) throw new Error('There is no word.');
        const wanted: WordsFilter = { collections, filters, offset, limit: 40, start: 'ownTitles' };
        return findBest(connection, wanted, asked, false);
      });
      found.add(totalItems === MAX_RESULT_OF_WORDS ? 'full' : reserveIds.length === 0 ? 'none' : 'some');
    }
    expect([...found].sort()).toEqual(['full', 'none', 'some']);
  });
});

interface Found {
  readonly best: FoundPage;
  readonly sorted: FoundPage | undefined;
}

function bothWays(
  find: (connection: Parameters<typeof findBest>[0], start: WordsFilter['start']) => Promise<Found>,
): Promise<[Found, Found]> {
  return library.service.database.transaction(async (connection) => {
    await stabilizePages(connection);
    return [await find(connection, 'words'), await find(connection, 'ownTitles')];
  });
}

describe('the start', () => {
  const start = (allTitles: number, foundTitles: number, collections: OpenCollections) =>
    findStart(library.service.database, collections, { allTitles, foundTitles });

  test('is what the words find, when that is little', async () => {
    expect(await start(1_000_000, 2_000, collectionsOf('adults'))).toBe('words');
  });

  test('is the titles of the collections, when the words find more than these', async () => {
    expect(await start(1_000_000, 100_000, collectionsOf('adults'))).toBe('ownTitles');
  });

  test('is what the words find, when the collections have most titles and a result is soon full', async () => {
    expect(await start(5_000, 5_000, collectionsOf('main'))).toBe('words');
    expect(await start(5_000, 5_000, collectionsOf('adults'))).toBe('ownTitles');
  });
});
