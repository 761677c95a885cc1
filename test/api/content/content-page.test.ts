import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTemplate } from 'url-template';
import { contentKeyOf } from '../../../src/checkouts/content/content-key.js';
import { signAddress } from '../../../src/checkouts/content/signature.js';
import { type Config, readConfig } from '../../../src/platform/settings/config.js';
import { downloadPath } from '../../support/checkouts/expected-formats.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { type Answer, mustSucceed, PatronClient } from '../../support/client.js';
import { WEBSITE_ID } from '../../support/records.js';
import { PUBLIC_URL } from '../../support/service.js';
import { type TestPatron, TestLibrary, type TestTitle } from '../../support/test-library.js';
import { borrowFrom } from '../../support/content/lenders.js';

/** As the embedded mode has it: no DATABASE_URL, and no content server. */
let folder: string;
let key: string;
let library: TestLibrary;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-content-'));
  library = await TestLibrary.alone({}, { DATABASE_URL: '', DATA_DIR: folder });
  key = (await readFile(join(folder, 'content-key'), 'utf8')).trim();
});
afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true });
});

const here = (href: string): string => href.replace(PUBLIC_URL, '');

/** Opens an address of the service's as anybody does: without a token. */
function open(href: string): Promise<Answer> {
  return new PatronClient(library.service.url, '').send('GET', here(href), {
    headers: { authorization: '' },
  });
}

async function linkTo(loan: { patron: TestPatron; title: TestTitle }, formatType: string): Promise<string> {
  const answer = await loan.patron.get(downloadPath(loan.title, formatType));
  expectOk(answer);
  expect(answer.body.links.contentlink.type).toBe('text/html');
  return answer.body.links.contentlink.href;
}

test('by links and actions alone, a patron comes from the list of loans to the content', async () => {
  const [patron, title] = [
    await library.addPatron(),
    await library.addTitle(1, { title: 'Frankenstein', formats: ['ebook-overdrive', 'ebook-epub-adobe'] }),
  ];
  await mustSucceed(patron.borrow(title));

  const { links } = (await patron.profile()).body;
  const [loan] = (await patron.get(here(links.checkouts.href))).body.checkouts;
  const { format } = loan.actions;
  const values = (format.fields as { name: string; value?: string; options?: string[] }[]).map(
    ({ name, value, options }) => [name, value ?? options?.[0] ?? ''] as const,
  );
  expect(format.method).toBe('post');
  const locked = await patron.post(here(format.href), Object.fromEntries(values));
  expect(locked.body.formatType).toBe('ebook-epub-adobe');

  for (const { href } of Object.values<{ href: string }>(locked.body.linkTemplates)) {
    const page = 'https://www.example.org/failed';
    const filled = parseTemplate(href).expand({ errorpageurl: page, errorurl: page, successurl: page });
    const download = await patron.get(here(filled));
    expectOk(download);
    const content = await open(download.body.links.contentlink.href);
    expect([content.status, content.text]).toEqual([200, expect.stringContaining('<bdi>Frankenstein</bdi>')]);
    expect(content.text).toContain('Adobe EPUB eBook');
  }
});

