import { expectOk, expectRefusal } from '../../support/answers.js';
import { TestLibrary } from '../../support/test-library.js';
import { type CatalogClient, newCatalogClient, type SearchParameters } from '../../support/catalog-client.js';
import { pathOf } from '../../support/service.js';
import { idsIn, range, shelf } from './reading.js';

/** A cursor is for going on with the search that gave it. What anybody makes of it is refused by name, and does no harm. */
let library: TestLibrary;
let adult: CatalogClient;
beforeAll(async () => {
  library = await TestLibrary.alone();
  adult = await newCatalogClient(library);
  await library.import(
    ...shelf(range(1, 30), (n) => ({
      title: `Cursor ${n}`,
      starRating: n / 7 > 5 ? 5 : n / 7,
      publishDate: '1999-01-01',
    })),
  );
});
afterAll(() => library.close());

const REFUSED = /^after must be what the link next of the same search has\.$/;

async function cursorOf(parameters: SearchParameters): Promise<string> {
  const { body } = await adult.search({ limit: 10, ...parameters });
  return new URL(body.links.next.href as string).searchParams.get('after') ?? '';
}

function decoded(cursor: string): string[] {
  return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
}

function encoded(members: unknown): string {
  return Buffer.from(JSON.stringify(members)).toString('base64url');
}

test('goes on behind the last title, whatever the offset beside it says', async () => {
  const whole = idsIn(await adult.search({ limit: 300 }));
  const after = await cursorOf({});
  for (const offset of [10, 0, 7, 1_000])
    expect(idsIn(await adult.search({ limit: 10, offset, after }))).toEqual(whole.slice(10, 20));
  const page = await adult.search({ limit: 10, offset: 10, after });
  expect(page.body).toMatchObject({ offset: 10, totalItems: 30 });
  expect(page.body.links.self.href).toContain(`&after=${after}`);
  expect((await adult.patron.get(pathOf(page.body.links.self.href as string))).text).toBe(page.text);
});

test('stays good when its title is gone', async () => {
  await library.import(...shelf([99]));
  const whole = idsIn(await adult.search({ limit: 300 }));
  const lastId = whole.at(-2) ?? '';
  const after = decoded(await cursorOf({ limit: 1 }));
  const cursor = encoded([after[0], lastId]);
  expect(idsIn(await adult.search({ limit: 10, after: cursor }))).toEqual(whole.slice(-1));
  await library.import({ record: 'title', reserveId: whole.at(-1), crossRefId: 99, delete: true });
  expect(idsIn(await adult.search({ limit: 10, after: encoded([after[0], whole.at(-1)]) }))).toEqual([]);
});

test('anything else is refused', async () => {
  for (const after of [
    'x',
    '%00',
    '…',
    'null',
    'W10',
    encoded({}),
    encoded([]),
    encoded(['']),
    encoded([1, 2]),
    encoded(['a', 'b']),
    encoded(['a', '1']),
    encoded('a'),
    'x'.repeat(5_000),
  ])
    for (const q of ['', 'cursor'])
      expectRefusal(await adult.search({ after, q }), 'InvalidFieldValue', REFUSED);
});

test('that of another search is refused', async () => {
  const after = await cursorOf({});
  for (const parameters of [
    { language: 'en' },
    { sort: 'title' },
    { sort: 'title:desc' },
    { q: 'cursor' },
    { availability: 'true' },
    { lastUpdateTime: '2020-01-01' },
  ])
    expectRefusal(await adult.search({ ...parameters, after }), 'InvalidFieldValue', REFUSED);
});

test('that of one page is good for pages of another size, and for whoever asks the same', async () => {
  const after = await cursorOf({ sort: 'title' });
  const whole = idsIn(await adult.search({ sort: 'title', limit: 300 }));
  expect(idsIn(await adult.search({ sort: 'title:asc', limit: 3, after }))).toEqual(whole.slice(10, 13));
  const child = await newCatalogClient(library, { category: 'child' });
  expect(idsIn(await child.search({ sort: 'title', limit: 3, after }))).toEqual(whole.slice(10, 13));
});

const ODD = [
  '',
  'abc',
  '1.5',
  '01',
  '--1',
  '9'.repeat(18),
  '9'.repeat(40),
  '-1e400',
  'NaN',
  'Infinity',
  ' 1',
  '\0',
];

test.each([
  ['dateadded', ODD],
  ['popularity', [...ODD, '2147483648', '-1']],
  ['rating', ['', 'abc', '1,5', 'NaN', 'Infinity', '1e400', '12', '\0']],
  ['publication_date', [...ODD, '2932897', '-719163']],
  ['title', ['a\0b', 'x'.repeat(251), '\ud800']],
])('a key that no title has in the order of %s is refused', async (sort, keys) => {
  const [fingerprint, reserveId, ...own] = decoded(await cursorOf({ sort }));
  const at = (...texts: string[]): Promise<number> =>
    adult.search({ sort, after: encoded([fingerprint, reserveId, ...texts]) }).then(({ status }) => status);
  expect(await at(...own)).toBe(200);
  for (const key of keys) expect([key, await at(key)]).toEqual([key, 400]);
  expect([await at(), await at(...own, ...own)]).toEqual([400, 400]);
});

test('keys at the ends of what there may be are taken', async () => {
  for (const [sort, keys] of [
    ['dateadded', ['-62135596800000000', '253402300799999999', '0']],
    ['popularity', ['0', '2147483647']],
    ['rating', ['-1', '0', '4.285714285714286', '5', '1e-05']],
    ['publication_date', ['-719162', '2932896']],
    ['title', ['', 'x'.repeat(250), '\u{10ffff}']],
  ] as const) {
    const [fingerprint, reserveId] = decoded(await cursorOf({ sort }));
    for (const key of keys)
      expectOk(await adult.search({ sort, after: encoded([fingerprint, reserveId, key]) }));
  }
});

test.each([
  'title',
  'author:desc',
  'dateadded',
  'dateadded:desc',
  'popularity:desc',
  'rating',
  'publication_date:desc',
  'rating:desc,title',
])('titles that share their keys by %s are told apart', async (sort) => {
  const whole = idsIn(await adult.search({ sort, limit: 300 }));
  const found: string[] = [];
  for (let page = await adult.search({ sort, limit: 1 }); ;) {
    found.push(...idsIn(page));
    const { next } = page.body.links as { next?: { href: string } };
    if (next === undefined) break;
    page = await adult.patron.get(pathOf(next.href));
  }
  expect(found).toEqual(whole);
  expect(new Set(found).size).toBe(found.length);
});
