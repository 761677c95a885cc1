/**
 * Measures two-word searches in a catalog of 1,000,000 titles, in the database and over HTTP.
 *
 *   node bench/catalog/search.mjs [--titles 1000000] [--searches 500] [--folder .data/bench-catalog]
 *
 * Needs a build. The first run imports the catalog and keeps it in the folder. With `--folder .data/bench-import` it uses
 * the catalog of `bench/import/import.mjs`.
 */
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { saveToken, newSecret } from '../../dist/access/tokens/tokens.store.js';
import { findCollectionsOfPatron } from '../../dist/catalog/collections/collections.store.js';
import { findBest, findStart } from '../../dist/catalog/search/found-words.store.js';
import { stabilizePages } from '../../dist/catalog/query/replanned.store.js';
import { readWords } from '../../dist/catalog/search/words.store.js';
import { openRecordsImport } from '../../dist/cli/command-context.js';
import { Database } from '../../dist/platform/database/database.js';
import { migrate } from '../../dist/platform/database/migrations/migrations.js';
import { openEmbeddedDatabase } from '../../dist/embedded/embedded-database.js';
import { prepareJobs } from '../../dist/platform/jobs/jobs.js';
import { startService } from '../processes.mjs';
import { twoWordSearches } from './queries.mjs';
import { BIG_LIBRARY, catalogRecords, SMALL_LIBRARY } from './titles.mjs';

const { values } = parseArgs({
  options: {
    titles: { type: 'string', default: '1000000' },
    searches: { type: 'string', default: '500' },
    folder: { type: 'string', default: '.data/bench-catalog' },
  },
});
const numberOfTitles = Number(values.titles);
mkdirSync(values.folder, { recursive: true });
const embedded = await openEmbeddedDatabase(values.folder);
await migrate(embedded.url);
await prepareJobs(embedded.url);
const database = new Database({ url: embedded.url, poolSize: 4, statementTimeout: 0 });
try {
  await importOnce();
  // PostgreSQL does this itself some time after an import. It merges the pending list of the word index into the index.
  await database.run({ name: '', text: 'VACUUM (ANALYZE)' });
  await database.run({ name: '', text: 'CHECKPOINT' });
  const searches = twoWordSearches(Number(values.searches), numberOfTitles);
  for (const websiteId of [BIG_LIBRARY, SMALL_LIBRARY]) {
    const patron = { websiteId, patronId: websiteId };
    const { owned } = await one('SELECT count(*)::int AS owned FROM copies WHERE website_id = $1', [
      websiteId,
    ]);
    console.log(
      `\nA library with ${owned} records of copies, in a catalog of ${numberOfTitles} titles. Load ${loadavg()[0].toFixed(1)}.`,
    );
    await measure('in the database', searches, await searcher(patron));
    await measureHttp(searches, patron);
  }
  for (const q of ['secret garden', 'historical fiction']) await explain(q);
} finally {
  await database.close();
  await embedded.release();
}

async function importOnce() {
  if ((await one('SELECT count(*)::int AS titles FROM title')).titles === numberOfTitles) return;
  const started = performance.now();
  const { applied } = await (await openRecordsImport(database)).run(lines());
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `Imported ${applied} records in ${seconds.toFixed(0)} s, ${(applied / seconds).toFixed(0)} per second.`,
  );
  // Three out of ten titles are on loan.
  await one('UPDATE copies SET on_loan = owned WHERE hashtext(reserve_id::text) % 10 IN (0, 1, 2)');
}

async function* lines() {
  let text = '';
  for (const record of catalogRecords(numberOfTitles)) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function one(text, given = []) {
  return (await database.run({ name: '', text }, given))[0];
}

/** The service's statements for one page, without the lookup of its titles by key. */
async function searcher(patron) {
  const collections = await findCollectionsOfPatron(database, patron);
  return ({ q }) =>
    database.transaction(async (connection) => {
      await stabilizePages(connection);
      const asked = await readWords(connection, q);
      return findBest(connection, await filterOf(connection, collections, asked), asked, false);
    });
}

async function filterOf(connection, collections, asked) {
  const start = await findStart(connection, collections, asked);
  return { collections, filters: { onlyAvailable: false }, limit: 25, offset: 0, start };
}

async function measureHttp(searches, { patronId }) {
  const service = await startService(embedded.url);
  try {
    const token = newSecret();
    await saveToken(database, token, patronId, 3600);
    const get = (path) =>
      fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const { collectionToken } = await (await get('/v1/patrons/me')).json();
    const search = async ({ q }) => {
      const answer = await get(`/v1/collections/${collectionToken}/products/?q=${encodeURIComponent(q)}`);
      if (answer.status !== 200) throw new Error(`The search for ${q} returned ${answer.status}.`);
      return answer.json();
    };
    await measure('over HTTP', searches, search);
  } finally {
    await service.stop();
  }
}

/** Runs 100 searches to warm up, then measures each search once. */
async function measure(name, searches, search) {
  for (const each of searches.slice(0, 100)) await search(each);
  const measured = [];
  for (const each of searches) {
    const started = performance.now();
    const { totalItems } = await search(each);
    measured.push({ ...each, totalItems, milliseconds: performance.now() - started });
  }
  console.log(`\n${name}: ${summary(measured)}`);
  for (const [kind, some] of Map.groupBy(measured, (each) => each.kind))
    console.log(`  ${kind}: ${summary(some)}`);
  const slowest = measured.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
  for (const { q, totalItems, milliseconds } of slowest)
    console.log(`    ${milliseconds.toFixed(0)} ms for ${totalItems} titles: ${q}`);
}

function summary(measured) {
  const times = measured.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  return `${times.length} searches, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}

/** Prints the plan of the statement that the service sends. */
async function explain(q) {
  const collections = await findCollectionsOfPatron(database, {
    websiteId: BIG_LIBRARY,
    patronId: BIG_LIBRARY,
  });
  await database.transaction(async (connection) => {
    await stabilizePages(connection);
    const asked = await readWords(connection, q);
    const explaining = {
      run: async ({ text }, given) => {
        const plan = { name: '', text: `EXPLAIN (ANALYZE, BUFFERS, SUMMARY) ${text}` };
        const rows = await connection.run(plan, given);
        console.log(`\n${q} (${asked.query})\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
        return [];
      },
    };
    await findBest(explaining, await filterOf(connection, collections, asked), asked, false);
  });
}
