import { statement } from '../../../src/platform/database/statement.js';
import { expectOk } from '../../support/answers.js';
import { type CatalogClient, newCatalogClient, titlesIn } from '../../support/catalog-client.js';
import { pathOf } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

/**
 * A result of words ends after 1,500 titles, however many more there are: it is counted, ordered and paged to that far. One
 * without words has them all.
 */
let library: TestLibrary;
let adult: CatalogClient;
const NUMBER = 10_400;
beforeAll(async () => {
  library = await TestLibrary.alone();
  adult = await newCatalogClient(library);
  const { database } = library.service;
  for (const sql of FILL) await database.run(statement('', sql));
  await database.run(statement('', 'ANALYZE title, title_queue, copies'));
});
afterAll(() => library.close());

/** Faster than an import. The numbers start at 1,000,001, and every second title has no free copy. */
const FILL = [
  `INSERT INTO title (reserve_id, cross_ref_id, title, creators, format_class, formats, subjects, languages, added_date)
   SELECT gen_random_uuid(), 1000000 + n, CASE n WHEN 10399 THEN 'Torrent' ELSE 'Torrent ' || lpad(n::text, 5, '0') END,
     '[{"role": "Author", "name": "Ada Spate"}]', 'eBook', '{ebook-kindle}',
     CASE WHEN n % 7 = 0 THEN '{Delta}'::text[] ELSE '{}' END, '{en}', date '2020-01-01' + n
   FROM generate_series(1, ${NUMBER}) n`,
  `INSERT INTO title_queue (website_id, reserve_id) SELECT 37, reserve_id FROM title WHERE cross_ref_id > 1000000`,
  `INSERT INTO copies (website_id, reserve_id, collection_id, owned)
   SELECT 37, reserve_id, 'main', cross_ref_id % 2 FROM title WHERE cross_ref_id > 1000000`,
];

describe('a result of more titles than the limit', () => {
  test.each([
    ['by title', { sort: 'title' }, 1_500, 'Torrent', 'Torrent 01499'],
    ['by title, descending', { sort: 'title:desc' }, 1_500, 'Torrent 10400', 'Torrent 08900'],
    ['by date', { sort: 'dateadded:desc' }, 1_500, 'Torrent 10400', 'Torrent 08901'],
    ['by author', { sort: 'author' }, 1_500, 'Torrent', 'Torrent 01499'],
    ['by popularity', { sort: 'popularity:desc,title' }, 1_500, 'Torrent', 'Torrent 01499'],
    ['without words', { q: '', sort: 'title' }, NUMBER, 'Torrent', 'Torrent 10400'],
    ['without words, falling', { q: '', sort: 'title:desc' }, NUMBER, 'Torrent 10400', 'Torrent'],
  ])('%s begins and ends where it should', async (_, parameters, total, first, last) => {
    const asked = { q: 'torrent', ...parameters };
    const page = await adult.search({ ...asked, limit: 300 });
    expect([page.body.totalItems, titlesIn(page)[0]]).toEqual([total, first]);
    const end = await adult.patron.get(pathOf(page.body.links.last.href as string));
    expect([(end.body.offset as number) + titlesIn(end).length, titlesIn(end).at(-1)]).toEqual([total, last]);
    expect(end.body.links).not.toHaveProperty('next');
    expect(titlesIn(await adult.search({ ...asked, offset: total }))).toEqual([]);
  });

  test('has the title that equals the word first, wherever it is stored', async () => {
    const page = await adult.search({ q: 'torrent' });
    expect([page.body.totalItems, titlesIn(page)[0]]).toEqual([1_500, 'Torrent']);
  });

  test('is the same for each request', async () => {
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => adult.findTitles('spate', { offset: 1_400, limit: 100 })),
    );
    expect(new Set(pages.map(String)).size).toBe(1);
    const all: string[] = [];
    for (let offset = 0; offset < 1_500; offset += 300)
      all.push(...(await adult.findTitles('spate', { offset, limit: 300 })));
    expect([all.length, new Set(all).size]).toEqual([1_500, 1_500]);
  });

  test('has an exact count once it is below the limit', async () => {
    const total = async (parameters: Record<string, string>): Promise<number> => {
      const answer = await adult.search({ q: 'torrent', ...parameters });
      expectOk(answer);
      return answer.body.totalItems as number;
    };
    const delta = Math.floor(NUMBER / 7);
    const available = Math.ceil(delta / 2);
    expect(await total({ q: 'torrent delta' })).toBe(delta);
    expect(await total({ q: 'torrent delta', availability: 'true' })).toBe(available);
    expect(await total({ q: 'torrent delta', availability: 'true', sort: 'title' })).toBe(available);
    expect(await total({ formats: 'ebook-kindle' })).toBe(1_500);
    expect(await total({ formats: 'audiobook-mp3' })).toBe(0);
  });
});
