/**
 * The process that owns the built-in PostgreSQL. Whoever uses the database holds a lease, which is a connection to
 * this process; when the last lease ends, it stops PostgreSQL and goes. So several processes can share one database,
 * none of them need outlive the others, and one that is killed can't forget to hang up.
 *
 * Started by embedded-database.ts with its plan as the only argument; says over the IPC channel where it listens.
 * Its stderr is the database's log.
 */
import { randomBytes } from 'node:crypto';
import { findBinaries, readMajorVersion } from './binaries.js';
import { clusterExists, clusterFolder, createCluster, giveTo, removeDrafts } from './cluster.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { LeaseServer } from './lease-server.js';
import { type Server, type ServerPlan, startServer } from './server.js';
import { chooseServerUser } from './server-user.js';
import { claimState, releaseState } from './state-file.js';
import { type SupervisorPlan, isAlive } from './supervisor-link.js';

const { dataDir, settings } = JSON.parse(process.argv[2] ?? '') as SupervisorPlan;
const secret = randomBytes(24).toString('hex');
const leases = new LeaseServer(secret, endIfUnused);
const me = { pid: process.pid, port: await leases.open(), secret };
let ending: Promise<void> | undefined;

// Whoever started us counts as a user until they have taken their lease, after which they close the channel.
process.once('disconnect', endIfUnused);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void end());
const starting = start();

/** Undefined if there is no server, because it failed or because another supervisor has it. */
async function start(): Promise<Server | undefined> {
  try {
    await new Promise((done) => (process.send ? process.send(me, done) : done(undefined)));
    endIfUnused();
    if (!(await claimState(dataDir, me, isAlive))) return void end();
    const cluster = await prepareCluster();
    // By now we may have been told to end.
    if (ending) return undefined;
    const server = await startServer({ dataDir, settings, ...cluster });
    if (!ending) leases.announce({ state: 'ready', url: server.url });
    void server.exited.then(end);
    return server;
  } catch (error) {
    console.error(error);
    // First, so that somebody who reads the message and tries again at once isn't sent to us.
    releaseState(dataDir, me);
    leases.announce({ state: 'failed', message: describe(error) });
    return undefined;
  }
}

async function prepareCluster(): Promise<Pick<ServerPlan, 'binaries' | 'user'>> {
  removeDrafts(dataDir);
  const binaries = await findBinaries();
  const clusterDir = clusterFolder(dataDir);
  const exists = clusterExists(clusterDir, readMajorVersion(binaries));
  const user = chooseServerUser(dataDir, clusterDir, binaries);
  if (exists) giveTo(user, clusterDir);
  else await createCluster(dataDir, binaries, user);
  return { binaries, user };
}

function describe(error: unknown): string {
  if (error instanceof EmbeddedDatabaseError) return error.message;
  return `The built-in database can't be started: ${(error as Error).message}`;
}

/** Returns whether we end. */
function endIfUnused(): boolean {
  const unused = !process.connected && !leases.inUse;
  if (unused) void end();
  return unused;
}

function end(): Promise<void> {
  ending ??= (async () => {
    // Whoever comes now waits until we are gone, and then starts another supervisor.
    leases.announce({ state: 'pending' });
    const server = await starting;
    await server?.stop();
    releaseState(dataDir, me);
    await leases.close();
    process.exit();
  })();
  return ending;
}
