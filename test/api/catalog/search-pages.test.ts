import { expectOk, expectRefusal } from '../../support/answers.js';
import { type Answer, mustSucceed } from '../../support/client.js';
import { CATALOG_URL, pathOf } from '../../support/service.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';
import {
  CatalogClient,
  newCatalogClient,
  type SearchParameters,
  titlesIn,
} from '../../support/catalog-client.js';

let library: TestLibrary;
let adult: CatalogClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newCatalogClient(library);
});

const CATALOG = 'application/vnd.holdfast.api+json';
const by = (name: string): { creators: object[] } => ({ creators: [{ role: 'Author', name }] });

function linksIn({ body }: Answer): Record<string, string> {
  const links = Object.entries(body.links as Record<string, { href: string; type: string }>);
  for (const [, { type }] of links) expect(type).toBe(CATALOG);
  return Object.fromEntries(links.map(([name, { href }]) => [name, href]));
}

async function followed(answer: Answer, name: string): Promise<Answer> {
  const next = await adult.patron.get(pathOf(linksIn(answer)[name] ?? ''));
  expectOk(next);
  return next;
}

/** All pages from one on, by the links alone. */
async function walk(from: Answer, link: 'next' | 'prev'): Promise<Answer[]> {
  const pages = [from];
  for (let page = from; link in page.body.links; pages.push(page)) page = await followed(page, link);
  return pages;
}

/** Titles that are found by one word, made for it. */
async function shelf(
  word: string,
  number: number,
  members: (n: number) => object = () => ({}),
): Promise<void> {
  for (let n = 1; n <= number; n++)
    await library.addTitle(1, { title: `${word} ${String(n).padStart(3, '0')}`, ...members(n) });
}

describe('the answer', () => {
  test('with nothing found has all its members, and links that lead to the same', async () => {
    const answer = await adult.search({ q: 'nothingofthekind', formats: 'ebook-kindle' });
    const page = `${CATALOG_URL}${adult.products}/?q=nothingofthekind&formats=ebook-kindle&limit=25&offset=0`;
    expectOk(answer);
    expect(answer.body).toEqual({
      limit: 25,
      offset: 0,
      totalItems: 0,
      id: adult.collectionToken,
      products: [],
      links: Object.fromEntries(
        ['self', 'first', 'last'].map((name) => [name, { href: page, type: CATALOG }]),
      ),
    });
    expect((await followed(answer, 'self')).text).toBe(answer.text);
  });

  test('is the same without a slash at the end of the path', async () => {
    await library.addTitle(1, { title: 'Slashless' });
    const { text } = await adult.search({ q: 'slashless' });
    expect((await adult.patron.get(`${adult.products}?q=slashless`)).text).toBe(text);
  });

  test('offers for each title what its availability does', async () => {
    const [borrowed, held] = [
      await library.addTitle(1, { title: 'Offerhall 1' }),
      await library.addTitle(0, { title: 'Offerhall 2' }),
    ];
    await library.addTitle(1, { title: 'Offerhall 3' });
    await library.addTitle(0, { title: 'Offerhall 4' });
    await mustSucceed(adult.patron.borrow(borrowed));
    await mustSucceed(adult.patron.place(held));
    const { body } = await adult.search({ q: 'offerhall' });
    const offered = (body.products as { id: string; actions: object }[]).map(({ actions }) =>
      Object.keys(actions),
    );
    expect(offered).toEqual([[], [], ['checkout'], ['hold', 'watch']]);
    for (const { id, actions } of body.products)
      expect((await adult.availability({ reserveId: id })).body.actions).toEqual(actions);
  });
});

