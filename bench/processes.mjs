import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Fixed base URLs of links, so that the traced service and the measured one answer the same bytes. */
export const SERVICE_SETTINGS = {
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://holds.example.org',
  CATALOG_URL: 'https://catalog.example.org',
  NODE_ENV: 'production',
  ROLE: 'api',
  OPERATOR_TOKEN: 'an-operator-token-of-the-bench-only',
  // Requests are counted, as in production, and none is refused.
  REQUESTS_PER_PATRON: '1000000',
  REQUESTS_PER_CLIENT: '1000000',
  REQUESTS_PER_ADDRESS: '1000000',
};

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/**
 * Starts one process with production settings: an API process, unless `settings` say otherwise. Its log, one line per
 * request, goes to the null device, or to `log`.
 * @param {string} databaseUrl
 * @param {readonly string[]} [nodeOptions]
 * @param {{ settings?: Record<string, string>, log?: (line: string) => void, folder?: string }} [options] `folder`: a built
 *   checkout, by default this one
 */
export async function startService(
  databaseUrl,
  nodeOptions = [],
  { settings = {}, log, folder = FOLDER } = {},
) {
  const port = await freePort();
  const program = join(folder, 'dist', 'main.js');
  const child = spawn(process.execPath, [...nodeOptions, program, 'serve'], {
    cwd: folder,
    env: {
      ...SERVICE_SETTINGS,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      METRICS_PORT: String(port),
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', log === undefined ? 'ignore' : 'pipe', 'inherit'],
  });
  killOnExit(child);
  if (log !== undefined) createInterface(child.stdout).on('line', log);
  await waitUntilReady(port, child);
  return { port, pid: child.pid, stop: () => stop(child), exitCode: () => child.exitCode };
}

/** Starts a child process that handles one request at a time: `ask` resolves to its answer. */
export function startHelper(module) {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), { serialization: 'advanced' });
  killOnExit(child);
  let settle = { resolve: () => undefined, reject: () => undefined };
  child.on('message', (answer) =>
    // A result tells the number of failed requests by the same name.
    typeof answer.failed === 'string'
      ? settle.reject(new Error(`${module}: ${answer.failed}`))
      : settle.resolve(answer),
  );
  child.once('exit', (code, signal) => settle.reject(new Error(`${module} ended with ${code ?? signal}.`)));
  const ask = (request) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      child.send(request);
    });
  return { pid: child.pid, ask, stop: () => stop(child) };
}

/** The child's side: answers each request with `handle`. */
export function serveRequests(handle) {
  process.on('message', (request) => {
    handle(request).then(
      (answer) => process.send(answer),
      (error) => process.send({ failed: error.stack }),
    );
  });
  process.once('disconnect', () => process.exit());
}

function killOnExit(child) {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function waitUntilReady(port, child) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error('The service was not ready within 30 seconds.');
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

// Resource usage from /proc; undefined on systems other than Linux.

const TICKS_PER_SECOND = 100;
const LINUX = process.platform === 'linux';

/** CPU seconds of one process and its threads since its start, to the nanosecond: `stat` counts in hundredths of a second. */
export function cpuSecondsOf(pid) {
  if (!LINUX) return undefined;
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + nanosecondsOf(pid, thread), 0) / 1e9;
}

function nanosecondsOf(pid, thread) {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
}

/** CPU seconds of a PostgreSQL server and all its backends, including those that have ended. */
export function cpuSecondsOfServer(dataDir) {
  if (!LINUX) return undefined;
  const postmaster = Number(
    readFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8').split('\n', 1)[0],
  );
  let seconds = statOf(postmaster).own + statOf(postmaster).ended;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(name);
    if (stat.parent === postmaster) seconds += stat.own;
  }
  return seconds;
}

/** Resident memory of a process in MiB: current and peak. */
export function memoryOf(pid) {
  if (!LINUX) return {};
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: mebibytes('VmRSS'), highest: mebibytes('VmHWM') };
}

function statOf(pid) {
  let text;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
  // The program's name may contain spaces, so count the fields from the bracket that ends it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((n) => Number(fields[n]));
  return {
    parent,
    own: (user + system) / TICKS_PER_SECOND,
    ended: (endedUser + endedSystem) / TICKS_PER_SECOND,
  };
}
