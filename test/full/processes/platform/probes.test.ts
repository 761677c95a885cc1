import { freshDatabase, onTestServer } from '../../../support/database.js';
import { eventually } from '../../../support/clock.js';
import { startProcess } from '../../support/processes.js';

interface LogLine {
  readonly msg?: string;
  readonly route?: string;
  readonly status?: number;
}

test('requests of probes are in the log only when they fail', async () => {
  const database = await freshDatabase();
  const service = await startProcess({ DATABASE_URL: database.url, ROLE: 'api', LOG_LEVEL: 'info' });
  const requests = (): LogLine[] =>
    service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
      .filter(({ msg }) => msg === 'request');
  const ask = async (path: string): Promise<number> => (await fetch(new URL(path, service.url))).status;
  try {
    for (const path of ['/health/live', '/health/ready', '/metrics']) expect(await ask(path)).toBe(200);
    expect(await ask('/healthy')).toBe(404);
    await eventually(() => expect(requests().map(({ status }) => status)).toEqual([404]));

    const name = new URL(database.url).pathname.slice(1);
    await onTestServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await onTestServer(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    await eventually(async () => expect(await ask('/health/ready')).toBe(503));
    await eventually(() =>
      expect(requests()).toContainEqual(expect.objectContaining({ route: '/health/ready', status: 503 })),
    );
    await onTestServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  } finally {
    await service.stop();
    await database.drop();
  }
});
