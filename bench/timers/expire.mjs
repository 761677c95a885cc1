#!/usr/bin/env node
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database } from '../../dist/platform/database/database.js';
import { migrate } from '../../dist/platform/database/migrations/migrations.js';
import { openEmbeddedDatabase } from '../../dist/embedded/embedded-database.js';
import { prepareJobs } from '../../dist/platform/jobs/jobs.js';
import { examine } from '../../dist/cli/doctor/doctor.js';
import { startHelper } from '../processes.mjs';
import { startWorker } from './worker.mjs';
import * as sql from './expire.sql.mjs';

/**
 * Many pickups expire at the same moment, each with a patron waiting behind it. Measures how fast workers hand the copies
 * over, how late they are, and whether each pickup was processed once. Needs a build (`npm run build`).
 *
 *   node bench/timers/expire.mjs --pickups 10000 --workers 2
 */

const { values: options } = parseArgs({
  options: {
    pickups: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '2' },
    /** Number of queues for the pickups. By default each pickup has its own. */
    queues: { type: 'string' },
    /** Holds without an e-mail address: no notices. */
    'no-mail': { type: 'boolean', default: false },
  },
});
const pickups = Number(options.pickups);
const queues = Number(options.queues ?? options.pickups);
const workers = Number(options.workers);

/** Time until the pickups expire. It must be long enough to start all workers. */
const SECONDS_AHEAD = 12;
const TIMEOUT_SECONDS = 900;

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
  await session.query(sql.RECORD_CHANGES);
  await session.query('VACUUM ANALYZE');
  await report('before', (await examine(database)).violations);

  const { rows } = await session.query(sql.SET_MOMENT, [SECONDS_AHEAD]);
  const moment = Number(rows[0].moment) * 1000;
  const { port } = await mail.ask('listen');
  const started = await Promise.all(Array.from({ length: workers }, () => startWorker(embedded.url, port)));
  if (Date.now() > moment) throw new Error('The workers started too late: increase SECONDS_AHEAD.');
  const { finished, firstAt, longestLag } = await watch(moment, started);
  const seconds = (finished - moment) / 1000;
  console.log(`${pickups} missed pickups in ${queues} queues, ${workers} workers:`);
  console.log(`  assigned in ${seconds.toFixed(1)} s, ${Math.round(pickups / seconds)} per second`);
  console.log(
    `  first copy assigned within ${((firstAt - moment) / 1000).toFixed(2)} s; lag at most ${longestLag.toFixed(1)} s`,
  );
  const shares = await Promise.all(started.map(({ metric }) => metric('holdfast_settled_queues_total')));
  console.log(`  queues by worker: ${shares.join(', ')}`);
  console.log(
    `  CPU seconds by worker: ${started.map(({ cpuSeconds }) => cpuSeconds().toFixed(1)).join(', ')}`,
  );
  if (!options['no-mail']) await reportMail(moment);
  for (const worker of started) await worker.stop();
  const changes = await session.query(sql.COUNT_CHANGES);
  for (const row of changes.rows) console.log(`  ${row.change}: ${row.times} times, ${row.holds} holds`);
  await report('after', (await examine(database)).violations);
}

/** Checks every 0.1 s how many pickups are still due. */
async function watch(moment, started) {
  await sleep(moment - Date.now());
  let firstAt;
  let longestLag = 0;
  for (const deadline = moment + TIMEOUT_SECONDS * 1000; Date.now() < deadline; await sleep(100)) {
    const { rows } = await session.query(sql.STILL_DUE);
    const now = Date.now();
    if (rows[0].due < pickups) firstAt ??= now;
    if (rows[0].due === 0) return { finished: now, firstAt, longestLag };
    const lags = await Promise.all(started.map(({ metric }) => metric('holdfast_timer_lag_seconds')));
    longestLag = Math.max(longestLag, ...lags);
  }
  throw new Error(`The workers did not finish within ${TIMEOUT_SECONDS} seconds.`);
}

async function reportMail(moment) {
  let mails = await mail.ask('count');
  for (const deadline = Date.now() + TIMEOUT_SECONDS * 1000; mails.received < pickups; await sleep(250)) {
    if (Date.now() > deadline) break;
    mails = await mail.ask('count');
  }
  const seconds = (mails.lastAt - moment) / 1000;
  console.log(
    `  ${mails.received} mails, ${mails.distinct} Message-IDs, last one after ${seconds.toFixed(1)} s`,
  );
}

async function report(when, violations) {
  console.log(
    `  invariants ${when}: ${violations.length === 0 ? 'no violations' : violations.slice(0, 5).join('\n    ')}`,
  );
  if (violations.length > 0) process.exitCode = 1;
}
