import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  killAndWait,
  newDataDir,
  open,
  postmasterOf,
  query,
  useEmbeddedDatabases,
} from './embedded-databases.js';

useEmbeddedDatabases();

describe('opening the built-in database', () => {
  it('recovers its data after a power cut, also if its old process id now belongs to another program', async () => {
    const dataDir = newDataDir();
    const { url } = await open(dataDir);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await killAndWait(postmasterOf(dataDir));
    const other = spawnOtherProgram(join(dataDir, 'postgresql'));
    const lockFile = join(dataDir, 'postgresql/postmaster.pid');
    writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(other.pid)));
    try {
      const next = await open(dataDir);
      expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      expect(other.exitCode ?? other.signalCode).toBeNull();
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('starts over after an interrupted creation of the database, and removes the remains', async () => {
    const dataDir = newDataDir();
    const remains = join(dataDir, 'postgresql.new-abc123');
    mkdirSync(join(remains, 'cluster'), { recursive: true });
    writeFileSync(join(remains, 'cluster/PG_VERSION'), '18\n');
    await query((await open(dataDir)).url, 'SELECT 1');
    expect(existsSync(remains)).toBe(false);
  });

  it('starts a new log when the old one has more than a megabyte', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    const log = join(dataDir, 'postgresql.log');
    writeFileSync(log, 'old line\n');
    await (await open(dataDir)).release();
    expect(readFileSync(log, 'utf8')).toContain('old line');
    appendFileSync(log, 'x'.repeat(1024 * 1024));
    await (await open(dataDir)).release();
    expect(readFileSync(log, 'utf8')).not.toContain('old line');
    expect(statSync(log).size).toBeLessThan(10_000);
  });
});

/** A process of the server's user: PostgreSQL only minds those. */
function spawnOtherProgram(clusterDir: string): ChildProcess {
  const { uid, gid } = statSync(clusterDir);
  return spawn('/bin/sleep', ['600'], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) });
}
