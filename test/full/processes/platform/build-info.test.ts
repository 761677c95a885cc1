import { readFileSync } from 'node:fs';
import { metricsOf } from '../../../support/metrics.js';
import { runHoldfast } from '../../support/processes.js';
import { startService } from '../../../support/service.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
};

test('holdfast --version prints the version of the package', async () => {
  expect(await runHoldfast(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('the metrics name the release and its commit', async () => {
  const service = await startService();
  try {
    const metrics = await metricsOf(service.url);
    expect(metrics.get(`holdfast_build_info{version="${version}",commit="unknown"}`)).toBe(1);
  } finally {
    await service.close();
  }
});