describe('parameters', () => {
  test.each([
    [
      'limit',
      /^limit must be a whole number from 1 to 1000000000, in plain digits\.$/,
      ['0', '1000000001', '-1', '1.5', '07', 'ten', '1e1', '٧'],
    ],
    [
      'offset',
      /^offset must be a whole number from 0 to 1000000000, in plain digits\.$/,
      ['-1', '1000000001', '00', 'x', '1,2'],
    ],
    ['availability', /^availability must be true or false\.$/, ['yes', '1', 'available']],
    [
      'formats',
      /^formats must be 1 to 50 formats such as ebook-epub-adobe, with commas between\.$/,
      [',', 'ebook-kindle,', 'a,,b', Array(51).fill('a').join(','), 'x'.repeat(201), 'a\0b'],
    ],
    ['q', /^q must be text without NUL\.$/, ['a\0b']],
  ])('%s is refused by name when it cannot be used', async (name, message, values) => {
    for (const value of values)
      expectRefusal(await adult.search({ q: 'x', [name]: value }), 'InvalidFieldValue', message);
  });

  test('that are given twice are refused by name', async () => {
    for (const name of ['q', 'limit', 'sort'])
      expectRefusal(
        await adult.patron.get(`${adult.products}/?${name}=1&${name}=1`),
        'InvalidFieldValue',
        `${name} must be given once`,
      );
  });

  test('that are left empty, or as the template has them, are absent', async () => {
    const inTemplate = ['limit', 'offset', 'formats', 'sort', 'availability'];
    const filters = ['crossRefId', 'identifier', 'title', 'creator', 'series', 'subject', 'language'];
    const others = [
      'mediaTypes',
      'daysSinceAdded',
      'accessibility',
      'lastTitleUpdateTime',
      'lastUpdateTime',
      'after',
    ];
    const [{ body }, names] = [await adult.search(), ['q', ...inTemplate, ...filters, ...others]];
    const variables = ['keyword', ...names.slice(1)];
    for (const query of [
      names.map((name) => `${name}=`),
      names.map((name) => name),
      names.map((name, n) => `${name}={${variables[n] ?? ''}}`),
      names.map((name, n) => `${name}=%7B${variables[n] ?? ''}%7D`),
      ['utm_source=mail', 'page=2'],
    ])
      expect((await adult.patron.get(`${adult.products}/?${query.join('&')}`)).body).toEqual(body);
  });

  test('are known by their names in any case', async () => {
    await shelf('Anycase', 2);
    expect(titlesIn(await adult.search({ Q: 'anycase', LIMIT: 1, Sort: 'TITLE:DESC' }))).toEqual([
      'Anycase 002',
    ]);
  });
});

describe('formats', () => {
  test('finds titles that come in any of those asked for', async () => {
    for (const formats of [['ebook-epub-adobe'], ['ebook-kindle', 'ebook-pdf-open'], ['audiobook-mp3']])
      await library.addTitle(1, { title: `Formatica ${formats.join(' ')}`, formats, creators: [] });
    const [epub, kindle, mp3] = [
      'Formatica ebook-epub-adobe',
      'Formatica ebook-kindle ebook-pdf-open',
      'Formatica audiobook-mp3',
    ];
    const found = (formats: string): Promise<string[]> =>
      adult.findTitles('formatica', { formats, sort: 'dateadded' });
    expect((await found('ebook-kindle')).sort()).toEqual([kindle]);
    expect((await found('ebook-epub-adobe, audiobook-mp3')).sort()).toEqual([mp3, epub]);
    expect((await found('ebook-pdf-open,ebook-kindle,ebook-epub-adobe')).sort()).toEqual([epub, kindle]);
    expect(await found('video-mp4')).toEqual([]);
    expect(await found("'; --")).toEqual([]);
  });

  test('finds them without words too', async () => {
    await library.addTitle(1, { title: 'Odd Format', formats: ['papyrus-scroll'] });
    expect(titlesIn(await adult.search({ formats: 'papyrus-scroll' }))).toEqual(['Odd Format']);
    expect(titlesIn(await adult.search({ formats: 'clay-tablet' }))).toEqual([]);
  });
});

describe('availability', () => {
  test('true finds only titles of which a copy is free that the patron may use', async () => {
    const named = (name: string): object => ({ title: `Freehand ${name}` });
    const [lent, setAside] = [
      await library.addTitle(1, named('lent')),
      await library.addTitle(1, named('set aside')),
    ];
    await library.addTitle(2, named('free'));
    await library.addTitle({ main: 0, adults: 1 }, named('for adults'));
    await library.addTitle({ main: 0, elsewhere: 1 }, named('elsewhere'));
    await mustSucceed(adult.patron.borrow(lent));
    await mustSucceed(adult.patron.place(setAside));
    const child = await newCatalogClient(library, { category: 'child' });
    const found = async (client: CatalogClient, availability: string): Promise<string[]> =>
      (await client.findTitles('freehand', { availability })).sort();
    expect(await found(adult, 'true')).toEqual(['Freehand for adults', 'Freehand free']);
    expect(await found(child, 'TRUE')).toEqual(['Freehand free']);
    for (const all of ['false', '', '{availability}']) expect(await found(adult, all)).toHaveLength(5);
    expect((await adult.search({ q: 'freehand', availability: 'true' })).body.totalItems).toBe(2);
  });
});

