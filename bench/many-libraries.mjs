#!/usr/bin/env node
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, URLSearchParams } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { sampleLibraries } from '../dist/circulation/library-days.store.js';
import { findDueQueues, findSecondsToNextDue } from '../dist/circulation/timers/timers.store.js';
import { openEmbeddedDatabase } from '../dist/embedded/embedded-database.js';
import { Database } from '../dist/platform/database/database.js';
import { migrate } from '../dist/platform/database/migrations/migrations.js';
import { LibrarySettings } from '../dist/platform/settings/library-settings.js';
import { prepareJobs } from '../dist/platform/jobs/jobs.js';
import { addAccount } from '../dist/staff/accounts/accounts.js';
import { startService } from './processes.mjs';
import { median } from './report/median.mjs';

/**
 * What grows with the number of libraries: the console's first page, the figures by day, and the settings that each process
 * keeps; the search of the timers, and a start. Needs a build (`npm run build`).
 *
 *   node bench/many-libraries.mjs --libraries 1000
 */

const { values: options } = parseArgs({
  options: {
    libraries: { type: 'string', default: '1000' },
    /** Queues of each library; every fourth has ten holds, and all copies are on loan. */
    queues: { type: 'string', default: '200' },
  },
});
const libraries = Number(options.libraries);
const queues = Number(options.queues);
const PATRONS = 50;
const PASSWORD = 'a password of the bench only';

const LIBRARIES = `generate_series(1, ${libraries}) AS website_id`;
const TITLES = `generate_series(1, ${queues}) AS number`;
const LOAD = [
  // The rows below satisfy the constraints.
  `SET session_replication_role = replica`,
  `INSERT INTO library (website_id, name) SELECT website_id, 'Library ' || website_id FROM ${LIBRARIES}`,
  `INSERT INTO library_settings (website_id, mail_from_name, requests_per_patron, notice_languages)
   SELECT website_id, 'Library ' || website_id, 100, '{en}' FROM ${LIBRARIES}`,
  `INSERT INTO collection (website_id, collection_id, name) SELECT website_id, 'main', 'Main' FROM ${LIBRARIES}`,
  `INSERT INTO patron_category (website_id, category, collection_token)
   SELECT website_id, 'adult', 'L' || website_id FROM ${LIBRARIES}`,
  `INSERT INTO category_collection (website_id, category, collection_id) SELECT website_id, 'adult', 'main' FROM ${LIBRARIES}`,
  `INSERT INTO patron_directory (patron_id, website_id)
   SELECT website_id * ${PATRONS} + number, website_id FROM ${LIBRARIES}, generate_series(1, ${PATRONS}) AS number`,
  `INSERT INTO patron (website_id, patron_id, category) SELECT website_id, patron_id, 'adult' FROM patron_directory`,
  `INSERT INTO title (reserve_id, cross_ref_id, title, format_class, formats, subjects, languages)
   SELECT md5('title ' || number)::uuid, number, 'Title ' || number, 'eBook', '{}', '{}', '{en}' FROM ${TITLES}`,
  `INSERT INTO title_queue (website_id, reserve_id, next_ticket, live_holds)
   SELECT website_id, reserve_id, CASE WHEN cross_ref_id % 4 = 0 THEN 11 ELSE 1 END, CASE WHEN cross_ref_id % 4 = 0 THEN 10 ELSE 0 END
   FROM ${LIBRARIES}, title`,
  `INSERT INTO copies (website_id, reserve_id, collection_id, owned, on_loan)
   SELECT website_id, reserve_id, 'main', 2, CASE WHEN live_holds > 0 THEN 2 ELSE 1 END FROM title_queue`,
  `INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, placed_at)
   SELECT website_id, reserve_id, ticket, website_id * ${PATRONS} + ticket, 'adult', now()
   FROM title_queue, generate_series(1, 10) AS ticket WHERE live_holds > 0`,
  `INSERT INTO import_run (website_id, import_id, file_name, started_by, bytes, started_at, alive_at, ended_at, rejected)
   SELECT website_id, gen_random_uuid(), 'copies.ndjson', 'bench', 10, now() - number * interval '5 hours', now(), now(),
     CASE WHEN website_id % 100 = 0 THEN 1 ELSE 0 END FROM ${LIBRARIES}, generate_series(1, 20) AS number`,
  `SET session_replication_role = origin`,
  `VACUUM ANALYZE`,
];