describe('the page', () => {
  test('has the first chapter of a title of the demo, and the way back, in the language of the browser', async () => {
    const [patron, title] = [
      await library.addPatron(),
      await library.addTitle(1, { title: 'Moby-Dick; or, The Whale', formats: ['ebook-overdrive'] }),
    ];
    await mustSucceed(patron.borrow(title));
    const href = (await linkTo({ patron, title }, 'ebook-overdrive')).replace(
      PUBLIC_URL,
      library.service.url,
    );
    const html = await (await fetch(href, { headers: { 'accept-language': 'de-AT' } })).text();
    expect(html).toContain('<p>Call me Ishmael. Some years ago—never mind how long precisely—');
    expect(html).toContain('Zurück zu meinem Regal');
    expect(html).toContain('https://www.gutenberg.org/ebooks/2701');
    const links = [...html.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, link = '']) => new URL(link, href));
    expect(links.map(({ pathname }) => pathname)).toEqual(['/shelf/loans', `/covers/${title.reserveId}.svg`]);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
  });

  test('is HTML that runs nothing and loads the cover only, and names neither the patron nor the token', async () => {
    const loan = await borrowFrom(library);
    const href = await linkTo(loan, 'ebook-overdrive');
    const { headers, text } = await open(href);
    for (const said of [href, text]) {
      expect(said).not.toContain(loan.patron.token);
      expect(said).not.toMatch(/patron/i);
    }
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toEqual(
      expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).not.toMatch(/<script|<link/i);
  });

  test('may be framed by the sites that libraries list, and by no others', async () => {
    const href = await linkTo(await borrowFrom(library), 'ebook-overdrive');
    const headersOf = async (): Promise<[string | null | undefined, string | null]> => {
      // Not by the client: openapi.json says of every answer that nothing may frame it.
      const { headers } = await fetch(href.replace(PUBLIC_URL, library.service.url));
      const policy = headers.get('content-security-policy')?.split('; ').at(-1);
      return [policy, headers.get('x-frame-options')];
    };
    const content = { frameOrigins: ['https://library.example', 'https://catalog.library.example:8443'] };
    const settings = { record: 'settings', websiteId: WEBSITE_ID };
    expect(await headersOf()).toEqual(["frame-ancestors 'none'", 'deny']);
    await library.import({ ...settings, content });
    expect(await headersOf()).toEqual([
      'frame-ancestors https://catalog.library.example:8443 https://library.example',
      null,
    ]);
    await library.import({ ...settings, content: null });
    expect(await headersOf()).toEqual(["frame-ancestors 'none'", 'deny']);
  });

  test('shows a title as text, whatever characters it has', async () => {
    const patron = await library.addPatron();
    const formats = ['<b>format</b>'];
    const title = await library.addTitle(1, { title: '<script>alert("&\'")</script>', formats });
    await mustSucceed(patron.borrow(title, { formatType: '<b>format</b>' }));
    const { status, text } = await open(await linkTo({ patron, title }, '<b>format</b>'));
    expect(status).toBe(200);
    expect(text).toContain("&lt;script>alert(&quot;&amp;'&quot;)&lt;/script>");
    expect(text).not.toMatch(/<script|<b>/);
  });
});

test('a link that is not good is no address: altered, ended, signed by another key, or of a title that is gone', async () => {
  const loan = await borrowFrom(library);
  const href = await linkTo(loan, 'ebook-epub-adobe');
  const now = Math.floor(Date.now() / 1000);
  const address = `${PUBLIC_URL}/content/${loan.title.reserveId}/ebook-overdrive`;
  expect((await open(href)).status).toBe(200);
  expect((await open(signAddress(address, now + 60, key))).status).toBe(200);
  for (const other of [
    href.replace('ebook-epub-adobe', 'ebook-overdrive'),
    href.replace(loan.title.reserveId, String(loan.title.crossRefId)),
    href.replace(loan.title.reserveId, '%00'),
    href.replace(/&signature=.*/, ''),
    href.replace(/\?.*/, ''),
    signAddress(address, now - 1, key),
    signAddress(address, now + 60, `${key}x`),
    signAddress(address.replace(loan.title.reserveId, 'bbbbbbbb-0000-4000-8000-000000000000'), now + 60, key),
  ]) {
    expect(other).not.toBe(href);
    expectRefusal(await open(other), 'NotFound');
  }
});

describe('the key', () => {
  const settings = (dataDir: string, more = {}): Config => readConfig({ DATA_DIR: dataDir, ...more });

  test('is for its owner alone, and long enough', async () => {
    expect((await stat(join(folder, 'content-key'))).mode & 0o777).toBe(0o600);
    expect(key).toMatch(/^[\w-]{43}$/);
  });

  test('is kept from start to start', async () => {
    expect(await contentKeyOf(settings(folder))).toBe(key);
  });

  test('is one, however many processes start at once', async () => {
    const other = join(folder, 'others', 'deep');
    const keys = await Promise.all(Array.from({ length: 8 }, () => contentKeyOf(settings(other))));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).not.toBe(key);
  });

  test('is the one in the settings, if there is one', async () => {
    const CONTENT_KEY = 'a-key-in-the-settings-of-this-test-01';
    expect(await contentKeyOf(settings(join(folder, 'unused'), { CONTENT_KEY }))).toBe(CONTENT_KEY);
    await expect(stat(join(folder, 'unused'))).rejects.toThrow('ENOENT');
  });

  test('is none, and none is made, with a database of one’s own', async () => {
    const DATABASE_URL = 'postgres://localhost/holdfast';
    expect(await contentKeyOf(settings(join(folder, 'unused'), { DATABASE_URL }))).toBeUndefined();
    await expect(stat(join(folder, 'unused'))).rejects.toThrow('ENOENT');
  });

  test('is never an empty one', async () => {
    const damaged = await mkdtemp(join(folder, 'damaged-'));
    await writeFile(join(damaged, 'content-key'), '\n');
    await expect(contentKeyOf(settings(damaged))).rejects.toThrow('damaged file content-key');
  });
});
