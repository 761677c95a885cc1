import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { findBinaries } from '../../../../src/embedded/binaries.js';
import { chooseServerUser } from '../../../../src/embedded/server-user.js';
import { type Server as PostgresServer, startServer } from '../../../../src/embedded/server.js';
import { freePort } from '../../../support/free-port.js';
import {
  isRunning,
  killAndWait,
  newDataDir,
  open,
  postmasterOf,
  query,
  SETTINGS,
  supervisorOf,
  useEmbeddedDatabases,
} from './embedded-databases.js';

useEmbeddedDatabases();

describe('opening the built-in database', () => {
  it('stops a server whose supervisor was killed, and starts it again with all its data', async () => {
    const dataDir = newDataDir();
    const { url } = await open(dataDir);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const orphan = postmasterOf(dataDir);
    await killAndWait(supervisorOf(dataDir).pid);
    expect(isRunning(orphan)).toBe(true);

    const next = await open(dataDir);
    expect(isRunning(orphan)).toBe(false);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('recovers when supervisor and server were killed together, as by a power cut', async () => {
    const dataDir = newDataDir();
    const { url } = await open(dataDir);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const server = postmasterOf(dataDir);
    await killAndWait(supervisorOf(dataDir).pid);
    await killAndWait(server);
    expect(existsSync(join(dataDir, 'supervisor.json'))).toBe(true);
    expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(true);

    const next = await open(dataDir);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('ignores a lock file whose process id now belongs to another program, and leaves that program alone', async () => {
    const dataDir = newDataDir();
    await (await open(dataDir)).release();
    const other = spawnOtherProgram(join(dataDir, 'postgresql'));
    const lockFile = join(dataDir, 'postgresql/postmaster.pid');
    writeFileSync(
      lockFile,
      `${String(other.pid)}\n${join(dataDir, 'postgresql')}\n1700000000\n5432\n\n127.0.0.1\n`,
    );
    try {
      await query((await open(dataDir)).url, 'SELECT 1');
      expect(other.exitCode ?? other.signalCode).toBeNull();
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('replaces the state file of a supervisor whose port now belongs to another program', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    const other = await listen((socket) => socket.end('220 mail.example.org ESMTP\r\n'));
    const { port } = other.address() as AddressInfo;
    writeFileSync(
      join(dataDir, 'supervisor.json'),
      JSON.stringify({ pid: process.pid, port, secret: 'old' }),
    );
    try {
      await query((await open(dataDir)).url, 'SELECT 1');
      expect(supervisorOf(dataDir).secret).not.toBe('old');
    } finally {
      other.close();
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

  it('tries another port when another program takes the first one', async () => {
    const dataDir = newDataDir();
    await (await open(dataDir)).release();
    const other = await listen((socket) => socket.end());
    const { port: taken } = other.address() as AddressInfo;
    try {
      const server = await startDirectly(dataDir, [taken, await freePort()]);
      await query(server.url, 'SELECT 1').finally(server.stop);
      expect(new URL(server.url).port).not.toBe(String(taken));
    } finally {
      other.close();
    }
  });
});

/** A process of the server's user: PostgreSQL only minds those. */
function spawnOtherProgram(clusterDir: string): ChildProcess {
  const { uid, gid } = statSync(clusterDir);
  return spawn('/bin/sleep', ['600'], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) });
}

async function startDirectly(dataDir: string, ports: number[]): Promise<PostgresServer> {
  const binaries = await findBinaries();
  const user = chooseServerUser(dataDir, join(dataDir, 'postgresql'), binaries);
  const choosePort = (): Promise<number> => Promise.resolve(ports.shift() ?? 0);
  return startServer({ dataDir, binaries, user, settings: SETTINGS, choosePort });
}

async function listen(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
