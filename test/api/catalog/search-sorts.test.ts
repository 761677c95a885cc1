import { mustSucceed } from '../../support/client.js';
import { advanceClock, MINUTE } from '../../support/clock.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';
import { type CatalogClient, newCatalogClient, titlesIn } from '../../support/catalog-client.js';
import { pathOf } from '../../support/service.js';

let library: TestLibrary;
let adult: CatalogClient;
const made: Record<string, TestTitle> = {};

/** Five titles, each of which has some of what titles are sorted by. */
const SHELF: Readonly<Record<string, object>> = {
  'The Apple': { publisher: 'Éditions', starRating: 4.5, publishDate: '1999-12-31', addedDate: '2024-01-01' },
  'Ein Apfel': {
    publisher: 'Fayard',
    starRating: 5,
    publishDate: '2001-01-01',
    languages: ['de'],
    addedDate: '2024-01-03',
  },
  'A Pear': {
    publisher: 'zett',
    starRating: 0,
    publishDate: '0850-06-01',
    addedDate: '2024-01-02',
    creators: [],
  },
  Quince: { sortTitle: 'Zz top', creators: [{ role: 'Author', name: 'Aaron' }] },
  'La Poire': { publisher: 'actes', starRating: 4.25, publishDate: '2001-01-02', languages: ['fr'] },
};
const AUTHOR = { creators: [{ role: 'Author', name: 'Bea' }], languages: ['en'] };

beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newCatalogClient(library);
  for (const [title, members] of Object.entries(SHELF)) {
    made[title] = await library.addTitle(0, { ...AUTHOR, title, subjects: ['Fruit'], ...members });
    await advanceClock(library.service, MINUTE);
  }
  // Pear: 3, Apfel: 2, Quince: 1.
  const patrons = await library.addPatrons(3);
  for (const [title, number] of [
    ['A Pear', 3],
    ['Ein Apfel', 2],
    ['Quince', 1],
  ] as const)
    for (const patron of patrons.slice(0, number)) {
      await mustSucceed(patron.place(made[title]!));
      await advanceClock(library.service, 2 * MINUTE);
    }
});

const BY_TITLE = ['Ein Apfel', 'The Apple', 'A Pear', 'La Poire', 'Quince'];

/** Without words the pages are those of a harvest, read one by one here; with words those of a result. */
async function inOrder(sort: string, words?: string): Promise<string[]> {
  const titles: string[] = [];
  const first = await adult.search({ ...(words && { q: words }), sort, limit: 2 });
  for (let page = first; ; page = await adult.patron.get(pathOf(page.body.links.next.href as string))) {
    titles.push(...titlesIn(page));
    if (!('next' in page.body.links)) return titles;
  }
}

