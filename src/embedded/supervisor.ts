/**
 * The process that owns the embedded PostgreSQL, and starts it again if it ends by itself. Each process that uses the
 * database holds a lease, which is an open connection to this process. When the last lease ends, this process stops
 * PostgreSQL and exits. Several processes can therefore share one database, in any order of starting and ending, and a
 * killed process releases its lease too.
 *
 * embedded-database.ts starts it with its options as the only argument. It sends its address over the IPC channel. Its
 * stderr is the database's log.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries, readMajorVersion } from './binaries.js';
import { clusterExists, clusterFolder, createCluster, changeOwner, removeDrafts } from './cluster.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { LeaseServer } from './lease-server.js';
import { logFile } from './log.js';
import { readLockFile } from './postmaster.js';
import { freePort, type Server, type ServerOptions, startServer } from './server.js';
import { chooseServerUser } from './server-user.js';
import { claimState, releaseState } from './state-file.js';
import { type SupervisorOptions, isAlive } from './supervisor-link.js';

/** For half a minute: the processes of a server that was killed may take a while to end. */
const RESTART_ATTEMPTS = 100;
const MAX_RESTARTS = 5;

const { dataDir, settings, port } = JSON.parse(process.argv[2] ?? '') as SupervisorOptions;
const secret = randomBytes(24).toString('hex');
const leases = new LeaseServer(secret, shutDownIfUnused);
const address = { pid: process.pid, port: await leases.open(), secret };
let shutdown: Promise<void> | undefined;
const restarts: number[] = [];

// The process that started us counts as a user until it closes the IPC channel, which it does once it has a lease.
process.once('disconnect', shutDownIfUnused);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void shutDown());
let starting = start();

/** Undefined if there is no server: the start failed, or another supervisor runs the folder. */
async function start(): Promise<Server | undefined> {
  try {
    await new Promise((done) => (process.send ? process.send(address, done) : done(undefined)));
    shutDownIfUnused();
    if (!(await claimState(dataDir, address, isAlive))) return void shutDown();
    const cluster = await prepareCluster();
    // A signal may have arrived in the meantime.
    if (shutdown) return undefined;
    const formerPort = port ?? readLockFile(clusterFolder(dataDir))?.port;
    return await run({ dataDir, settings, ...cluster, choosePort: firstOf(formerPort, freePort) });
  } catch (error) {
    return fail(error);
  }
}

async function run(options: ServerOptions): Promise<Server> {
  const server = await startServer(options);
  if (!shutdown) leases.announce({ state: 'ready', url: server.url });
  void server.exited.then(() => {
    if (!shutdown) starting = restart(options, Number(new URL(server.url).port));
  });
  return server;
}

/** Starts a server that has ended by itself, at the same address, because its users know no other. */
async function restart(options: ServerOptions, samePort: number): Promise<Server | undefined> {
  try {
    console.error('PostgreSQL has ended unexpectedly and is being started again.');
    leases.announce({ state: 'pending', restarting: true });
    requireCluster();
    countRestart();
    return await run({ ...options, choosePort: () => Promise.resolve(samePort), attempts: RESTART_ATTEMPTS });
  } catch (error) {
    return fail(error);
  }
}

function requireCluster(): void {
  const clusterDir = clusterFolder(dataDir);
  if (existsSync(join(clusterDir, 'PG_VERSION'))) return;
  throw new EmbeddedDatabaseError(
    `The embedded database has stopped, and its folder ${clusterDir} is gone. Restore it from a backup, or start Holdfast ` +
      'again with an empty database.',
  );
}

function countRestart(): void {
  const aMinuteAgo = Date.now() - 60_000;
  if (restarts.push(Date.now()) > MAX_RESTARTS && (restarts.shift() ?? 0) > aMinuteAgo)
    throw new EmbeddedDatabaseError(
      `The embedded database has stopped ${String(MAX_RESTARTS + 1)} times within a minute. See its log, ${logFile(dataDir)}.`,
    );
}

function fail(error: unknown): undefined {
  console.error(error);
  // Before the announcement: a client that retries at once must not find this supervisor again.
  releaseState(dataDir, address);
  leases.announce({ state: 'failed', message: describe(error) });
}

/** The first time the given port, then what `others` says. */
function firstOf(first: number | undefined, others: () => Promise<number>): () => Promise<number> {
  let next = first;
  return () => {
    const chosen = next;
    next = undefined;
    return chosen ? Promise.resolve(chosen) : others();
  };
}

async function prepareCluster(): Promise<Pick<ServerOptions, 'binaries' | 'user'>> {
  removeDrafts(dataDir);
  const binaries = await findBinaries();
  const clusterDir = clusterFolder(dataDir);
  const exists = clusterExists(clusterDir, readMajorVersion(binaries));
  const user = chooseServerUser(dataDir, clusterDir, binaries);
  if (exists) changeOwner(clusterDir, user);
  else await createCluster(dataDir, binaries, user);
  return { binaries, user };
}

function describe(error: unknown): string {
  if (error instanceof EmbeddedDatabaseError) return error.message;
  return `The embedded database can't be started: ${(error as Error).message}`;
}

/** @returns whether this process shuts down */
function shutDownIfUnused(): boolean {
  const unused = !process.connected && !leases.inUse;
  if (unused) void shutDown();
  return unused;
}

function shutDown(): Promise<void> {
  shutdown ??= (async () => {
    // A client that connects now waits until this process has exited, then starts another supervisor.
    leases.announce({ state: 'pending' });
    const server = await starting;
    await server?.stop();
    releaseState(dataDir, address);
    await leases.close();
    process.exit();
  })();
  return shutdown;
}
