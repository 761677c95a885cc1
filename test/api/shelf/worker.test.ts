import { PatronClient } from '../../support/client.js';
import { emptyLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

/** What notices on a device need beside the page: a worker, a part of the script, and an app on a telephone. */

let service: ServiceUnderTest;
let client: PatronClient;
beforeAll(async () => {
  const brand = { languages: ['ar', 'en'], name: 'Hafen "Mitte"', color: '#7a1f3d' };
  const named = { record: 'settings', websiteId: 37, notices: brand };
  service = await startService([...emptyLibrary(37), named, ...emptyLibrary(38)], { SHELF: 'true' });
  client = new PatronClient(service.url, '');
});
afterAll(() => service.close());

test('the worker has one address, where browsers find a newer one at once', async () => {
  const { status, headers, text } = await client.get('/shelf/worker.js');
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  // It answers nothing for the page, and keeps nothing.
  const heard = [...text.matchAll(/addEventListener\("(\w+)"/g)].map(([, name]) => name);
  expect(heard).toEqual(['push', 'notificationclick']);
  expect(text).not.toMatch(/\bcaches\b|\bfetch\b|indexedDB|\bimport\b/);
});

test('the page names the part of its script for notices on a device, and loads it not', async () => {
  const { text } = await client.get('/shelf');
  const [, name = ''] = /data-device="\.\/([^"]+)"/.exec(text) ?? [];
  expect(text.split(name)).toHaveLength(2);
  const { status, headers } = await client.get(`/shelf/${name}`);
  expect([status, headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')]);
});

test('a telephone may put the page of a library among its apps, by its name', async () => {
  const { text } = await client.get('/shelf/holds?library=37&lang=ar');
  const [, href = ''] = /<link rel="manifest" href="([^"]+)"/.exec(text) ?? [];
  const answer = await client.get(href.replaceAll('&amp;', '&').replace(/^\.\//, '/shelf/'));
  expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const { icons, ...manifest } = JSON.parse(answer.text) as { icons: { src: string }[] };
  expect(manifest).toEqual({
    ...{ name: 'Hafen "Mitte"', lang: 'ar', dir: 'rtl', start_url: 'holds?library=37&lang=ar' },
    ...{ scope: './', display: 'standalone', theme_color: '#7a1f3d' },
  });
  expect((await client.get(`/shelf/${icons[0]?.src}`)).status).toBe(200);
});

test('and that of several libraries by its own', async () => {
  const { text } = await client.get('/shelf/app.webmanifest?lang=en');
  expect(JSON.parse(text)).toMatchObject({ name: 'My shelf', start_url: 'holds?lang=en' });
  expect(text).not.toContain('theme_color');
});
