import { globSync, readFileSync } from 'node:fs';
import { metricsOf } from '../../support/metrics.js';
import { startService } from '../../support/service.js';

/** In the source, so that no task is declared by a provider that workers do not have. */
const DECLARED = globSync('src/**/*.ts')
  .flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(
      /@PeriodicTask\('([\w-]+)'\)|purge\(\s*'([\w-]+)'|^ {2}task: '([\w-]+)'/gm,
    ),
  ])
  .map(([, ...names]) => names.find((name) => name !== undefined));

test('a process that works runs all declared periodic tasks, and tells of each by its name', async () => {
  const service = await startService([], { ROLE: 'worker' });
  try {
    const series = [...(await metricsOf(service.url)).keys()];
    const named = series.flatMap(
      (each) => /^holdfast_periodic_task_failures_total\{task="([\w-]+)"\}$/.exec(each)?.[1] ?? [],
    );
    expect(named.toSorted()).toEqual(DECLARED.toSorted());
    expect(named).toHaveLength(32);
  } finally {
    await service.close();
  }
});
