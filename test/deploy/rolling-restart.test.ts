import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, PatronClient } from '../support/client.js';
import { eventually } from '../support/clock.js';
import { freePort } from '../support/free-port.js';
import { brokenInvariants } from '../support/invariants.js';
import { holdPath, HOLDS } from '../support/paths.js';
import { collectOutput, type Deployment, spawnHoldfast, startDeployment } from '../support/processes.js';
import { smallLibrary } from '../support/records.js';
import { NO_LIMITS, tokenOf } from '../support/service.js';

/** Debian's package `haproxy`. */
const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

const PATRONS = 6;
/** Longer than HAProxy takes to notice that a process is not ready. */
const SHUTDOWN_DELAY_SECONDS = 4;

/** Without retries: a request that a stopping process did not answer would be lost. */
const configuration = (port: number, processes: readonly RestartedProcess[]): string => `
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen holdfast
  bind 127.0.0.1:${port}
  option httpchk GET /health/ready
  default-server check inter 300 fall 1 rise 1
${processes.map((each, index) => `  server api${index} 127.0.0.1:${each.port} port ${each.metricsPort}`).join('\n')}
`;

/** A process that comes back at its address. */
class RestartedProcess {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly databaseUrl: string,
    readonly port: number,
    readonly metricsPort: number,
  ) {}

  static async start(databaseUrl: string): Promise<RestartedProcess> {
    const started = new RestartedProcess(databaseUrl, await freePort(), await freePort());
    await started.start();
    return started;
  }

  async start(): Promise<void> {
    this.child = spawnHoldfast(['serve'], {
      DATABASE_URL: this.databaseUrl,
      ROLE: 'api',
      HOST: '127.0.0.1',
      PORT: String(this.port),
      METRICS_PORT: String(this.metricsPort),
      SHUTDOWN_DELAY_SECONDS: String(SHUTDOWN_DELAY_SECONDS),
      LOG_LEVEL: 'silent',
      ...NO_LIMITS,
    });
    const output = collectOutput(this.child.stdout, this.child.stderr);
    await eventually(() => expect(output()).toContain('Holdfast is ready'));
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    this.child!.kill('SIGTERM');
    await once(this.child!, 'exit');
    return this.child!.exitCode;
  }
}

let deployment: Deployment;
let folder: string;
let haproxy: ChildProcess;
let processes: RestartedProcess[];
let url: string;
beforeEach(async () => {
  if (!hasHaproxy) return;
  deployment = await startDeployment(smallLibrary(PATRONS, [2]), { processes: 0 });
  processes = [
    await RestartedProcess.start(deployment.databaseUrl),
    await RestartedProcess.start(deployment.databaseUrl),
  ];
  folder = await mkdtemp(join(tmpdir(), 'holdfast-haproxy-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, 'haproxy.cfg'), configuration(port, processes));
  haproxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  await eventually(async () => expect((await fetch(`${url}/openapi.json`)).status).toBe(200));
});
afterEach(async () => {
  if (!hasHaproxy) return;
  haproxy.kill('SIGKILL');
  await Promise.all(processes.map((each) => each.stop()));
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  await deployment.close();
  await rm(folder, { recursive: true, force: true });
});

/** Requests of one patron, one after the other, until `isOver`. @returns those that did not succeed */
async function useHolds(patronId: number, isOver: () => boolean): Promise<string[]> {
  const client = new PatronClient(url, await tokenOf(deployment.database, patronId));
  const failures: string[] = [];
  const expectStatus = async (expected: number, request: Promise<Answer>): Promise<void> => {
    const outcome = await request.then(({ status }) => status, String);
    if (outcome !== expected) failures.push(`${outcome} instead of ${expected}`);
  };
  while (!isOver()) {
    await expectStatus(201, client.post(HOLDS, { id: 1, ignoreHoldEmail: true }));
    await expectStatus(200, client.get(HOLDS));
    await expectStatus(204, client.delete(holdPath(1)));
  }
  return failures;
}

(hasHaproxy ? test : test.skip)(
  'while one process after the other restarts, a balancer without retries loses no request',
  async () => {
    let isOver = false;
    const load = Array.from({ length: PATRONS }, (_, index) => useHolds(index + 1, () => isOver));
    for (const each of processes) {
      expect(await each.stop()).toBe(0);
      await each.start();
      // HAProxy sends it requests again.
      await eventually(async () => expect(await requestsOf(each)).toBeGreaterThan(10));
    }
    isOver = true;
    expect((await Promise.all(load)).flat()).toEqual([]);
  },
);

/** How many placements the process has answered since its start. */
async function requestsOf({ metricsPort }: RestartedProcess): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = /^holdfast_request_seconds_count\{method="POST",route="[^"]*",status="201"\} (\d+)$/m.exec(
    text,
  );
  return Number(line?.[1] ?? 0);
}