describe.each([
  ['without words', undefined],
  ['with words', 'fruit'],
])('%s', (_, words) => {
  test.each([
    ['title', 'without the article of its language, or as the record says', BY_TITLE],
    [
      'author',
      'then by title, those without an author last',
      ['Quince', 'Ein Apfel', 'The Apple', 'La Poire', 'A Pear'],
    ],
    ['dateadded', 'and when the library got it', ['The Apple', 'A Pear', 'Ein Apfel', 'Quince', 'La Poire']],
    ['rating', 'those without one first', ['Quince', 'A Pear', 'La Poire', 'The Apple', 'Ein Apfel']],
    ['starrating', 'the same as rating', ['Quince', 'A Pear', 'La Poire', 'The Apple', 'Ein Apfel']],
    ['publisher', 'those without one last', ['La Poire', 'The Apple', 'Ein Apfel', 'A Pear', 'Quince']],
    [
      'publication_date',
      'those without one first',
      ['Quince', 'A Pear', 'The Apple', 'Ein Apfel', 'La Poire'],
    ],
  ])('by %s, %s, and the other way round', async (sort, __, expected) => {
    expect(await inOrder(sort, words)).toEqual(expected);
    expect(await inOrder(`${sort.toUpperCase()}:ASC`, words)).toEqual(expected);
    expect(await inOrder(`${sort}:Desc`, words)).toEqual(expected.toReversed());
  });

  test('by popularity: holds and loans', async () => {
    const popular = ['A Pear', 'Ein Apfel', 'Quince'];
    expect((await inOrder('popularity:desc', words)).slice(0, 3)).toEqual(popular);
    expect((await inOrder('popularity', words)).slice(2)).toEqual(popular.toReversed());
  });

  test('by several, the first of which counts most', async () => {
    expect(await inOrder('author:desc,title', words)).toEqual([
      'A Pear',
      'Ein Apfel',
      'The Apple',
      'La Poire',
      'Quince',
    ]);
    expect(await inOrder(' popularity:desc , title:desc', words)).toEqual([
      'A Pear',
      'Ein Apfel',
      'Quince',
      'La Poire',
      'The Apple',
    ]);
    expect(await inOrder('author,rating:desc', words)).toEqual([
      'Quince',
      'Ein Apfel',
      'The Apple',
      'La Poire',
      'A Pear',
    ]);
    expect(await inOrder('dateadded:desc,title', words)).toEqual(await inOrder('dateadded:desc', words));
  });

  test('what is unknown is ignored, and the rest is done', async () => {
    for (const sort of ['color,title', 'title:up', 'title:', 'title:asc:desc', 'title,title:desc', ',title,'])
      expect([sort, await inOrder(sort, words)]).toEqual([sort, BY_TITLE]);
  });
});

test('relevance has no meaning without words, nor behind another order', async () => {
  expect(await inOrder('relevance,title')).toEqual(BY_TITLE);
  expect(await inOrder('title,relevance', 'fruit')).toEqual(BY_TITLE);
});

test('every order that nobody knows finds what there is', async () => {
  const ids = async (sort: string): Promise<string[]> =>
    ((await adult.search({ sort })).body.products as { id: string }[]).map(({ id }) => id);
  const all = await ids('');
  expect(all).toHaveLength(5);
  expect(all).toEqual(all.toSorted());
  for (const sort of ['saleprice', 'title desc', ':asc', '%', 'a\0b', 'x'.repeat(2_000)])
    expect(await ids(sort)).toEqual(all);
});

test('authors and titles stand where people file them', async () => {
  const filed = await TestLibrary.open();
  const client = await newCatalogClient(filed);
  const shelf: [title: string, author: string, members?: object][] = [
    ['"Beloved"', 'Toni Morrison'],
    ['...And Ladies of the Club', 'Helen Hooven Santmyer'],
    ['A Pál utcai fiúk', 'Molnár Ferenc', { languages: ['hun'] }],
    ['Dombey & Son', 'Charles Dickens'],
    ['Dombey and Daughter', 'Renton Nicholson'],
    ['Emma', 'Jane Austen', { creators: [{ role: 'Author', name: 'Jane Austen', fileAs: 'Zz' }] }],
    ['The Dispossessed', 'Ursula K. Le Guin'],
  ];
  for (const [title, name, members] of shelf) {
    const creators = [{ role: 'Author', name }];
    await filed.addTitle(1, { title, languages: ['en'], creators, ...members });
  }
  const by = async (sort: string): Promise<string[]> => titlesIn(await client.search({ sort }));
  expect(await by('title')).toEqual([
    '...And Ladies of the Club',
    '"Beloved"',
    'The Dispossessed',
    'Dombey and Daughter',
    'Dombey & Son',
    'Emma',
    'A Pál utcai fiúk',
  ]);
  expect(await by('author')).toEqual([
    'Dombey & Son',
    'A Pál utcai fiúk',
    'The Dispossessed',
    '"Beloved"',
    'Dombey and Daughter',
    '...And Ladies of the Club',
    'Emma',
  ]);
});
