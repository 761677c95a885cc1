import pg from 'pg';
import { Database } from '../../dist/platform/database/database.js';
import { migrate, MigrationError } from '../../dist/platform/database/migrations.js';
import { examine } from '../../dist/doctor/doctor.js';
import { rebuildCounters } from '../../dist/doctor/repair.store.js';
import { prepareJobs } from '../../dist/platform/jobs.js';
import { planLibraries } from './plan.mjs';
import * as sql from './load.sql.mjs';

/**
 * Makes the measured libraries by statements that run in the server itself (INSERT … SELECT), the fastest way there is,
 * unless an earlier run has left them.
 *
 * @param {string} url of the embedded database
 * @param {'full' | 'quick'} size
 * @param {(line: string) => void} log
 */
export async function prepareLibraries(url, size, log) {
  const { version, queues } = planLibraries(size);
  if (await isKept(url, version)) {
    log('The libraries of the last run are still there.');
    return;
  }
  await emptyDatabase(url);
  await migrate(url);
  await prepareJobs(url);
  const seconds = await timed(() => load(url, queues));
  log(`Loaded ${queues.reduce((sum, { length }) => sum + length, 0)} holds in ${seconds.toFixed(1)} s.`);
  await check(url, log);
  await withSession(url, (session) => session.query(sql.KEEP, [version]));
}

async function isKept(url, version) {
  try {
    await migrate(url);
    await prepareJobs(url);
  } catch (error) {
    if (error instanceof MigrationError) return false;
    throw error;
  }
  return withSession(url, async (session) => {
    const { rows } = await session.query(sql.IS_KEPT);
    if (!rows[0].exists) return false;
    const kept = await session.query(sql.WHAT_IS_KEPT);
    return kept.rows[0]?.version === version;
  });
}

/** Begins anew rather than from what another version of this file has made. */
async function emptyDatabase(url) {
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
    await countAnew(session);
    await session.query(sql.REMEMBER);
  });
  await withSession(url, async (session) => {
    await session.query('VACUUM (ANALYZE)');
    await session.query('CHECKPOINT');
  });
}

/** The same checks as `holdfast doctor`: what is measured is what the service itself could have made. */
async function check(url, log) {
  const database = new Database({ url, poolSize: 2, statementTimeout: 0 });
  let broken = [];
  try {
    const seconds = await timed(async () => (broken = await examine(database)));
    log(`Checked all promises of the doctor in ${seconds.toFixed(1)} s: ${broken.length} breaches.`);
  } finally {
    await database.close();
  }
  if (broken.length > 0)
    throw new Error(`The loaded libraries are broken:\n${broken.slice(0, 10).join('\n')}`);
}

/** Puts back what a run has moved: copies, loans and jobs; and holds that an interrupted run has left. */
export async function restore(session) {
  const { rowCount } = await session.query(sql.REMOVE_LEFTOVER_HOLDS);
  if (rowCount > 0) await countAnew(session);
  for (const step of sql.PUT_BACK) await session.query(step);
}

async function countAnew(session) {
  await session.query('BEGIN');
  await rebuildCounters({ run: async ({ text }, values) => (await session.query(text, values)).rows });
  await session.query('COMMIT');
}

/** @returns what `work` returns, with a session of its own and no limits of time */
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
  const begun = Date.now();
  await work();
  return (Date.now() - begun) / 1000;
}
