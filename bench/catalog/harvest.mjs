/**
 * Reads whole catalogs through HTTP, as indexers do: by the link `next`, and by adding the limit to the offset.
 *
 *   node bench/catalog/harvest.mjs [--titles 60000] [--deep 100000] [--folder .data/bench-harvest]
 *
 * First under load, while titles are added and withdrawn and patrons place and remove holds: every title that is there
 * throughout must come once, and none twice. Then alone, in a larger catalog: deep pages against the first. Needs a build.
 * The catalogs are imported once and kept in the folder.
 */
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { newSecret, saveClientToken, saveToken } from '../../dist/access/tokens/tokens.store.js';
import { openEmbeddedDatabase } from '../../dist/embedded/embedded-database.js';
import { Database } from '../../dist/platform/database/database.js';
import { migrate } from '../../dist/platform/database/migrations/migrations.js';
import { prepareJobs } from '../../dist/platform/jobs/jobs.js';
import { openRecordsImport } from '../../dist/cli/command-context.js';
import { startService } from '../processes.mjs';
import { BIG_LIBRARY, catalogRecords, reserveIdOf, titleRecord } from './titles.mjs';

const { values } = parseArgs({
  options: {
    titles: { type: 'string', default: '60000' },
    deep: { type: 'string', default: '100000' },
    folder: { type: 'string', default: '.data/bench-harvest' },
  },
});

const LIMIT = 300;
/** Added and withdrawn at once. */
const HANDFUL = 50;
/** The last so many titles of a catalog are withdrawn under load, and brought back afterwards. */
const DOOMED = 5_000;
const PATRONS = 4;
const FIRST_PATRON = 900_001;
const CLIENT = { clientId: 'harvester', secret: 'a-secret-of-the-bench-only', websiteIds: [BIG_LIBRARY] };
/** What a ratio of a deep page to the first may be at most. */
const WANTED_RATIO = 3;
const TURNS = 40;

let isAsWanted = true;
/** Behind those that an earlier run has added. */
let nextNumber = 10_000_001;
await inCatalog(Number(values.titles), async (catalog) => {
  await readUnderLoad(catalog, 'by links', readByLinks);
  await readUnderLoad(catalog, 'by offsets', readByOffsets);
});
await inCatalog(Number(values.deep), measureDepth);
process.exitCode = isAsWanted ? 0 : 1;

/** Opens the catalog of so many titles, made at need, and a service on it. */
async function inCatalog(numberOfTitles, work) {
  const folder = join(values.folder, String(numberOfTitles));
  mkdirSync(folder, { recursive: true });
  const embedded = await openEmbeddedDatabase(folder);
  await migrate(embedded.url);
  await prepareJobs(embedded.url);
  const database = new Database({ url: embedded.url, poolSize: 4, statementTimeout: 0 });
  try {
    await importOnce(database, numberOfTitles);
    await importAll(database, [
      { record: 'client', ...CLIENT },
      ...Array.from({ length: PATRONS }, (_, index) => ({
        record: 'patron',
        websiteId: BIG_LIBRARY,
        patronId: FIRST_PATRON + index,
        category: 'adult',
        holdLimit: 1_000_000,
      })),
    ]);
    const [{ last }] = await database.run({ name: '', text: 'SELECT max(cross_ref_id) AS last FROM title' });
    nextNumber = Math.max(nextNumber, last + 1);
    await database.run({ name: '', text: 'VACUUM (ANALYZE)' });
    await database.run({ name: '', text: 'CHECKPOINT' });
    const service = await startService(embedded.url);
    try {
      const token = newSecret();
      await saveClientToken(database, token, CLIENT.clientId, 24 * 3600);
      const get = getter(service.port, token);
      const { links } = await get(`/v1/libraries/${BIG_LIBRARY}`);
      await work({ database, get, service, numberOfTitles, products: pathOf(links.products.href) });
    } finally {
      await service.stop();
    }
  } finally {
    await database.close();
    await embedded.release();
  }
}

