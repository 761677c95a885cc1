import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { readText } from './text-file.js';

/** PostgreSQL's three shutdown signals, gentlest first, and how long each may take. */
const STOP_SIGNALS = [
  { name: 'INT', timeoutMs: 30_000 },
  { name: 'QUIT', timeoutMs: 5_000 },
  { name: 'KILL', timeoutMs: 5_000 },
] as const;

const POLL_MS = 20;

/** The parts of `postmaster.pid`, the lock file that a server keeps in its cluster. */
export interface LockFile {
  readonly pid: number;
  /** The port it listens on; 0 if it has not chosen one yet. */
  readonly port: number;
  /** Whether it accepts connections. */
  readonly ready: boolean;
}

/** The lock file of the server on this cluster, or one left behind by a server that crashed. */
export function readLockFile(clusterDir: string): LockFile | undefined {
  const lines = (readText(join(clusterDir, 'postmaster.pid')) ?? '').split('\n');
  const pid = Math.abs(parseInt(lines[0] ?? '', 10));
  const port = parseInt(lines[3] ?? '', 10) || 0;
  return pid > 0 ? { pid, port, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Whether the process is a PostgreSQL server that Holdfast started on this cluster. Checking that the process exists is
 * not enough: process ids are reused, especially after a container restarts.
 */
export function isPostmaster(pid: number, clusterDir: string, binaries: Binaries): boolean {
  if (process.platform === 'win32') {
    // On Windows pg_ctl is reliable: it asks through a pipe that only servers have.
    return spawnSync(binaries.pg_ctl, ['status', '-D', clusterDir], { windowsHide: true }).status === 0;
  }
  return commandLine(pid).includes(` -D ${clusterDir} `);
}

/**
 * Stops a server and waits until it is gone. Its clients are disconnected and their transactions rolled back.
 *
 * @throws EmbeddedDatabaseError if it survives all three signals
 */
export async function stopPostmaster(pid: number, clusterDir: string, binaries: Binaries): Promise<void> {
  for (const { name, timeoutMs } of STOP_SIGNALS) {
    if (!isPostmaster(pid, clusterDir, binaries)) return;
    signal(pid, name, binaries);
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline && isPostmaster(pid, clusterDir, binaries)) await sleep(POLL_MS);
  }
  if (!isPostmaster(pid, clusterDir, binaries)) return;
  throw new EmbeddedDatabaseError(
    `The PostgreSQL server of ${clusterDir} (process ${String(pid)}) doesn't stop. End that process, then try again.`,
  );
}

function signal(pid: number, name: 'INT' | 'QUIT' | 'KILL', binaries: Binaries): void {
  if (process.platform === 'win32') {
    // Windows has no signals; PostgreSQL emulates them.
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
