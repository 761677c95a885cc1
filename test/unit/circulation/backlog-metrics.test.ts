import { BacklogMetrics } from '../../../src/circulation/timers/backlog.metrics.js';
import type { Database } from '../../../src/platform/database/database.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';

afterEach(() => jest.restoreAllMocks());

function metricsWith(run: () => Promise<unknown>): Metrics {
  const metrics = new Metrics();
  new BacklogMetrics({ run } as unknown as Database, metrics);
  return metrics;
}

test('however often the metrics are read, the database is asked once a second', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  let asked = 0;
  const { registry } = metricsWith(() => {
    asked += 1;
    return Promise.resolve([]);
  });
  await Promise.all(Array.from({ length: 50 }, () => registry.metrics()));
  const once = asked;
  expect([1, 2]).toContain(once);
  now = 999;
  await registry.metrics();
  expect(asked).toBe(once);
  now = 1_000;
  await registry.metrics();
  expect(asked).toBe(2 * once);
});
