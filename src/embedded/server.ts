import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { ROLE, clusterFolder, readPassword } from './cluster.js';
import { createDatabase } from './database.store.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { logFile, logLength, logSince, openLog } from './log.js';
import { isPostmaster, readLockFile, stopPostmaster } from './postmaster.js';
import { asUser, type ServerUser } from './server-user.js';

/** A PostgreSQL server that accepts connections. */
export interface Server {
  readonly url: string;
  /** Resolves when the server has ended, whether stopped or crashed. */
  readonly exited: Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly user: ServerUser;
  /** Extra server settings; they override the defaults. */
  readonly settings: Readonly<Record<string, string>>;
  /** Chooses the port to listen on; by default one that is free. */
  readonly choosePort?: () => Promise<number>;
  /** How often to try while the port is taken, or while processes of an earlier server end; 0.3 s between attempts. */
  readonly attempts?: number;
}

const DATABASE = 'holdfast';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Unix socket paths are limited to 107 characters, which a data folder's path easily exceeds.
  unix_socket_directories: '',
  shared_buffers: '512MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // What the details of an error, and the parameters of a statement, would tell of patrons: a card number that is taken.
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

const ATTEMPTS = 10;
const RETRY_MS = 300;
const POLL_MS = 20;
/** Long, because after a crash a large database replays its write-ahead log before it accepts connections. */
const START_MS = 5 * 60_000;

/** Log messages after which another attempt can succeed, with another port or a moment later. */
const TRANSIENT_ERROR = /could not bind IPv4 address|shared memory block .* is still in use/;

/**
 * Starts the server on the cluster of the data folder. First stops a server that outlived its supervisor.
 *
 * @throws EmbeddedDatabaseError with the end of the server's log if it does not start
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { dataDir, binaries } = options;
  const clusterDir = clusterFolder(dataDir);
  const previousPid = readLockFile(clusterDir)?.pid;
  if (previousPid !== undefined && isPostmaster(previousPid, clusterDir, binaries)) {
    await stopPostmaster(previousPid, clusterDir, binaries);
  }
  for (let attempt = 1; ; attempt += 1) {
    const logged = logLength(dataDir);
    const server = await tryStart(options, clusterDir, previousPid);
    if (server) return server;
    const log = logSince(dataDir, logged);
    if (attempt >= (options.attempts ?? ATTEMPTS) || !TRANSIENT_ERROR.test(log)) {
      throw new EmbeddedDatabaseError(
        `PostgreSQL doesn't start on ${clusterDir}. The end of its log, ${logFile(dataDir)}:\n${log}`,
      );
    }
    await sleep(RETRY_MS);
  }
}

/** One attempt. Undefined if the server ended before it accepted connections. */
async function tryStart(
  { dataDir, binaries, user, settings, choosePort = freePort }: ServerOptions,
  clusterDir: string,
  previousPid: number | undefined,
): Promise<Server | undefined> {
  const port = await choosePort();
  const flags = Object.entries({ ...SETTINGS, ...settings, port: String(port) });
  const { file, args, options } = asUser(user, dataDir, [
    binaries.postgres,
    '-D',
    clusterDir,
    ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  // PostgreSQL refuses to start while any process, even an unrelated one, has the pid in a leftover lock file. This
  // variable, which pg_ctl also uses, makes it ignore that pid. It still checks whether old server processes hold its
  // shared memory.
  const env = {
    ...options.env,
    ...(previousPid !== undefined && { PG_GRANDPARENT_PID: String(previousPid) }),
  };
  const log = openLog(dataDir);
  const child = spawn(file, args, { ...options, env, stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await once(child, 'spawn');
  const pid = child.pid ?? NaN;
  const stop = (): Promise<void> => stopPostmaster(pid, clusterDir, binaries);
  let server: Server | undefined;
  try {
    if (await becomesReady(pid, clusterDir, exited)) {
      const url = `postgres://${ROLE}:${readPassword(clusterDir)}@127.0.0.1:${String(port)}`;
      await createDatabase(url, DATABASE);
      server = { url: `${url}/${DATABASE}`, exited, stop };
    }
    return server;
  } finally {
    if (!server) await stop();
  }
}

/** Waits until the lock file reports that this process accepts connections; false if it ends or takes too long. */
async function becomesReady(pid: number, clusterDir: string, exited: Promise<void>): Promise<boolean> {
  let waiting = true;
  void exited.then(() => (waiting = false));
  for (const deadline = Date.now() + START_MS; waiting && Date.now() < deadline; await sleep(POLL_MS)) {
    const lock = readLockFile(clusterDir);
    if (lock?.ready && lock.pid === pid) return true;
  }
  return false;
}

/** A port that is free now. Another process may still take it before PostgreSQL does. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
