import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, fchownSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeOwner, type Cluster } from './cluster.js';
import { asUser, EmbeddedDatabaseError } from './programs.js';

export type ServerSettings = Readonly<Record<string, string>>;

export type Server = Readonly<{ pid: number; port: number; isReady: boolean }>;

const SETTINGS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  // Unix socket paths are limited to 107 characters, which a data folder's path easily exceeds.
  unix_socket_directories: '',
  shared_buffers: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Details of an error and parameters of a statement may contain data of patrons, such as a card number.
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

const ATTEMPTS = 100;
const RETRY_MS = 300;
const POLL_MS = 20;
const LOG_LIMIT = 1024 * 1024;
/** Another attempt may succeed: at another port, with another process's server, or after a killed one has disappeared. */
const TRANSIENT_ERROR = /could not bind IPv4 address|"postmaster.pid" (?:already|is empty)|is still in use/;

/** The server that runs on the cluster, whichever process started it. */
export function findServer({ folder, programs }: Cluster): Server | undefined {
  const server = readLockFile(folder);
  // A killed server is ignored: its process id may belong to another program.
  if (process.platform === 'win32')
    return spawnSync(programs.pg_ctl, ['status', '-D', folder]).status === 0 ? server : undefined;
  return server && commandLine(server.pid).includes(` -D ${folder} `) ? server : undefined;
}

/** Waits until a server accepts connections. If several start at the same time, PostgreSQL's lock file lets one run. */
export async function startServer(cluster: Cluster, settings?: ServerSettings): Promise<void> {
  changeOwner(cluster.folder, cluster.user);
  for (let attempt = 1; ; attempt += 1) {
    const previous = readLockFile(cluster.folder);
    if (findServer(cluster)) return;
    const port = String(randomInt(10_000, 32_768));
    const failure = await tryStart(cluster, { ...SETTINGS, port, ...settings }, previous?.pid);
    if (failure === undefined) return;
    if (attempt === ATTEMPTS || !TRANSIENT_ERROR.test(failure))
      throw new EmbeddedDatabaseError(`PostgreSQL doesn't start on ${cluster.folder}:\n${failure}`);
    await sleep(RETRY_MS);
  }
}

/** Stops the server and waits until it is gone. Its clients are disconnected and their transactions rolled back. */
export async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  // Windows has no signals; PostgreSQL emulates them.
  if (process.platform === 'win32') spawnSync(cluster.programs.pg_ctl, ['kill', 'INT', String(pid)]);
  else process.kill(pid, 'SIGINT');
  // Another process may start one at once, so `pg_ctl stop` would wait for the wrong one.
  while (findServer(cluster)?.pid === pid) await sleep(POLL_MS);
}

/** @returns undefined once the server accepts connections; what it logged if it ends before */
async function tryStart(
  cluster: Cluster,
  settings: ServerSettings,
  previousPid = 0,
): Promise<string | undefined> {
  const { dataDir, folder, programs, user } = cluster;
  const logFile = join(dataDir, 'postgresql.log');
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT) rmSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  if (user.ids) fchownSync(log, user.ids.uid, user.ids.gid);
  // Otherwise PostgreSQL would not start while any process, even an unrelated one, has the pid in a leftover lock file. It
  // still checks whether old server processes hold its shared memory.
  const env = { LC_ALL: 'C', PG_GRANDPARENT_PID: String(previousPid) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const options = { cwd: dataDir, env, stdio: ['ignore' as const, log, log] };
  const child = spawn(...asUser(user, [programs.postgres, '-D', folder, ...flags], options));
  closeSync(log);
  child.unref();
  await once(child, 'spawn');
  for (; child.exitCode === null && child.signalCode === null; await sleep(POLL_MS)) {
    const server = readLockFile(folder);
    if (server?.isReady && server.pid === child.pid) return undefined;
  }
  const logged = readFileSync(logFile).subarray(size > LOG_LIMIT ? 0 : size);
  return `${String(logged)}(${logFile})`;
}

/** The content of `postmaster.pid`. */
function readLockFile(folder: string): Server | undefined {
  const lines = readIfThere(join(folder, 'postmaster.pid')).split('\n');
  const pid = Math.abs(parseInt(lines[0] ?? '', 10));
  return pid > 0 ? { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' } : undefined;
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readIfThere(`/proc/${String(pid)}/cmdline`).replaceAll('\0', ' ');
  return spawnSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

/** Another process may remove the file at any time. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