test('titles are sorted without regard to case and accents, and by what never changes without words', async () => {
  const expected = ['Sortbar "Eve"', 'SORTBAR adam', 'Sortbar Edgar', 'Sortbar émile', 'Sortbar Zeno'];
  for (const title of expected.toSorted()) await library.addTitle(1, { title });
  expect(await adult.findTitles('sortbar', { sort: 'title' })).toEqual(expected);
  expect(await adult.findTitles('sortbar', { sort: 'TITLE:DESC' })).toEqual(expected.toReversed());
  const idsIn = (answer: Answer): string[] => (answer.body.products as { id: string }[]).map(({ id }) => id);
  const ids = idsIn(await adult.search({ limit: 300 }));
  expect(ids).toEqual(ids.toSorted());
  for (const sort of ['relevance', 'relevance:desc', 'relevance:asc', 'publisher'])
    expect(idsIn(await adult.search({ sort, limit: 300 })).toSorted()).toEqual(ids);
});

describe('pages', () => {
  beforeAll(() =>
    shelf('Pagemaker', 31, (n) => ({ ...by(`Author ${n % 3}`), addedDate: `2024-01-0${1 + (n % 4)}` })),
  );

  test('have 25 titles unless asked otherwise, and up to 300', async () => {
    expect((await adult.search({ q: 'pagemaker' })).body).toMatchObject({
      limit: 25,
      offset: 0,
      totalItems: 31,
    });
    expect(await adult.findTitles('pagemaker')).toHaveLength(25);
    expect(await adult.findTitles('pagemaker', { limit: 300 })).toHaveLength(31);
    expect(await adult.findTitles('pagemaker', { limit: 1, offset: 30 })).toHaveLength(1);
  });

  test.each(['relevance', 'relevance:asc', 'title', 'author:desc', 'dateadded'])(
    'by %s hold every title once, forward and back, by the links alone',
    async (sort) => {
      const whole = await adult.findTitles('pagemaker', { sort, limit: 300 });
      const asked: SearchParameters = {
        q: 'pagemaker',
        sort,
        limit: 7,
        formats: 'ebook-kindle',
        availability: 'true',
      };
      const first = await adult.search(asked);
      const forward = await walk(first, 'next');
      expect(forward.map(({ body }) => body.offset as number)).toEqual([0, 7, 14, 21, 28]);
      expect(forward.flatMap(titlesIn)).toEqual(whole);

      const last = forward.at(-1) ?? first;
      const back = await walk(last, 'prev');
      expect(back.map(({ text }) => text)).toEqual(forward.map(({ text }) => text).toReversed());
      for (const page of forward) {
        expect((await followed(page, 'self')).text).toBe(page.text);
        expect((await followed(page, 'first')).text).toBe(first.text);
        expect((await followed(page, 'last')).text).toBe(last.text);
      }
    },
  );

  test('have links that keep what was asked for, and only that', async () => {
    const page = await adult.search({
      q: "pagemaker & l'été",
      sort: 'author:desc',
      formats: 'a,b',
      offset: 3,
      limit: 2,
    });
    const query = "q=pagemaker%20%26%20l'%C3%A9t%C3%A9&formats=a,b&sort=author:desc&limit=2";
    expect(linksIn(page).self).toBe(`${CATALOG_URL}${adult.products}/?${query}&offset=3`);
    expect(linksIn(await adult.search({ q: 'pagemaker' })).next).toBe(
      `${CATALOG_URL}${adult.products}/?q=pagemaker&limit=25&offset=25`,
    );
  });

  test('begin where they are asked to, lead back from the middle, and from beyond the end', async () => {
    const page = await adult.search({ q: 'pagemaker', sort: 'title', offset: 3, limit: 10 });
    expect(titlesIn(page)[0]).toBe('Pagemaker 004');
    expect(titlesIn(await followed(page, 'prev'))[0]).toBe('Pagemaker 001');
    expect(titlesIn(await followed(page, 'next'))[0]).toBe('Pagemaker 014');
    expect(titlesIn(await followed(page, 'last'))).toEqual(['Pagemaker 031']);
    for (const offset of [31, 10_000]) {
      const beyond = await adult.search({ q: 'pagemaker', sort: 'title', offset, limit: 10 });
      expect([titlesIn(beyond), beyond.body.totalItems]).toEqual([[], 31]);
      expect(beyond.body.links).not.toHaveProperty('next');
      expect(titlesIn(await followed(beyond, 'prev')).at(-1)).toMatch(/^Pagemaker 03[01]$/);
    }
  });

  test('lead to what each title is', async () => {
    const { body } = await adult.search({ q: 'pagemaker', limit: 3 });
    for (const { id, links } of body.products as { id: string; links: Record<string, { href: string }> }[])
      for (const name of ['self', 'metadata', 'availability']) {
        const answer = await adult.patron.get(pathOf(links[name]?.href ?? ''));
        expectOk(answer);
        expect((answer.body as TestTitle & { id: string }).id).toBe(id);
      }
  });
});
