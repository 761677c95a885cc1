import { emptyLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

const FRENCH = 37;
const ARABIC = 38;
const SILENT = 39;
const GERMAN = 40;

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService(
    [
      ...[FRENCH, ARABIC, SILENT, GERMAN].flatMap((websiteId) => emptyLibrary(websiteId)),
      { record: 'settings', websiteId: FRENCH, notices: { languages: ['fr-CA', 'en'] } },
      { record: 'settings', websiteId: ARABIC, notices: { languages: ['ar', 'de'] } },
      { record: 'settings', websiteId: GERMAN, notices: { languages: ['de'] } },
    ],
    { SHELF: 'true' },
  );
});
afterAll(() => service.close());

interface Asked {
  readonly query?: string;
  readonly cookie?: string;
  readonly browser?: string;
}

async function pageFor({ query = '', cookie, browser }: Asked): Promise<Response> {
  return fetch(`${service.url}/shelf?${query}`, {
    headers: {
      ...(cookie !== undefined && { Cookie: cookie }),
      'Accept-Language': browser ?? '*',
    },
  });
}

/** The page's language, and the file with its texts. */
async function languageOf(asked: Asked): Promise<string> {
  const text = await (await pageFor(asked)).text();
  const [, attributes = ''] = /<html lang="([^>]*)">/.exec(text) ?? [];
  const [, words = ''] = /src="shelf\/words-(\w\w)-/.exec(text) ?? [];
  return `${attributes.replaceAll('"', '')}, ${words}`;
}

const ONE = `library=${FRENCH}`;
const CHOSEN = 'shelf-language=en';

test.each<[string, Asked, string]>([
  ['the library’s first, for Japanese', { query: ONE, browser: 'ja' }, 'fr-CA dir=ltr, fr'],
  ['the library’s first, without a wish', { query: ONE }, 'fr-CA dir=ltr, fr'],
  ['what the browser wants most', { query: ONE, browser: 'fr;q=0.3, en-AU;q=0.7' }, 'en-AU dir=ltr, en'],
  ['what is offered, of several wishes', { query: ONE, browser: 'ja, de, en;q=0.2' }, 'en dir=ltr, en'],
  ['what was chosen by hand', { query: ONE, cookie: CHOSEN, browser: 'fr' }, 'en dir=ltr, en'],
  ['as in the browser’s country', { query: ONE, cookie: CHOSEN, browser: 'fr, en-NZ' }, 'en-NZ dir=ltr, en'],
  ['the address before all', { query: `${ONE}&lang=fr`, cookie: CHOSEN, browser: 'en' }, 'fr-CA dir=ltr, fr'],
  ['no language that is not offered', { query: `${ONE}&lang=de`, browser: 'en' }, 'en dir=ltr, en'],
  ['no unknown language', { query: `${ONE}&lang=${'<x>'.repeat(99)}`, browser: 'en' }, 'en dir=ltr, en'],
  [
    'no cookie of another language',
    { query: ONE, cookie: 'shelf-language=%22x', browser: 'en' },
    'en dir=ltr, en',
  ],
  ['Arabic, where the library names it', { query: `library=${ARABIC}`, browser: 'ja' }, 'ar dir=rtl, ar'],
  ['no Arabic elsewhere', { query: `library=${SILENT}`, browser: 'ar' }, 'en dir=ltr, en'],
  ['what one of several libraries offers', { browser: 'es' }, 'es dir=ltr, es'],
])('the page speaks %s', async (_, asked, expected) => {
  expect(await languageOf(asked)).toBe(expected);
});

test('the texts before the script are in the language, and so is what can be chosen', async () => {
  const text = await (await pageFor({ query: ONE })).text();
  expect(text).toContain('<title>Mon étagère</title>');
  expect(text).toContain('L’étagère a besoin de JavaScript');
  expect([...text.matchAll(/<option [^>]*value="(\w\w)"[^>]*>([^<]*)</g)].map(([, ...each]) => each)).toEqual(
    [
      ['fr', 'Français'],
      ['en', 'English'],
    ],
  );
  expect(text).not.toMatch(/Sign in|Card number|Use this|Or with/);
});

test('caches in between keep a page for each language', async () => {
  const { headers } = await pageFor({ query: ONE });
  expect(headers.get('vary')).toMatch(/accept-language, cookie/i);
});

test('a library with one language has nothing to choose', async () => {
  const text = await (await pageFor({ query: `library=${GERMAN}`, browser: 'en' })).text();
  expect(text).toContain('<html lang="de" dir="ltr">');
  expect(text).not.toContain('<footer');
});