async function importOnce(database, numberOfTitles) {
  const [{ titles }] = await database.run({ name: '', text: 'SELECT count(*)::int AS titles FROM title' });
  if (titles >= numberOfTitles) return;
  const started = performance.now();
  await importAll(database, catalogRecords(numberOfTitles));
  console.log(`Imported ${numberOfTitles} titles in ${secondsSince(started)} s.`);
}

async function importAll(database, records) {
  async function* lines() {
    for (const record of records) yield `${JSON.stringify(record)}\n`;
  }
  const { rejected } = await (await openRecordsImport(database)).run(lines());
  if (rejected > 0) throw new Error(`${rejected} records were rejected.`);
}

function getter(port, token) {
  return async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status !== 200)
      throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

function pathOf(href) {
  const { pathname, search } = new URL(href);
  return pathname + search;
}

/** @yields each page, with its address and how many milliseconds it took */
async function* readByLinks(catalog, parameters = '') {
  for (let path = `${catalog.products}?limit=${LIMIT}${parameters}`; path !== undefined;) {
    const got = await timed(catalog, path);
    yield got;
    path = got.page.links.next && pathOf(got.page.links.next.href);
  }
}

async function* readByOffsets(catalog, parameters = '') {
  let total = Infinity;
  for (let offset = 0; offset < total; offset += LIMIT) {
    const got = await timed(catalog, `${catalog.products}?limit=${LIMIT}&offset=${offset}${parameters}`);
    yield got;
    total = got.page.totalItems;
  }
}

async function timed({ get }, path) {
  const started = performance.now();
  const page = await get(path);
  return { path, page, milliseconds: performance.now() - started };
}

async function readUnderLoad(catalog, name, read) {
  const bustle = startBustle(catalog);
  const [found, times] = [[], []];
  const started = performance.now();
  for await (const { page, milliseconds } of read(catalog)) {
    found.push(...page.products.map(({ id }) => id));
    times.push(milliseconds);
  }
  const seconds = secondsSince(started);
  const { added, withdrawn, holds } = await bustle.stop();
  const seen = new Set(found);
  const stable = catalog.numberOfTitles - DOOMED;
  let missed = 0;
  for (let number = 1; number <= stable; number++) if (!seen.has(reserveIdOf(number))) missed++;
  const doubled = found.length - seen.size;
  console.log(
    `\nUnder load ${name}: ${found.length} titles on ${times.length} pages in ${seconds} s; ${missed} of the ` +
      `${stable} that were there throughout missed, ${doubled} doubled. Meanwhile ${added} titles added, ` +
      `${withdrawn} withdrawn, ${holds} holds placed and removed. A page: p50 ${at(times, 0.5)} ms, ` +
      `p99 ${at(times, 0.99)} ms. Load ${loadavg()[0].toFixed(1)}.`,
  );
  if (missed > 0 || doubled > 0) isAsWanted = false;
}

