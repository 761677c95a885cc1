import { Addresses } from '../../../src/http/answers/addresses.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { expectRefusal } from '../../support/answers.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { reserveIdOf, title } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

const creators = ['Mary Shelley', 'Nobody'].map((name) => ({ role: 'Author', name }));
const FRANKENSTEIN = { title: 'Frankenstein', creators, languages: ['en', 'de'] };
const COVER = `/covers/${reserveIdOf(1)}.svg`;

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService([title(1, FRANKENSTEIN)], { DRAWN_COVERS: 'true' });
});
afterAll(() => service.close());

/** Without a token, as browsers ask for pictures. */
function ask(path: string, known?: string, method = 'GET', { url } = service): Promise<RawAnswer> {
  const headers = known === undefined ? [] : [['If-None-Match', known] as const];
  return sendRaw(url, { method, path, headers });
}

test('a cover shows the title, its first creator and language, and may be kept for a day by anyone', async () => {
  const { status, headers, text } = await ask(COVER);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'deny',
    'x-content-type-options': 'nosniff',
  });
  for (const name of ['pragma', 'expires']) expect(headers.get(name)).toBeNull();
  expect(text).toMatch(/^<svg [^>]*xml:lang="en".*>Frankenstein<.*>Mary Shelley<(?!.*Nobody)/s);
});

test('a cover is found under either identifier, in any case, and looks the same each time', async () => {
  const { text } = await ask(COVER);
  for (const path of ['/covers/1.svg', `/covers/${reserveIdOf(1).toUpperCase()}.svg`])
    expect((await ask(path)).text).toBe(text);
});

test('a cover need not be sent again while the title stays as it is, and HEAD is answered as GET', async () => {
  const path = `/covers/${reserveIdOf(900)}.svg`;
  await service.import(title(900, { title: 'Before' }));
  const first = await ask(path);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/);
  const again = await ask(path, etag);
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers.get('cache-control')).toBe('public, max-age=86400');
  const head = await ask(path, undefined, 'HEAD');
  expect([head.status, head.text]).toEqual([200, '']);
  for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
    expect([name, head.headers.get(name)]).toEqual([name, first.headers.get(name)]);
  await service.import(title(900, { title: 'After' }));
  const changed = await ask(path, etag);
  expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('>After<')]);
});

test.each([
  '/covers/999999.svg',
  `/covers/${reserveIdOf(999_999)}.svg`,
  '/covers/frankenstein.svg',
  '/covers/0.svg',
  '/covers/1',
  '/covers/1.png',
  '/covers',
  '/covers/.svg',
])('at %s there is nothing, and it is not kept', async (path) => {
  expectRefusal(await ask(path), 'NotFound');
});

test('the address for the catalog leads to the cover, from the catalog’s base', async () => {
  const catalog = 'https://catalog.example.org/base';
  const addresses = new Addresses(readConfig({ CATALOG_URL: catalog, DRAWN_COVERS: 'true' }));
  const link = addresses.coverLink(reserveIdOf(1));
  expect(link).toEqual({ href: `${catalog}${COVER}`, type: 'image/svg+xml' });
  expect((await ask((link?.href ?? '').slice(catalog.length))).status).toBe(200);
});

test('covers are drawn with the embedded database, and with one of the library’s own only if it asks for that', async () => {
  const DATABASE_URL = 'postgres://nowhere';
  expect(readConfig({}).drawnCovers).toBe(true);
  expect(readConfig({ DATABASE_URL }).drawnCovers).toBe(false);
  expect(readConfig({ DRAWN_COVERS: 'false' }).drawnCovers).toBe(false);
  expect(readConfig({ DATABASE_URL, DRAWN_COVERS: 'true' }).drawnCovers).toBe(true);
  const addresses = new Addresses(readConfig({ DRAWN_COVERS: 'false' }));
  expect(addresses.coverLink(reserveIdOf(1))).toBeUndefined();
  const library = await TestLibrary.open();
  const path = `/covers/${(await library.addTitle()).reserveId}.svg`;
  expectRefusal(await ask(path, undefined, 'GET', library.service), 'NotFound');
});
