import { readFileSync } from 'node:fs';
import { metricsOf } from '../../support/metrics.js';
import { sendRaw } from '../../support/requests/raw-request.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('the metrics name the release and its commit', async () => {
  const metrics = await metricsOf(service.url);
  expect(metrics.get(`holdfast_build_info{version="${version}",commit="unknown"}`)).toBe(1);
});

test('metrics are rendered at most once a second', async () => {
  const begun = Date.now();
  const texts = new Set<string>();
  for (let asked = 0; asked < 100; asked++)
    texts.add((await sendRaw(service.url, { method: 'GET', path: '/metrics' })).text);
  expect(texts.size).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - begun) / 1000));
});

test('unknown methods share one label, and unknown addresses another', async () => {
  const requestSeries = async (): Promise<string[]> =>
    [...(await metricsOf(service.url)).keys()].filter((name) =>
      name.startsWith('holdfast_request_seconds_count'),
    );
  await sendRaw(service.url, { method: 'GET', path: '/v1/nothing' });
  const before = await requestSeries();
  for (const method of ['PROPFIND', 'QUERY', 'TRACE', 'REPORT', 'MKCOL', 'M-SEARCH'])
    for (const path of ['/v1/nothing', `/v1/${method}/2`, '/%zz'])
      await sendRaw(service.url, { method, path });
  const added = (await requestSeries()).filter((series) => !before.includes(series));
  for (const series of added) expect(series).toMatch(/method="(?:other|GET)"/);
  expect(added.filter((series) => series.includes('method="other"')).length).toBeLessThanOrEqual(2);
  expect(added.filter((series) => series.includes('route="unknown"')).length).toBeGreaterThan(0);
});