const dataDir = join(fileURLToPath(new URL('..', import.meta.url)), '.data', 'bench-many-libraries');
await rm(dataDir, { recursive: true, force: true });
await mkdir(dataDir, { recursive: true });
const embedded = await openEmbeddedDatabase(dataDir);
const database = new Database({ url: embedded.url, poolSize: 5, statementTimeout: 0 });
const session = new pg.Client(embedded.url);
try {
  await session.connect();
  await migrate(embedded.url);
  await prepareJobs(embedded.url);
  for (const statement of LOAD) await session.query(statement);
  console.log(`${libraries} libraries with ${queues} queues each`);
  await measureFigures();
  await measureSettings();
  await measureTimers();
  await measurePages();
} finally {
  await session.end();
  await database.close();
  await embedded.release();
}

async function measureFigures() {
  const started = performance.now();
  let rounds = 0;
  while ((await sampleLibraries(database)) > 0) rounds += 1;
  console.log(`figures by day: ${seconds(performance.now() - started)} in ${rounds} rounds`);
}

/** What each process does every five seconds. */
async function measureSettings() {
  const settings = new LibrarySettings(database);
  await settings.read();
  const times = [];
  for (let turn = 0; turn < 21; turn += 1) {
    const started = performance.now();
    await settings.read();
    times.push(performance.now() - started);
  }
  console.log(`settings read again: ${milliseconds(median(times))}`);
}

/** What a worker asks each time that it wakes up. */
async function measureTimers() {
  const times = [];
  for (let turn = 0; turn < 21; turn += 1) {
    const started = performance.now();
    await findDueQueues(database, undefined, 100);
    await findSecondsToNextDue(database, undefined);
    times.push(performance.now() - started);
  }
  console.log(`what is due, and when the next is: ${milliseconds(median(times))}`);
}

async function measurePages() {
  await addAccount(database, { name: 'ann', password: PASSWORD, roles: ['admin'], websiteId: 1 });
  await session.query(`INSERT INTO staff_role (website_id, staff_id, role)
    SELECT website_id, staff_id, 'admin' FROM ${LIBRARIES}, staff ON CONFLICT DO NOTHING`);
  const started = performance.now();
  const service = await startService(embedded.url, [], { settings: { CONSOLE: 'true' } });
  console.log(`ready: ${seconds(performance.now() - started)}`);
  try {
    const url = `http://127.0.0.1:${service.port}`;
    const headers = { 'X-Forwarded-Proto': 'https', 'Sec-Fetch-Site': 'same-origin' };
    const answer = await fetch(`${url}/console/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ name: 'ann', password: PASSWORD }),
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    for (const path of ['/console', '/console/libraries', '/console/libraries/1']) {
      const times = [];
      let bytes = 0;
      for (let turn = 0; turn < 11; turn += 1) {
        const started = performance.now();
        const page = await fetch(url + path, { headers: { ...headers, Cookie: cookie } });
        bytes = (await page.text()).length;
        if (page.status !== 200) throw new Error(`${path} answered ${page.status}.`);
        times.push(performance.now() - started);
      }
      console.log(
        `${path}: ${milliseconds(median(times))}, at most ${milliseconds(Math.max(...times))}, ${bytes} characters`,
      );
    }
  } finally {
    await service.stop();
  }
}

function milliseconds(value) {
  return `${value.toFixed(1)} ms`;
}

function seconds(value) {
  return `${(value / 1000).toFixed(2)} s`;
}
