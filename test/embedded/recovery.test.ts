import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { findBinaries } from '../../src/embedded/binaries.js';
import { type Server as PostgresServer, startServer } from '../../src/embedded/server.js';
import { chooseServerUser } from '../../src/embedded/server-user.js';
import {
  isRunning,
  killHard,
  newDataDir,
  open,
  postmasterOf,
  query,
  SETTINGS,
  supervisorOf,
} from './support.js';

describe('opening the built-in database', () => {
  it('stops a server whose supervisor was killed, and starts it anew with all its data', async () => {
    const dataDir = newDataDir();
    const { url } = await open(dataDir);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const orphan = postmasterOf(dataDir);
    await killHard(supervisorOf(dataDir).pid);
    expect(isRunning(orphan)).toBe(true);

    const next = await open(dataDir);
    expect(isRunning(orphan)).toBe(false);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('recovers when supervisor and server were both killed, as by a power cut', async () => {
    const dataDir = newDataDir();
    const { url } = await open(dataDir);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const server = postmasterOf(dataDir);
    await killHard(supervisorOf(dataDir).pid);
    await killHard(server);
    expect(existsSync(join(dataDir, 'supervisor.json'))).toBe(true);
    expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(true);

    const next = await open(dataDir);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('goes past a lock file whose process number now belongs to a stranger, and leaves the stranger alone', async () => {
    const dataDir = newDataDir();
    await (await open(dataDir)).release();
    const stranger = spawnStranger(join(dataDir, 'postgresql'));
    const lockFile = join(dataDir, 'postgresql/postmaster.pid');
    writeFileSync(
      lockFile,
      `${String(stranger.pid)}\n${join(dataDir, 'postgresql')}\n1700000000\n5432\n\n127.0.0.1\n`,
    );
    try {
      await query((await open(dataDir)).url, 'SELECT 1');
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('replaces the state file of a supervisor whose port now belongs to another program', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    const stranger = await listen((socket) => socket.end('220 mail.example.org ESMTP\r\n'));
    const { port } = stranger.address() as AddressInfo;
    writeFileSync(
      join(dataDir, 'supervisor.json'),
      JSON.stringify({ pid: process.pid, port, secret: 'old' }),
    );
    try {
      await query((await open(dataDir)).url, 'SELECT 1');
      expect(supervisorOf(dataDir).secret).not.toBe('old');
    } finally {
      stranger.close();
    }
  });

  it('replaces a state file that makes no sense', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'supervisor.json'), '{"pid":');
    await query((await open(dataDir)).url, 'SELECT 1');
  });

  it('makes the database afresh when that was interrupted, and clears the remains away', async () => {
    const dataDir = newDataDir();
    const remains = join(dataDir, 'postgresql.new-abc123');
    mkdirSync(join(remains, 'cluster'), { recursive: true });
    writeFileSync(join(remains, 'cluster/PG_VERSION'), '18\n');
    await query((await open(dataDir)).url, 'SELECT 1');
    expect(existsSync(remains)).toBe(false);
  });

  it('begins the log afresh when it has grown over a megabyte', async () => {
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

  it('tries another port when somebody takes the first one before the server does', async () => {
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

/** A process of the very user that the server runs as; only such a one gets in PostgreSQL's way. */
function spawnStranger(clusterDir: string): ChildProcess {
  const { uid, gid } = statSync(clusterDir);
  return spawn('/bin/sleep', ['600'], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) });
}

async function startDirectly(dataDir: string, ports: number[]): Promise<PostgresServer> {
  const binaries = await findBinaries();
  const user = chooseServerUser(dataDir, join(dataDir, 'postgresql'), binaries);
  const choosePort = (): Promise<number> => Promise.resolve(ports.shift() ?? 0);
  return startServer({ dataDir, binaries, user, settings: SETTINGS, choosePort });
}

async function freePort(): Promise<number> {
  const server = await listen(() => undefined);
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function listen(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
