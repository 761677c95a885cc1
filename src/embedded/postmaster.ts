import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/** PostgreSQL's three ways to stop, politest first, and how long each may take. */
const STOP_SIGNALS = [
  { name: 'INT', patienceMs: 30_000 },
  { name: 'QUIT', patienceMs: 5_000 },
  { name: 'KILL', patienceMs: 5_000 },
] as const;

const POLL_MS = 20;

/** What a server says about itself in the lock file it keeps in its cluster. */
export interface LockFile {
  readonly pid: number;
  /** Whether it accepts connections. */
  readonly ready: boolean;
}

/** The lock file of the server that runs on this cluster, or of one that ended without cleaning up. */
export function readLockFile(clusterDir: string): LockFile | undefined {
  const file = join(clusterDir, 'postmaster.pid');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const pid = Math.abs(parseInt(lines[0] ?? '', 10));
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Whether the process is a PostgreSQL server on this cluster that we once started. That a process with this number
 * exists is not enough: numbers are used again, above all after the restart of a container.
 */
export function isPostmaster(pid: number, clusterDir: string, binaries: Binaries): boolean {
  if (process.platform === 'win32') {
    // Here PostgreSQL's own look is reliable: it asks through a pipe that only servers have.
    return spawnSync(binaries.pg_ctl, ['status', '-D', clusterDir], { windowsHide: true }).status === 0;
  }
  return commandLine(pid).includes(` -D ${clusterDir} `);
}

/**
 * Stops a server and waits until it is gone; connected clients are cut off, their transactions rolled back.
 *
 * @throws EmbeddedDatabaseError if it outlives all attempts
 */
export async function stopPostmaster(pid: number, clusterDir: string, binaries: Binaries): Promise<void> {
  for (const { name, patienceMs } of STOP_SIGNALS) {
    if (!isPostmaster(pid, clusterDir, binaries)) return;
    signal(pid, name, binaries);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline && isPostmaster(pid, clusterDir, binaries)) await sleep(POLL_MS);
  }
  if (!isPostmaster(pid, clusterDir, binaries)) return;
  throw new EmbeddedDatabaseError(
    `The PostgreSQL server of ${clusterDir} (process ${String(pid)}) can't be stopped. End that process, then try again.`,
  );
}

function signal(pid: number, name: 'INT' | 'QUIT' | 'KILL', binaries: Binaries): void {
  if (process.platform === 'win32') {
    // Windows knows no signals; PostgreSQL has its own there.
    spawnSync(binaries.pg_ctl, ['kill', name, String(pid)], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, `SIG${name}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  }
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
