import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, readPassword, ROLE } from './cluster.js';
import { findServer, type Server, type ServerSettings, startServer, stopServer } from './server.js';

/** A session that tells other processes that this one uses the server. PostgreSQL ends it with the process. */
export interface Lease {
  readonly url: string;
  readonly ended: Promise<void>;
  /** The last one stops the server. */
  readonly end: () => Promise<void>;
}

/** The advisory lock that all leases share. The process that gets it alone is the last, and keeps others out until the server stops. */
const USERS = 1;
/** The server is being stopped or started, or another process has just created the database. */
const NOT_NOW = /ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|42P04|23505|Connection terminated/;
const POLL_MS = 20;

/** Starts a server, with these settings, if there is none. */
export async function takeLease(cluster: Cluster, settings?: ServerSettings): Promise<Lease> {
  for (; ; await sleep(POLL_MS)) {
    const server = findServer(cluster);
    const lease = server?.isReady && (await joinServer(cluster, server));
    if (lease) return lease;
    if (!server) await startServer(cluster, settings);
  }
}

/** @returns undefined if the server stops meanwhile */
async function joinServer(cluster: Cluster, { pid, port }: Server): Promise<Lease | undefined> {
  const address = `postgres://${ROLE}:${readPassword(cluster)}@127.0.0.1:${String(port)}`;
  const session = new pg.Client(`${address}/postgres`);
  const ended = new Promise<void>((resolve) => session.once('end', () => resolve()));
  session.on('error', () => undefined);
  try {
    await session.connect();
    await session.query('SELECT pg_advisory_lock_shared($1)', [USERS]);
    const { rowCount } = await session.query("SELECT FROM pg_database WHERE datname = 'holdfast'");
    if (rowCount === 0) await session.query('CREATE DATABASE holdfast');
  } catch (error) {
    await session.end();
    const { code = '', message } = error as pg.DatabaseError;
    if (NOT_NOW.test(`${code} ${message}`)) return undefined;
    throw error;
  }
  const end = async (): Promise<void> => {
    if (await isLast(session).catch(() => false)) await stopServer(cluster, pid);
    await session.end();
  };
  return { url: `${address}/holdfast`, ended, end };
}

async function isLast(session: pg.Client): Promise<boolean> {
  await session.query('SELECT pg_advisory_unlock_shared($1)', [USERS]);
  const { rowCount } = await session.query('SELECT WHERE pg_try_advisory_lock($1)', [USERS]);
  return rowCount === 1;
}
