import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openEmbeddedDatabase } from '../../dist/embedded/embedded-database.js';
import { Database } from '../../dist/platform/database/database.js';
import { migrate, MigrationError } from '../../dist/platform/database/migrations/migrations.js';
import { examine } from '../../dist/cli/doctor/doctor.js';
import { rebuildCounters } from '../../dist/cli/doctor/repair.store.js';
import { prepareJobs } from '../../dist/platform/jobs/jobs.js';
import { planLibraries } from './plan.mjs';
import * as sql from './load.sql.mjs';

const FOLDERS = { quick: 'bench-quick', full: 'bench' };

/** Where the libraries of this size are kept, `quick` or `full`. */
export const folderOf = (size) => fileURLToPath(new URL(`../../.data/${FOLDERS[size]}`, import.meta.url));

/** The embedded database with the libraries of this size. @returns its address; the caller must `release` it */
export async function openLibraries(size, log = console.log) {
  const database = await openEmbeddedDatabase(folderOf(size));
  try {
    await prepareLibraries(database.url, size, log);
    return database;
  } catch (error) {
    await database.release();
    throw error;
  }
}

/**
 * Creates the measured libraries with statements that run inside the server (INSERT … SELECT), which is the fastest way.
 * Reuses the libraries of an earlier run.
 *
 * @param {string} url of the embedded database
 * @param {'full' | 'quick'} size
 * @param {(line: string) => void} log
 */
export async function prepareLibraries(url, size, log) {
  const { version, queues } = planLibraries(size);
  if (await isUpToDate(url, version)) {
    log('Reusing the libraries of the last run.');
    // What earlier runs have left would make the first searches twice as slow as in new libraries.
    await withSession(url, (session) => session.query('VACUUM (ANALYZE)'));
    return;
  }
  await recreateDatabase(url);
  await migrate(url);
  await prepareJobs(url);
  const seconds = await timed(() => load(url, queues));
  log(`Loaded ${queues.reduce((sum, { length }) => sum + length, 0)} holds in ${seconds.toFixed(1)} s.`);
  await check(url, log);
  await withSession(url, (session) => session.query(sql.SAVE_VERSION, [version]));
}

async function isUpToDate(url, version) {
  try {
    await migrate(url);
    await prepareJobs(url);
  } catch (error) {
    if (error instanceof MigrationError) return false;
    throw error;
  }
  return withSession(url, async (session) => {
    const { rows } = await session.query(sql.HAS_VERSION);
    if (!rows[0].exists) return false;
    const stored = await session.query(sql.READ_VERSION);
    return stored.rows[0]?.version === version;
  });
}

/** Starts from an empty database: the old one may be from another version of this file. */
async function recreateDatabase(url) {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = 'postgres';
  await withSession(server.href, async (session) => {
    await session.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await session.query(`CREATE DATABASE ${name}`);
  });
}

async function load(url, queues) {
  await withSession(url, async (session) => {
    const indexes = await session.query(sql.INDEXES_TO_BUILD_AFTERWARDS);
    await session.query(sql.PREPARE);
    for (const { name } of indexes.rows) await session.query(`DROP INDEX "${name}"`);
    const column = (name) => queues.map((queue) => queue[name]);
    await session.query(sql.PLAN, sql.PLANNED.map(column));
    for (const step of sql.STEPS) await session.query(step);
    for (const { definition } of indexes.rows) await session.query(definition);
    await rebuildAllCounters(session);
    await session.query(sql.SAVE_STATE);
  });
  await withSession(url, async (session) => {
    await session.query('VACUUM (ANALYZE)');
    await session.query('CHECKPOINT');
  });
}

/** Runs the checks of `holdfast doctor`, so that the measured data could be the service's own. */
async function check(url, log) {
  const database = new Database({ url, poolSize: 2, statementTimeout: 0 });
  let violations = [];
  try {
    const seconds = await timed(async () => ({ violations } = await examine(database)));
    log(`Checked all invariants in ${seconds.toFixed(1)} s: ${violations.length} violations.`);
  } finally {
    await database.close();
  }
  if (violations.length > 0)
    throw new Error(`The loaded libraries violate invariants:\n${violations.slice(0, 10).join('\n')}`);
}

/** Restores copies, loans and jobs after a run, and removes holds left by an interrupted run. */
export async function restore(session) {
  const { rowCount } = await session.query(sql.REMOVE_LEFTOVER_HOLDS);
  if (rowCount > 0) await rebuildAllCounters(session);
  for (const step of sql.RESTORE_STEPS) await session.query(step);
}

async function rebuildAllCounters(session) {
  await session.query('BEGIN');
  await rebuildCounters({ run: async ({ text }, values) => (await session.query(text, values)).rows });
  await session.query('COMMIT');
}

/** Runs `work` with its own session, without timeouts. */
export async function withSession(url, work) {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

async function timed(work) {
  const started = Date.now();
  await work();
  return (Date.now() - started) / 1000;
}
