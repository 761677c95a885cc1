import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedDatabaseError, openEmbeddedDatabase } from '../../../../src/embedded/embedded-database.js';
import { signalIfThere } from '../../support/servers/dedicated-server.js';

/** The compiled module, for other processes. */
const MODULE = new URL('../../../../dist/embedded/embedded-database.js', import.meta.url).href;

type EmbeddedDatabase = Awaited<ReturnType<typeof openEmbeddedDatabase>>;

/** Test data need not survive a power cut. */
const SETTINGS = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' };

export const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

const folders: string[] = [];
const databases: EmbeddedDatabase[] = [];
const processes: ChildProcess[] = [];

/** A test file calls it: a worker loads this module once for all its files, and a hook made here would be that of the first file alone. */
export function useEmbeddedDatabases(): void {
  afterEach(async () => {
    for (const child of processes.splice(0)) child.kill('SIGKILL');
    await Promise.all(databases.splice(0).map((database) => database.release()));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
}

/** A data folder that does not exist yet, in a folder with this mode. It is removed after the test. */
export function newDataDir(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return join(folder, 'data');
}

/** Opens the database in this process. It is released after the test, if not before. */
export async function open(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase(dataDir, { ...SETTINGS, ...settings });
  databases.push(database);
  return database;
}

/** The message of the error that opening throws. */
export async function failureOf(dataDir: string, settings: Record<string, string> = {}): Promise<string> {
  const failure: unknown = await open(dataDir, settings).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EmbeddedDatabaseError);
  return (failure as Error).message;
}

const USER_PROGRAM = `
  const [module, dataDir, settings] = process.argv.slice(1);
  const { openEmbeddedDatabase } = await import(module);
  const { url } = await openEmbeddedDatabase(dataDir, JSON.parse(settings));
  console.log(url);
`;

/** Starts another process, in its own process group, which opens the database and keeps it open. */
export function spawnUser(dataDir: string): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', USER_PROGRAM, MODULE, dataDir, JSON.stringify(SETTINGS)],
    { detached: true, env: {}, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  processes.push(child);
  return child;
}

/** The URL that such a process got. */
export async function urlOf(user: ChildProcess): Promise<string> {
  if (!user.stdout) throw new Error('The process has no output to read.');
  for await (const url of createInterface({ input: user.stdout })) return url;
  throw new Error('The process ended without a database.');
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

export function postmasterOf(dataDir: string): number {
  return parseInt(readFileSync(join(dataDir, 'postgresql/postmaster.pid'), 'utf8'), 10);
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A zombie has ended, although its parent has not reaped it yet. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  } catch {
    // Reaped since.
    return true;
  }
}

/** Sends SIGKILL, and waits until the process is gone. PostgreSQL also ends by itself when its folder is gone. */
export async function killAndWait(pid: number): Promise<void> {
  signalIfThere(pid, 'SIGKILL');
  await until(() => !isRunning(pid));
}

/** Waits for other processes. The limit only says when to give up on a busy machine. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`This never became true: ${condition.toString()}`);
    await sleep(20);
  }
}