function startBustle(catalog) {
  const { database, numberOfTitles } = catalog;
  const counts = { added: 0, withdrawn: 0, holds: 0 };
  let isOver = false;
  const copiesOf = (number) => ({
    websiteId: BIG_LIBRARY,
    collectionId: 'main',
    reserveId: reserveIdOf(number),
  });
  const comeAndGo = async () => {
    const first = numberOfTitles - DOOMED + 1;
    while (!isOver) {
      const added = Array.from({ length: HANDFUL }, () => nextNumber++);
      await importAll(database, [
        ...added.map((number) => titleRecord(number)),
        ...added.map((number) => ({ record: 'copies', ...copiesOf(number), copiesOwned: 1 })),
      ]);
      counts.added += HANDFUL;
      if (counts.withdrawn === DOOMED) continue;
      const gone = Array.from({ length: HANDFUL }, (_, index) => first + counts.withdrawn + index);
      await importAll(
        database,
        gone.flatMap((number) =>
          ['main', 'childrens'].map((collectionId) => ({
            record: 'copies',
            ...copiesOf(number),
            collectionId,
            delete: true,
          })),
        ),
      );
      counts.withdrawn += HANDFUL;
    }
  };
  const placeAndRemove = async (patronId) => {
    const token = newSecret();
    await saveToken(database, token, patronId, 24 * 3600);
    const holds = `http://127.0.0.1:${catalog.service.port}/v1/patrons/me/holds`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    while (!isOver) {
      const id = reserveIdOf(1 + Math.floor(Math.random() * (numberOfTitles - DOOMED)));
      const fields = [
        { name: 'reserveId', value: id },
        { name: 'emailAddress', value: 'bench@example.org' },
      ];
      const { status } = await fetch(holds, { method: 'POST', headers, body: JSON.stringify({ fields }) });
      await fetch(`${holds}/${id}`, { method: 'DELETE', headers });
      if (status === 201) counts.holds++;
    }
  };
  const running = [
    comeAndGo(),
    ...Array.from({ length: PATRONS }, (_, index) => placeAndRemove(FIRST_PATRON + index)),
  ];
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(running);
      const back = Array.from({ length: DOOMED }, (_, index) => numberOfTitles - index);
      await importAll(
        database,
        back.map((number) => ({ record: 'copies', ...copiesOf(number), copiesOwned: 1 })),
      );
      return counts;
    },
  };
}

async function measureDepth(catalog) {
  console.log(
    `\nAlone, ${catalog.numberOfTitles} titles, pages of ${LIMIT}. Load ${loadavg()[0].toFixed(1)}.`,
  );
  for (const [name, read, parameters] of [
    ['by links', readByLinks, ''],
    ['by offsets', readByOffsets, ''],
    ['by links, sort=title', readByLinks, '&sort=title'],
    ['by links, sort=dateadded:desc', readByLinks, '&sort=dateadded:desc'],
    ['by links, sort=popularity:desc', readByLinks, '&sort=popularity:desc'],
    ['by links, lastUpdateTime=1970', readByLinks, '&lastUpdateTime=1970-01-01'],
    ['by links, mediaTypes=eBook', readByLinks, '&mediaTypes=eBook'],
  ]) {
    const [times, paths] = [[], []];
    let found = 0;
    let total = 0;
    const started = performance.now();
    for await (const { path, page, milliseconds } of read(catalog, parameters)) {
      times.push(milliseconds);
      paths.push(path);
      found += page.products.length;
      total = page.totalItems;
    }
    console.log(
      `  ${name}: ${found} titles of ${total} on ${times.length} pages in ${secondsSince(started)} s; a page: ` +
        `p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms`,
    );
    if (found !== total) isAsWanted = false;
    await compare(catalog, paths[0], () => paths.at(-2));
  }
  // Pages that nobody has read up to are found by counting. The filter lets all through, and makes each another search.
  const { products, numberOfTitles } = catalog;
  const fresh = (offset) => (turn) =>
    `${products}?limit=${LIMIT}&offset=${offset}&daysSinceAdded=${36_000 + turn}`;
  console.log('  by an offset out of nowhere:');
  await compare(catalog, fresh(0), fresh(numberOfTitles - 2 * LIMIT));
}

/** The first page and a deep one in turns, so that what else goes on in the machine meets both. */
async function compare(catalog, first, deep) {
  const [firsts, deeps] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    firsts.push((await timed(catalog, typeof first === 'string' ? first : first(turn))).milliseconds);
    deeps.push((await timed(catalog, deep(turn))).milliseconds);
  }
  const ratio = Number(at(deeps, 0.5)) / Number(at(firsts, 0.5));
  if (ratio > WANTED_RATIO) isAsWanted = false;
  console.log(
    `    first page ${at(firsts, 0.5)} ms, last but one ${at(deeps, 0.5)} ms, ratio ${ratio.toFixed(2)}`,
  );
}

function at(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
}

function secondsSince(started) {
  return ((performance.now() - started) / 1000).toFixed(1);
}
