import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** For a pool that may wait as long as a busy machine needs: how long a request waits at most is tested on its own. */
export const PATIENT = { statementTimeout: 0, connectTimeout: 0 } as const;

/** A database of one test's own, on the server that the whole run shares. */
export interface TestDatabase {
  readonly url: string;
  /** Closes what connections are left. A pool without an `error` listener would end the process: close it before. */
  drop(): Promise<void>;
}

/** A migrated database without data: a clone, made in about 30 ms. */
export function freshDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${given('HOLDFAST_TEST_TEMPLATE')}`);
}

/** A database without any table. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(properties: string): Promise<TestDatabase> {
  const name = `${given('HOLDFAST_TEST_TEMPLATE')}_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} ${properties}`);
  const url = new URL(given('HOLDFAST_TEST_SERVER'));
  url.pathname = name;
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(statement: string): Promise<void> {
  const server = new pg.Client(given('HOLDFAST_TEST_SERVER'));
  await server.connect();
  try {
    await server.query(statement);
  } finally {
    await server.end();
  }
}

/** Set for all tests by global-setup.mjs. */
function given(name: 'HOLDFAST_TEST_SERVER' | 'HOLDFAST_TEST_TEMPLATE'): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: run the tests by Jest with this project's configuration`);
  return value;
}
