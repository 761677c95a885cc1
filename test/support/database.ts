import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { eventually } from './clock.js';

/** The workers of the Citus cluster that the tests run on, if it is one. */
const WORKERS = (process.env.HOLDFAST_TEST_WORKERS ?? '').split(' ').filter((url) => url !== '');

/** The tests run on a Citus cluster. */
export const IS_CLUSTER = WORKERS.length > 0;

/** A test of what a Citus cluster does not have: docs/testing.md names such tests. */
export const onePostgreSql = IS_CLUSTER ? test.skip : test;

/** For pools that may wait as long as a busy machine needs. Only a few tests are about how long a request waits. */
export const NO_TIMEOUTS = { statementTimeout: 0, connectTimeout: 0, customPlans: IS_CLUSTER } as const;

/** A database for one test, on the server that all tests share. */
export interface TestDatabase {
  readonly url: string;
  /** Ends the open connections. Close pools before: one without an `error` listener would end the process. */
  drop(): Promise<void>;
}

/** A migrated database without data. It is a copy of files, which takes a quarter of the time that a copy by the log takes. */
export function freshDatabase(): Promise<TestDatabase> {
  const template = environmentVariable('HOLDFAST_TEST_TEMPLATE');
  return createDatabase(`TEMPLATE ${template} STRATEGY FILE_COPY`, WORKERS);
}

/** A database without tables. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('', []);
}

/** @param workers where the database has a part of the same name */
async function createDatabase(properties: string, workers: readonly string[]): Promise<TestDatabase> {
  const name = `${environmentVariable('HOLDFAST_TEST_TEMPLATE')}_${randomBytes(6).toString('hex')}`;
  const url = new URL(environmentVariable('HOLDFAST_TEST_SERVER'));
  // The coordinator first: it keeps looking at its workers.
  const onEach = async (statement: string): Promise<void> => {
    for (const server of [environmentVariable('HOLDFAST_TEST_SERVER'), ...workers])
      await onServer(server, statement);
  };
  await onEach(`CREATE DATABASE ${name} ${properties}`);
  url.pathname = name;
  const drop = (): Promise<void> => onEach(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  // A process of Citus that is just connecting to another node ends with no FORCE.
  return { url: url.href, drop: IS_CLUSTER ? () => eventually(drop) : drop };
}

/** Its address on each node: first that of the coordinator. On one PostgreSQL, the same address twice. */
export function nodesOf({ url }: TestDatabase): string[] {
  const { pathname } = new URL(url);
  const others = WORKERS.map((worker) => {
    const node = new URL(worker);
    node.pathname = pathname;
    return node.href;
  });
  return [url, ...(IS_CLUSTER ? others : [url])];
}

/** Runs a statement on the test server, in no test's database. */
export function onTestServer(statement: string): Promise<void> {
  return onServer(environmentVariable('HOLDFAST_TEST_SERVER'), statement);
}

/** By server. A worker keeps its sessions: a new one costs a server more than most statements of a test. */
const pools = new Map<string, pg.Pool>();

async function onServer(url: string, statement: string): Promise<void> {
  let pool = pools.get(url);
  if (pool === undefined) {
    pool = new pg.Pool({ connectionString: url, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // The server stops before the last worker has ended.
    pool.on('error', () => undefined);
    pools.set(url, pool);
  }
  await pool.query(statement);
}

/** global-setup.mjs sets it for all tests. */
function environmentVariable(name: 'HOLDFAST_TEST_SERVER' | 'HOLDFAST_TEST_TEMPLATE'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run the tests by npm test`);
  return value;
}
