import { sendRaw } from '../../support/requests/raw-request.js';
import { smallLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { metricsOf } from '../../support/metrics.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [1]));
});
afterAll(() => service.close());

async function requestSeries(): Promise<string[]> {
  return [...(await metricsOf(service.url)).keys()].filter((name) =>
    name.startsWith('holdfast_request_seconds_count'),
  );
}

test('unknown methods share one label, and unknown addresses another', async () => {
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
