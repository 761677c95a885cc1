import { eventually } from '../../support/clock.js';
import { freePort } from '../../support/free-port.js';
import { type Haproxy, hasHaproxy, startHaproxy } from '../support/servers/haproxy.js';
import { brokenInvariants } from '../../support/invariants.js';
import { type Deployment, startDeployment, urlWithLongTimeouts } from '../support/processes.js';
import { smallLibrary } from '../../support/records.js';
import { NO_LIMITS } from '../../support/service.js';
import { PatronLoad } from '../support/runs/patron-load.js';
import { RestartedProcess } from './restarted-process.js';

const PATRON_IDS = [1, 2, 3, 4, 5, 6];
/** Longer than HAProxy takes to notice that a process is not ready. */
const SHUTDOWN_DELAY_SECONDS = 4;

/**
 * Without retries: a request that a stopping process did not answer would be lost. A check that a busy machine answers late
 * takes no process away; one that is stopping answers at once.
 */
const configuration = (port: number, processes: readonly RestartedProcess[]): string => `
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 5s
listen holdfast
  bind 127.0.0.1:${port}
  option httpchk GET /health/ready
  default-server check inter 300 fall 1 rise 1
${processes.map((each, index) => `  server api${index} 127.0.0.1:${each.port} port ${each.metricsPort}`).join('\n')}
`;

function startApi(): Promise<RestartedProcess> {
  return RestartedProcess.start(['serve'], {
    // A busy machine may take longer than the service waits for its database.
    DATABASE_URL: urlWithLongTimeouts(deployment.databaseUrl),
    ROLE: 'api',
    SHUTDOWN_DELAY_SECONDS: String(SHUTDOWN_DELAY_SECONDS),
    LOG_LEVEL: 'silent',
    ...NO_LIMITS,
  });
}

let deployment: Deployment;
let haproxy: Haproxy;
let processes: RestartedProcess[];
let url: string;
beforeEach(async () => {
  if (!hasHaproxy) return;
  deployment = await startDeployment(smallLibrary(PATRON_IDS.length, [2]), { processes: 0 });
  processes = [await startApi(), await startApi()];
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  haproxy = await startHaproxy(configuration(port, processes));
  await eventually(async () => expect((await fetch(`${url}/openapi.json`)).status).toBe(200));
});
afterEach(async () => {
  if (!hasHaproxy) return;
  await haproxy.stop();
  await Promise.all(processes.map((each) => each.stop()));
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  await deployment.close();
});

(hasHaproxy ? test : test.skip)(
  'while one process after the other restarts, a balancer without retries loses no request',
  async () => {
    const load = await PatronLoad.start(url, deployment.database, PATRON_IDS);
    for (const each of processes) {
      expect(await each.stop()).toBe(0);
      await each.start();
      // HAProxy sends it requests again.
      await eventually(async () => expect(await each.placements()).toBeGreaterThan(10));
    }
    expect(await load.stop()).toEqual([]);
  },
);
