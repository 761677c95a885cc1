import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';

const SCRIPT = fileURLToPath(new URL('../../../deploy/health-check.sh', import.meta.url));

/** Whether the check of the container image succeeds with these settings. */
async function isHealthy(settings: Readonly<Record<string, string>>): Promise<boolean> {
  const env = { PATH: process.env.PATH, ...settings };
  return promisify(execFile)('bash', [SCRIPT], { env }).then(
    () => true,
    () => false,
  );
}

let database: TestDatabase;
let service: ServiceProcess | undefined;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  await service?.stop();
  await database.drop();
});

test.each(['0.0.0.0', '127.0.0.1', '127.0.0.2'])(
  'the container’s health check asks at HOST %s and METRICS_PORT',
  async (HOST) => {
    const METRICS_PORT = String(await freePort());
    service = await startProcess({ DATABASE_URL: database.url, ROLE: 'api', HOST, METRICS_PORT });
    expect(await isHealthy({ HOST, METRICS_PORT })).toBe(true);
    await service.stop();
    expect(await isHealthy({ HOST, METRICS_PORT })).toBe(false);
  },
);

test('the health check fails when somebody else answers', async () => {
  const METRICS_PORT = String(await freePort());
  const PORT = String(await freePort());
  service = await startProcess({ DATABASE_URL: database.url, ROLE: 'api', PORT, METRICS_PORT });
  // There are no health checks on the port of the requests.
  expect(await isHealthy({ HOST: '127.0.0.1', METRICS_PORT: new URL(service.url).port })).toBe(false);
});
