#!/usr/bin/env node
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database } from '../../dist/platform/database/database.js';
import { migrate } from '../../dist/platform/database/migrations.js';
import { openEmbeddedDatabase } from '../../dist/embedded/embedded-database.js';
import { prepareJobs } from '../../dist/platform/jobs.js';
import { examine } from '../../dist/doctor/doctor.js';
import { startHelper } from '../processes.mjs';
import { startWorker } from './worker.mjs';
import * as sql from './expire.sql.mjs';

/**
 * Many pickups that are missed in one moment, each with somebody waiting behind it: how fast workers hand the copies on,
 * how late they are, and whether each was handled once. Needs a build (`npm run build`).
 *
 *   node bench/timers/expire.mjs --pickups 10000 --workers 2
 */

const { values: options } = parseArgs({
  options: {
    pickups: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '2' },
    /** Queues that the pickups are spread over. By default each has its own. */
    queues: { type: 'string' },
    /** Holds without an address: nobody is told. */
    'no-mail': { type: 'boolean', default: false },
  },
});
const pickups = Number(options.pickups);
const queues = Number(options.queues ?? options.pickups);
const workers = Number(options.workers);

/** Until the moment comes: the workers are up, and asleep, by then. */
const SECONDS_AHEAD = 12;
const MAX_TOKEN_SECONDS = 900;

const dataDir = join(fileURLToPath(new URL('../..', import.meta.url)), '.data', 'bench-timers');
await rm(dataDir, { recursive: true, force: true });
await mkdir(dataDir, { recursive: true });
const embedded = await openEmbeddedDatabase(dataDir);
const database = new Database({ url: embedded.url, poolSize: 3, statementTimeout: 0 });
const session = new pg.Client(embedded.url);
const mail = startHelper('./timers/mail-sink.mjs');
try {
  await session.connect();
  await measure();
} finally {
  await mail.stop();
  await session.end();
  await database.close();
  await embedded.release();
}

async function measure() {
  await migrate(embedded.url);
  await prepareJobs(embedded.url);
  for (const step of sql.LOAD) await session.query(step(queues, pickups / queues, !options['no-mail']));
  await session.query(sql.WITNESS);
  await session.query('VACUUM ANALYZE');
  await report('before', await examine(database));

  const { rows } = await session.query(sql.SET_MOMENT, [SECONDS_AHEAD]);
  const moment = Number(rows[0].moment) * 1000;
  const { port } = await mail.ask('listen');
  const crew = await Promise.all(Array.from({ length: workers }, () => startWorker(embedded.url, port)));
  if (Date.now() > moment) throw new Error('The workers came too late: let the moment be further ahead.');
  const { finished, begun, longestLag } = await watch(moment, crew);
  const seconds = (finished - moment) / 1000;
  console.log(`${pickups} missed pickups in ${queues} queues, ${workers} workers:`);
  console.log(`  handed on in ${seconds.toFixed(1)} s, ${Math.round(pickups / seconds)} a second`);
  console.log(
    `  begun after ${((begun - moment) / 1000).toFixed(2)} s at most; lag at most ${longestLag.toFixed(1)} s`,
  );
  const shares = await Promise.all(crew.map(({ metric }) => metric('holdfast_settled_queues_total')));
  console.log(`  settled queues by worker: ${shares.join(', ')}`);
  console.log(`  CPU seconds by worker: ${crew.map(({ cpuSeconds }) => cpuSeconds().toFixed(1)).join(', ')}`);
  if (!options['no-mail']) await reportMail(moment);
  for (const each of crew) await each.stop();
  const witnessed = await session.query(sql.WITNESSED);
  for (const row of witnessed.rows) console.log(`  ${row.deed}: ${row.times} times, to ${row.holds} holds`);
  await report('after', await examine(database));
}

/** Looks every tenth of a second what is still due. */
async function watch(moment, crew) {
  await sleep(moment - Date.now());
  let begun;
  let longestLag = 0;
  for (const deadline = moment + MAX_TOKEN_SECONDS * 1000; Date.now() < deadline; await sleep(100)) {
    const { rows } = await session.query(sql.STILL_DUE);
    const now = Date.now();
    if (rows[0].due < pickups) begun ??= now;
    if (rows[0].due === 0) return { finished: now, begun, longestLag };
    const lags = await Promise.all(crew.map(({ metric }) => metric('holdfast_timer_lag_seconds')));
    longestLag = Math.max(longestLag, ...lags);
  }
  throw new Error('The workers do not come to an end.');
}

async function reportMail(moment) {
  let mails = await mail.ask('count');
  for (const deadline = Date.now() + MAX_TOKEN_SECONDS * 1000; mails.received < pickups; await sleep(250)) {
    if (Date.now() > deadline) break;
    mails = await mail.ask('count');
  }
  const seconds = (mails.lastAt - moment) / 1000;
  console.log(
    `  ${mails.received} mails, ${mails.distinct} Message-IDs, the last one after ${seconds.toFixed(1)} s`,
  );
}

async function report(when, broken) {
  console.log(
    `  invariants ${when}: ${broken.length === 0 ? 'all true' : broken.slice(0, 5).join('\n    ')}`,
  );
  if (broken.length > 0) process.exitCode = 1;
}
