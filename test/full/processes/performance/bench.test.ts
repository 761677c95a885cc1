import { Workload } from '../../../../bench/load/workload.mjs';
import { startHelper } from '../../../../bench/processes.mjs';
import { HOLDS, ME } from '../../../support/paths.js';
import { TestLibrary } from '../../../support/test-library.js';

/** The bare servers beside which the bench measures reads, with the service's settings for addresses. */
const SETTINGS = {
  PUBLIC_URL: 'https://holds.example.org',
  CATALOG_URL: 'https://catalog.example.org',
};

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.alone({}, SETTINGS);
});
afterAll(() => library.close());

test.each(['node:http', 'Nest + Express'])(
  'a bare %s answers each read as the service does',
  async (framework) => {
    const patron = await library.addPatron();
    const title = await library.addTitle();
    expect((await patron.place(title)).status).toBe(201);
    const { collectionToken } = (await patron.get(ME)).body as { collectionToken: string };
    const products = `/v1/collections/${collectionToken}/products`;
    const reads = {
      list: HOLDS,
      'one hold': `${HOLDS}/${title.reserveId}`,
      'patron information': ME,
      availability: `${products}/${title.reserveId}/availability`,
      'search of 20': `${products}/?q=title&limit=20`,
    };
    const askAt = async (url: string, path: string): Promise<Response> =>
      fetch(url + path, { headers: { Authorization: `Bearer ${patron.token}` } });
    const helper = startHelper('./limits/read-server.mjs');
    try {
      for (const [read, path] of Object.entries(reads)) {
        const { databaseUrl, url } = library.service;
        const server = { databaseUrl, framework, read, headers: { 'X-Fixed': 'as given' } };
        const { port } = (await helper.ask(server)) as { port: number };
        const bare = await askAt(`http://127.0.0.1:${port}`, path);
        expect([read, bare.status, bare.headers.get('x-fixed')]).toEqual([read, 200, 'as given']);
        expect(await bare.text()).toBe(await (await askAt(url, path)).text());
      }
    } finally {
      await helper.stop();
    }
  },
);

test('an open loop measures from when a request was due, also after the first one was late', async () => {
  const atOnce = { step: 0, exhausted: () => false, start: (done: (ok: boolean) => void) => done(true) };
  const perSecond = 2;
  const measured = new Workload([atOnce]).open(perSecond, 1.5);
  for (const start = performance.now(); performance.now() < start + 300;);
  const { count, p50 } = await measured;
  expect(count).toBe(3);
  // On a busy machine, the event loop may be late by a part of the time between two requests.
  expect(p50).toBeLessThan(1_000 / perSecond / 2);
});
