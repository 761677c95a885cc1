import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/platform/database/migrations.js';
import { findBinaries } from '../../src/embedded/binaries.js';
import { clusterFolder, createCluster } from '../../src/embedded/cluster.js';
import { readLockFile } from '../../src/embedded/postmaster.js';
import { startServer } from '../../src/embedded/server.js';
import { chooseServerUser } from '../../src/embedded/server-user.js';
import { freePort } from './processes.js';

/** A PostgreSQL of one test's own, migrated, that may go away and come back at the same address. */
export interface OwnServer {
  readonly url: string;
  start(): Promise<void>;
  /** As an administrator does: sessions are ended, work that is not committed is lost. */
  stop(): Promise<void>;
  /** As a power cut does, but for what the disk had. */
  crash(): Promise<void>;
  /** All its processes stand still, as on a machine that has run out of memory: connections stay, and nobody answers. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

export async function startOwnServer(): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-server-'));
  // Where root runs the tests, the server runs as somebody else, who has to get in.
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
    for (const each of [pid, ...childrenOf(pid)]) process.kill(each, signal);
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

function childrenOf(pid: number): number[] {
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
