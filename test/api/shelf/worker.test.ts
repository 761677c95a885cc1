import { PatronClient } from '../../support/client.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

/** The worker that shows push messages, and the part of the script that turns them on. */

let service: ServiceUnderTest;
let client: PatronClient;
beforeAll(async () => {
  service = await startService([], { SHELF: 'true' });
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
