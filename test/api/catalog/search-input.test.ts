import { expectOk, expectRefusal } from '../../support/answers.js';
import { type CatalogClient, newCatalogClient, titlesIn } from '../../support/catalog-client.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';

/** Search input is plain text: none of it is syntax to the search engine. */
let library: TestLibrary;
let adult: CatalogClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newCatalogClient(library);
});

describe('any input', () => {
  let title: TestTitle;
  beforeAll(async () => {
    title = await library.addTitle(1, { title: 'Zephyrine Quagga' });
  });

  test('of signs alone has no word, and finds nothing', async () => {
    const signs = `' '' " \\ & | ! : * <-> () (( :* &!| % _ $ -- ; /* \u0301 \u200b … {{}} ? # \ufffd 🦓 \u202e`;
    for (const q of [...signs.split(' '), '\t\n']) {
      const answer = await adult.search({ q });
      expectOk(answer);
      expect([q, answer.body]).toMatchObject([q, { totalItems: 0, products: [] }]);
    }
  });

  test('finds the title by its words, and has no meaning beyond them', async () => {
    for (const q of [
      ...`zephyrine & quagga;zephyrine' quagga;quagga"zephyrine;!zephyrine;(zephyrine;zephyrine:*;zephyrine:A`.split(
        ';',
      ),
      ...`zephyrine <-> quagga;zephyrine\\;%zephyrine%;*quagga*;zephyrine | quagga;🦓 quagga;zephyrine+quagga`.split(
        ';',
      ),
      "'quagga'); --",
      '$zephyrine$ "$"',
      'zeph%',
    ])
      expect([q, await adult.findTitles(q)]).toEqual([q, ['Zephyrine Quagga']]);
    for (const q of [
      'zephyrine | zebra',
      '!zebra',
      'zeph_rine',
      'zephyrine or zebra',
      'zephyr.ne',
      "'; DROP TABLE title; --",
    ])
      expect([q, await adult.findTitles(q)]).toEqual([q, []]);
  });

  test('a NUL is refused', async () => {
    expectRefusal(
      await adult.patron.get(`${adult.products}/?q=zeph%00yrine`),
      'InvalidFieldValue',
      /^q must be text without NUL\.$/,
    );
  });

  test('what comes after 500 characters does not count', async () => {
    for (const q of [
      `${'quagga '.repeat(72)}zebra`,
      `quagga ${'🦓'.repeat(300)}`,
      `quagga${' '.repeat(5_000)}zebra`,
    ])
      expect(await adult.findTitles(q)).toEqual(['Zephyrine Quagga']);
  });

  test('the longest text and the largest number of words are allowed', async () => {
    for (const q of [
      'a'.repeat(500),
      'qz '.repeat(166),
      'é'.repeat(500),
      `${'ab-'.repeat(166)}c`,
      "'".repeat(500),
    ])
      expect(titlesIn(await adult.search({ q }))).toEqual([]);
  });

  test('bytes that are not UTF-8 cause no server error', async () => {
    for (const q of ['%FF%FE', '%ED%A0%80', '%C3', '%E2%82', 'zephyrine%FF'])
      expect([200, 400]).toContain((await adult.patron.get(`${adult.products}/?q=${q}`)).status);
  });

  test('the titles are unharmed', async () => {
    expectOk(await adult.metadata(title));
    expect(await adult.findTitles('zephyrine')).toEqual(['Zephyrine Quagga']);
  });
});

test('as many words as there is room for, of a script without spaces, are looked for', async () => {
  const characters = Array.from({ length: 250 }, (_, index) => String.fromCodePoint(0x7000 + index));
  const [together, apart] = [characters.join(''), characters.join(' ')];
  const creators = [...'一二三四五六七八'].map((first) => ({ role: 'Author', name: first + together }));
  await library.addTitle(1, { title: 'Together', creators });
  const subjects = [0, 50, 100, 150, 200].map((from) => characters.slice(from, from + 50).join(' '));
  await library.addTitle(1, { title: 'Apart', subjects });
  const found = async (filter: Record<string, string>): Promise<string[]> =>
    titlesIn(await adult.search(filter));
  for (const filter of [{ q: apart }, { subject: apart }]) expect(await found(filter)).toEqual(['Apart']);
  for (const filter of [{ title: apart }, { creator: apart }]) expect(await found(filter)).toEqual([]);
  // A word said again is no further word.
  const few = `${characters.slice(0, 5).join(' ')} `;
  expect(await found({ creator: few.repeat(20) })).toEqual(['Together']);
});

test('a page has at most 300 titles, whatever the client asks for', async () => {
  const { body } = await adult.search({ limit: 2_000 });
  expect(body.limit).toBe(300);
  expect(body.links.self.href).toContain('limit=300');
});
