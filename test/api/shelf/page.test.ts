import { hash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readConfig } from '../../../src/platform/settings/config.js';
import { expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { ConsoleClient } from '../../support/console/console-client.js';
import { eventually } from '../../support/clock.js';
import { emptyLibrary } from '../../support/records.js';
import { PUBLIC_URL, type ServiceUnderTest, startService } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

/** Of the page, and of its views. */
const ADDRESSES = [
  '/shelf',
  '/shelf/',
  '/shelf/holds',
  '/shelf/loans/',
  '/shelf/search?q=emma',
  '/shelf/settings',
];

/** By their languages. */
const [FRENCH, ARABIC, SILENT, GERMAN] = [37, 38, 39, 40];
const NAMES = ['abbey', 'Zuse & Sons', 'mill', 'Quay'];
const LANGUAGES = [['fr-CA', 'en'], ['ar', 'de'], undefined, ['de']];

const WELCOME = ['de: Moin <b> & willkommen!', 'fr: Bienvenue !'];
const PIN_HELP = 'https://hafen.example/pin?a=1&b=2';

const BRAND = {
  name: 'Hafen',
  homepage: 'https://hafen.example',
  logo: 'https://hafen.example/logo.png',
  color: '#7a1f3d',
};

const DATABASE_URL = 'postgres://localhost/holdfast';

let service: ServiceUnderTest;
let client: PatronClient;
beforeAll(async () => {
  service = await startService(
    [FRENCH, ARABIC, SILENT, GERMAN].flatMap((websiteId, index) => [
      ...emptyLibrary(websiteId, { name: NAMES[index] }),
      ...(LANGUAGES[index] === undefined
        ? []
        : [
            {
              record: 'settings',
              websiteId,
              notices: { languages: LANGUAGES[index], ...(websiteId === GERMAN && BRAND) },
              ...(websiteId === GERMAN && { shelf: { welcome: WELCOME, pinHelp: PIN_HELP } }),
            },
          ]),
    ]),
    { SHELF: 'true' },
  );
  client = new PatronClient(service.url, '');
});
afterAll(() => service.close());

describe('the page', () => {
  const optionsIn = (text: string): string[] =>
    [...text.matchAll(/<option value="(\d+)">([^<]*)</g)].map(([, id, name]) => `${id} ${name}`);

  test.each(ADDRESSES)(
    'at %s may load and reach only its own origin, and covers, and finds its files',
    async (path) => {
      const { status, headers, text } = await client.get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')?.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: https:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);

      const files = [...text.matchAll(/<(?:link(?! rel="manifest")|script)\b[^>]* (?:href|src)="([^"]*)"/g)];
      const types: (string | null)[] = [];
      for (const [, file = ''] of files) {
        const { pathname } = new URL(file, `${service.url}${path}`);
        expect(pathname).toMatch(/^\/shelf\/[\w-]+-[A-Z0-9]{8}\.\w+$/);
        const answer = await client.get(pathname);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        types.push(answer.headers.get('content-type'));
      }
      expect(types.sort()).toEqual([
        'image/svg+xml',
        'text/css; charset=utf-8',
        'text/javascript; charset=utf-8',
        'text/javascript; charset=utf-8',
      ]);
      // It leads to no other page: the library has named none of its own.
      const links = [...text.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(
        ([, link]) => new URL(link ?? '', `${service.url}${path}`).pathname,
      );
      expect(links).toEqual([]);
    },
  );

  test.each([
    ['br', 'br, gzip', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (content: Buffer): Buffer => content],
  ] as const)('has its script compressed as %s for who accepts %j', async (encoding, accepted, expand) => {
    const [, script] = /src="([^"]*\/main-[^"]*)"/.exec((await client.get('/shelf')).text) ?? [];
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'accept-encoding': accepted };
      request(`${service.url}/${script}`, { headers }, resolve).on('error', reject).end();
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    expect(expand(content).toString()).toContain('/v1/patrons/me');
    if (encoding !== undefined) expect(content.length).toBeLessThan(30_000);
  });

  test('comes with the licences of what is in its script', async () => {
    const [, script = ''] = /src="([^"]*\/main-[^"]*)"/.exec((await client.get('/shelf')).text) ?? [];
    const [, name] =
      /For license information please see (\S+)/.exec((await client.get(`/${script}`)).text) ?? [];
    const { headers, text } = await client.get(`/shelf/${name}`);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const words of ['preact', 'Jason Miller', 'Permission is hereby granted'])
      expect(text).toContain(words);
  });

  test('has forms to sign in and out, and offers the libraries by name, or the one that it is asked for', async () => {
    const { text } = await client.get('/shelf');
    const actions = [...text.matchAll(/<form id="([\w-]+)" action="([^"]*)"/g)];
    expect(actions.map(([, id, action]) => [id, action])).toEqual([
      ['sign-in', 'shelf/sign-in'],
      ['sign-out', 'shelf/sign-out'],
    ]);
    expect(optionsIn(text)).toEqual(['37 abbey', '40 Hafen', '39 mill', '38 Zuse &amp; Sons']);
    expect((await client.get('/shelf?library=38')).text).toContain(
      '<input type="hidden" name="websiteId" value="38"/>',
    );
    expect(optionsIn((await client.get('/shelf?library=99')).text)).toHaveLength(4);
    expectRefusal(await client.get('/shelf?library=x'), 'InvalidFieldValue');
  });

  test('has the name, the logo, the color and the site of the one library that it is for', async () => {
    const { headers, text } = await client.get(`/shelf?library=${GERMAN}`);
    expect(text).toContain(
      `<a class="brand" href="${BRAND.homepage}" title="Hafen"><span class="plate"><img class="logo" src="${BRAND.logo}" alt/></span>`,
    );
    expect(text).toContain('<meta name="theme-color" content="#7a1f3d"/>');
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
    expect(style).toMatch(
      /^:root\{--brand:#7a1f3d;--on-brand:#ffffff;--accent:light-dark\(#7a1f3d, #\w{6}\)\}$/,
    );
    expect(headers.get('content-security-policy')).toContain(
      `; style-src 'sha256-${hash('sha256', style, 'base64')}' 'self'; `,
    );
  });

  test('welcomes in the library’s words and the page’s language, as text, and has its links alone', async () => {
    const text = await (await pageFor({ query: `library=${GERMAN}` })).text();
    expect(text).toContain('<p class="welcome" dir="auto">Moin &lt;b> &amp; willkommen!</p>');
    expect(text).toContain('<a href="https://hafen.example/pin?a=1&amp;b=2">PIN vergessen?</a>');
    expect(text).not.toMatch(/Noch kein Ausweis|Hilfe/);
    expect((await client.get(`/shelf?library=${SILENT}`)).text).not.toMatch(
      /class="(?:welcome|plain links)"/,
    );
  });

  test('comes with the frame of a shelf to a browser that showed one: the bar of its library, and the places of its cards', async () => {
    const pageWith = async (path: string, kept: string): Promise<string> => {
      const headers = { Cookie: `shelf-frame=${kept}`, 'Accept-Language': 'de' };
      return (await fetch(`${service.url}/shelf${path}`, { headers })).text();
    };
    const text = await pageWith(`/holds?library=${GERMAN}&lang=de`, `${GERMAN}-2-1234`);
    expect(text).toContain('<div id="welcome" hidden>');
    const frame = text.slice(text.indexOf('<div id="shelf"'));
    expect(frame).toContain('<bdi class="name">Hafen</bdi>');
    for (const words of ['<h2>Vormerkungen</h2>', '>1.234</span>', '>Abmelden</span>'])
      expect(frame).toContain(words);
    expect(frame).toContain(`<a href="./loans?library=${GERMAN}&amp;lang=de">`);
    expect(frame.match(/<li class="card">/g)).toHaveLength(8);
    expect(await pageWith('', `${GERMAN}-2-3`)).toContain('<h2>Ausleihen</h2>');
    expect(await pageWith('', `${GERMAN}-0-3`)).toContain('<h2>Vormerkungen</h2>');
    // Anything else is as if there were none.
    for (const kept of ['', '1-2', '-1-2-3', '1-2-12345', `${'9'.repeat(4000)}-1-1`, '<x>-1-1'])
      expect(await pageWith('', kept)).toContain('<div id="welcome"><');
  });

  test('says nothing to developers where it is no sandbox', async () => {
    expect((await client.get('/shelf')).text).not.toMatch(/token|JSON|docs/i);
  });

  test('has no other files, and neither a clock nor mails nor cards where it is no sandbox', async () => {
    for (const name of [
      'main.js',
      'sandbox',
      '__proto__',
      '..%2Fpackage.json',
      'sign-in',
      'search/emma',
      'Loans',
      'sandbox/clock',
      'sandbox/mails',
    ])
      expectRefusal(await client.get(`/shelf/${name}`), 'NotFound');
    expect((await client.get('/shelf')).text).not.toMatch(/sandbox-|demo library/);
  });

  test.each(['/search/emma', '/Loans', '/a/b/c', '/main.js', '?library=x'])(
    'tells a person at %s that there is no such page, with the way back',
    async (path) => {
      const address = `${service.url}/shelf${path}`;
      const headers = { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'de-AT,en' };
      const answer = await fetch(address, { headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        path.startsWith('?') ? 400 : 404,
        'text/html; charset=utf-8',
      ]);
      const html = await answer.text();
      expect(html).toContain('<html lang="de-AT" dir="ltr">');
      expect(html).toContain('<h1>Diese Seite gibt es nicht</h1>');
      const [, back = ''] = /<a href="([^"]*)">Zu meinem Regal</.exec(html) ?? [];
      const [, icon = ''] = /rel="icon" type="image\/svg\+xml" href="([^"]*)"/.exec(html) ?? [];
      for (const href of [back, icon]) expect((await fetch(new URL(href, address))).status).toBe(200);
    },
  );

  test('a page of an error has the name, the logo and the homepage of the library in its address', async () => {
    const brand =
      '<header class="masthead"><a class="brand" href="https://hafen.example" title="Hafen"><span class="plate"><img class="logo" src="https://hafen.example/logo.png" alt/></span><bdi class="name">Hafen</bdi></a></header>';
    const page = async (query: string): Promise<string> => {
      const address = `${service.url}/shelf/nowhere${query}`;
      return (await fetch(address, { headers: { Accept: 'text/html' } })).text();
    };
    // What was last read is shown.
    await eventually(async () => expect(await page(`?library=${GERMAN}`)).toContain(brand));
    expect(await page(`?library=${GERMAN}`)).toContain(`<a href="./?library=${GERMAN}">To my shelf</a>`);
    expect(await page(`?library=${GERMAN}`)).toContain(':root{--brand:#7a1f3d;');
    expect(await page('')).not.toContain('class="brand"');
  });

  test('is where the welcome page leads first, and each page of the console', async () => {
    const page = await fetch(service.url, { headers: { Accept: 'text/html' } });
    expect(/href="([^"]*)"/.exec(await page.text())?.[1]).toBe('shelf');
    expect((await client.get('/')).text).toContain(`${PUBLIC_URL}/shelf `);
    const staff = await ConsoleClient.signIn({ service, websiteId: FRENCH });
    const mail = await staff.get(`/console/libraries/${FRENCH}/mail`);
    expect(mail.html).toContain(`<a href="/shelf?library=${FRENCH}">`);
    expect((await staff.get('/console/libraries')).html).toContain('<a href="/shelf">');
  });

  test('is not there without SHELF; with the embedded database it is', async () => {
    expect(readConfig({}).shelf).toBe(true);
    expect(readConfig({ SHELF: 'false' }).shelf).toBe(false);
    expect(readConfig({ DATABASE_URL }).shelf).toBe(false);
    const without = new PatronClient((await TestLibrary.open()).service.url, '');
    for (const path of ['/shelf', '/shelf/sandbox/clock']) expectRefusal(await without.get(path), 'NotFound');
  });
});

