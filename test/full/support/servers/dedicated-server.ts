import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedDatabase } from '../../../../src/embedded/embedded-database.js';
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
  const port = String(await freePort());
  const settings = { fsync: 'off', shared_buffers: '32MB', max_connections: '60', port };
  const lockFile = join(dataDir, 'postgresql/postmaster.pid');
  const postmaster = (): number => parseInt(readFileSync(lockFile, 'utf8'), 10);
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    const pid = postmaster();
    for (const each of [pid, ...childrenOf(pid)]) signalIfThere(each, signal);
  };
  let server = await openEmbeddedDatabase(dataDir, settings);
  await migrate(server.url);
  return {
    url: server.url,
    start: async () => {
      server = await openEmbeddedDatabase(dataDir, settings);
    },
    stop: () => server.release(),
    crash: async () => {
      process.kill(postmaster(), 'SIGQUIT');
      while (existsSync(lockFile)) await sleep(20);
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    remove: async () => {
      await server.release();
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
