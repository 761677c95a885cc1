import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { findBinaries } from '../../../../src/embedded/binaries.js';
import { clusterFolder, createCluster } from '../../../../src/embedded/cluster.js';
import { readLockFile } from '../../../../src/embedded/postmaster.js';
import { chooseServerUser } from '../../../../src/embedded/server-user.js';
import { startServer } from '../../../../src/embedded/server.js';
import { migrate } from '../../../../src/platform/database/migrations/migrations.js';
import { freePort } from '../../../support/free-port.js';
import { serverFolder } from './server-folder.js';

/** A migrated PostgreSQL server for one test, which can stop and start again at the same address. */
export interface DedicatedServer {
  readonly url: string;
  start(): Promise<void>;
  /** A fast shutdown: it ends the sessions and rolls back what is not committed. */
  stop(): Promise<void>;
  /** An immediate shutdown, like a crash. */
  crash(): Promise<void>;
  /** All its processes stand still, as on a machine that has run out of memory: connections stay, and nobody answers. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

export async function startDedicatedServer(): Promise<DedicatedServer> {
  const dataDir = await mkdtemp(serverFolder());
  // Where root runs the tests, the server runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o755);
  const binaries = await findBinaries();
  const clusterDir = clusterFolder(dataDir);
  const user = chooseServerUser(dataDir, clusterDir, binaries);
  await createCluster(dataDir, binaries, user);
  const settings = { fsync: 'off', shared_buffers: '32MB', max_connections: '60' };
  const start = (choosePort: () => Promise<number>): ReturnType<typeof startServer> =>
    startServer({ dataDir, binaries, user, settings, choosePort });
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    const pid = readLockFile(clusterDir)?.pid ?? NaN;
    for (const each of [pid, ...childrenOf(pid)]) signalIfThere(each, signal);
  };
  let server = await start(freePort);
  const port = Number(new URL(server.url).port);
  await migrate(server.url);
  return {
    url: server.url,
    start: async () => {
      server = await start(() => Promise.resolve(port));
    },
    stop: () => server.stop(),
    crash: async () => {
      const pid = readLockFile(clusterDir)?.pid;
      if (pid !== undefined) process.kill(pid, 'SIGQUIT');
      await server.exited;
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    remove: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The processes that this one has started itself. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && parentOf(each) === pid);
}

/** NaN for a process that has just ended. */
function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
}

/** A process of PostgreSQL may end by itself meanwhile. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