interface Asked {
  readonly query?: string;
  readonly cookie?: string;
  readonly browser?: string;
}

function pageFor({ query = '', cookie, browser = '*' }: Asked): Promise<Response> {
  const headers = { ...(cookie !== undefined && { Cookie: cookie }), 'Accept-Language': browser };
  return fetch(`${service.url}/shelf?${query}`, { headers });
}

const ONE = `library=${FRENCH}`;
const CHOSEN = 'shelf-language=en';

/** The page's language and direction, and the file with its texts. */
test.each<[string, Asked, string]>([
  ['the library’s first, for Japanese', { query: ONE, browser: 'ja' }, 'fr-CA ltr, fr'],
  ['the library’s first, without a wish', { query: ONE }, 'fr-CA ltr, fr'],
  ['what the browser wants most', { query: ONE, browser: 'fr;q=0.3, en-AU;q=0.7' }, 'en-AU ltr, en'],
  ['what is offered, of several wishes', { query: ONE, browser: 'ja, de, en;q=0.2' }, 'en ltr, en'],
  ['what was chosen by hand', { query: ONE, cookie: CHOSEN, browser: 'fr' }, 'en ltr, en'],
  ['as in the browser’s country', { query: ONE, cookie: CHOSEN, browser: 'fr, en-NZ' }, 'en-NZ ltr, en'],
  ['the address before all', { query: `${ONE}&lang=fr`, cookie: CHOSEN, browser: 'en' }, 'fr-CA ltr, fr'],
  ['no language that is not offered', { query: `${ONE}&lang=de`, browser: 'en' }, 'en ltr, en'],
  ['no unknown language', { query: `${ONE}&lang=${'<x>'.repeat(99)}`, browser: 'en' }, 'en ltr, en'],
  [
    'no cookie of another language',
    { query: ONE, cookie: 'shelf-language=%22x', browser: 'en' },
    'en ltr, en',
  ],
  ['Arabic, where the library names it', { query: `library=${ARABIC}`, browser: 'ja' }, 'ar rtl, ar'],
  ['no Arabic elsewhere', { query: `library=${SILENT}`, browser: 'ar' }, 'en ltr, en'],
  ['what one of several libraries offers', { browser: 'es' }, 'es ltr, es'],
])('the page speaks %s', async (_, asked, expected) => {
  const text = await (await pageFor(asked)).text();
  const [, lang, dir] = /<html lang="([^"]+)" dir="(\w+)">/.exec(text) ?? [];
  const [, words] = /src="shelf\/words-(\w\w)-/.exec(text) ?? [];
  expect(`${lang} ${dir}, ${words}`).toBe(expected);
});

test('the texts before the script are in the language, and so is what can be chosen, if there is a choice', async () => {
  const page = await pageFor({ query: ONE });
  // Caches in between keep a page for each language.
  expect(page.headers.get('vary')).toMatch(/accept-language, cookie/i);
  const text = await page.text();
  expect(text).toContain('<title>Mon étagère</title>');
  expect(text).toContain('L’étagère a besoin de JavaScript');
  const options = [...text.matchAll(/<option [^>]*value="(\w\w)"[^>]*>([^<]*)</g)];
  expect(options.map(([, ...each]) => each)).toEqual([
    ['fr', 'Français'],
    ['en', 'English'],
  ]);
  expect(text).not.toMatch(/Sign in|Card number|Use this|Or with/);
  const german = await (await pageFor({ query: `library=${GERMAN}`, browser: 'en' })).text();
  expect(german).toContain('<html lang="de" dir="ltr">');
  expect(german).not.toContain('<footer');
});
