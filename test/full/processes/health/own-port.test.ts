import { once } from 'node:events';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { freePort } from '../../../support/free-port.js';
import {
  collectOutput,
  type Deployment,
  type ServiceProcess,
  spawnHoldfast,
  startDeployment,
  startProcess,
} from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { holdConnections } from '../../../support/requests/held-connections.js';
import { requireErrorBody } from '../../../support/requests/openapi-conformance.js';
import { sendRaw } from '../../../support/requests/raw-request.js';
import { tokenOf } from '../../../support/service.js';

let deployment: Deployment;
let token: string;
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(1, [1]), { processes: 0 });
  token = await tokenOf(deployment.database, 1);
});
afterAll(() => deployment.close());

function ask(url: string, path: string, method = 'GET', check?: typeof requireErrorBody): Promise<Answer> {
  const headers = [['Authorization', `Bearer ${token}`]] as const;
  return sendRaw(url, { method, path, headers }, check);
}

describe.each(['api', 'worker'])('with a METRICS_PORT of its own, a process (ROLE=%s)', (ROLE) => {
  let port: number;
  let service: ServiceProcess;
  let own: string;
  beforeAll(async () => {
    port = await freePort();
    own = `http://127.0.0.1:${port}`;
    const settings = { METRICS_PORT: String(port), MAX_CONNECTIONS: '10' };
    service = await startProcess({ DATABASE_URL: deployment.databaseUrl, ROLE, ...settings });
  });
  afterAll(() => service.stop());

  test('has health and metrics there, and nothing else; none of them is on the public port', async () => {
    expectOk(await ask(own, '/health/live'));
    expectOk(await ask(own, '/health/ready/'));
    const { status, text, headers } = await ask(own, '/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toContain('holdfast_request_seconds');
    expect((await ask(own, '/metrics', 'HEAD')).status).toBe(200);
    for (const path of ['/v1/patrons/me', '/openapi.json', '/docs', '/v1/nothing', '/'])
      expectRefusal(await ask(own, path, 'GET', requireErrorBody), 'NotFound');
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      for (const address of [path, `${path}/`, `${path}?x=1`])
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'])
          expect((await ask(service.url, address, method, requireErrorBody)).status).toBe(404);
    // A worker answers neither patrons nor operators, and does not say that it is ready at their address.
    expect(service.output()).toContain(
      `"Holdfast is ready${ROLE === 'worker' ? ': it runs timers' : ' at http'}`,
    );
    if (ROLE === 'worker')
      expect((await ask(service.url, '/v1/patrons/me', 'GET', requireErrorBody)).status).toBe(404);
  });

  test('is left alone there by a flood on the public port', async () => {
    const flood = await holdConnections(10, service.url);
    try {
      expect((await ask(service.url, '/v1/patrons/me')).status).toBe(503);
      expectOk(await ask(own, '/health/ready'));
    } finally {
      for (const connection of flood) connection.destroy();
    }
  });

  test('keeps another from starting with the same, which says so', async () => {
    const settings = { HOST: '127.0.0.1', PORT: String(await freePort()), METRICS_PORT: String(port) };
    const child = spawnHoldfast(['serve'], { DATABASE_URL: deployment.databaseUrl, ...settings });
    const output = collectOutput(child.stdout, child.stderr);
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(output()).toContain(`Port ${port} on 127.0.0.1 is in use.`);
    expect(output()).toContain('set METRICS_PORT to another port');
  });
});
