#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openEmbeddedDatabase } from '../dist/embedded/embedded-database.js';
import { memoryOf } from './processes.mjs';

/**
 * The import of a whole library into an empty database with `holdfast import`: records per second by kind, and the memory of the
 * process. `node bench/import.mjs [--titles 100000]`, with two patrons and twenty holds for each ten titles. Needs a build.
 */
const { values: options } = parseArgs({ options: { titles: { type: 'string', default: '100000' } } });
const titles = Number(options.titles);
const patrons = titles / 5;

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const FOLDER = fileURLToPath(new URL('../.data/bench-import', import.meta.url));
const CHUNK_CHARACTERS = 16_384;
const LIBRARY = { websiteId: 1 };

rmSync(FOLDER, { recursive: true, force: true });
// Keeps the server running for the whole run, so that no measurement includes its start.
const server = await openEmbeddedDatabase(FOLDER);
const child = spawn(process.execPath, [PROGRAM, 'import', '-'], {
  env: { DATA_DIR: FOLDER },
  stdio: ['pipe', 'inherit', 'inherit'],
});
const ended = once(child, 'close');
let highest = 0;
for (const [kind, records] of Object.entries(libraryRecords())) {
  const started = performance.now();
  const count = await write(records);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${kind}: ${count} in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second`);
}
child.stdin.end();
const [code] = await ended;
console.log(`The process had ${highest} MiB at most.`);
await server.release();
process.exitCode = code;

/** As fast as the command reads them: only the pipe and one batch are between a record's writing and its application. */
async function write(records) {
  let [count, text] = [0, ''];
  for (const record of records) {
    text += `${JSON.stringify(record)}\n`;
    count++;
    if (text.length < CHUNK_CHARACTERS) continue;
    if (!child.stdin.write(text)) await once(child.stdin, 'drain');
    highest = Math.max(highest, memoryOf(child.pid).highest);
    text = '';
  }
  if (!child.stdin.write(text)) await once(child.stdin, 'drain');
  return count;
}

/** By kind, in an order that can be imported. */
function libraryRecords() {
  return {
    'the library': [
      { record: 'library', ...LIBRARY, name: 'Library' },
      { record: 'collection', ...LIBRARY, collectionId: 'main', name: 'Main' },
      { record: 'category', ...LIBRARY, category: 'adult', collections: ['main'] },
    ],
    titles: each(titles, titleRecord),
    copies: each(titles, (number) => ({
      ...{ record: 'copies', ...LIBRARY, collectionId: 'main' },
      ...{ reserveId: reserveIdOf(number), copiesOwned: 1 },
    })),
    // Without a PIN: hashing one is slow by design and takes as long as some hundred records.
    patrons: each(patrons, (number) => ({
      ...{ record: 'patron', ...LIBRARY, patronId: 1 + number, category: 'adult' },
      cardNumber: String(28_000_000_000_000 + number),
    })),
    holds: each(patrons * 10, holdRecord),
  };
}

function* each(count, recordOf) {
  for (let number = 0; number < count; number++) yield recordOf(number);
}

function titleRecord(number) {
  return {
    ...{ record: 'title', reserveId: reserveIdOf(number), crossRefId: 1 + number },
    ...{ title: `The title number ${number}`, formatClass: 'eBook', formats: ['ebook-kindle'] },
    creators: [{ role: 'Author', name: `Author ${Math.floor(number / 3)}` }],
    ...{ subjects: ['Fiction'], languages: ['en'] },
  };
}

/** A tenth of the titles have queues of twenty. No patron has two holds on one title: a patron's come after all others had theirs. */
function holdRecord(number) {
  const patronId = 1 + (number % patrons);
  const reserveId = reserveIdOf(10 * Math.floor(number / 20));
  return { record: 'hold', ...LIBRARY, patronId, reserveId, emailAddress: `patron${patronId}@example.org` };
}

function reserveIdOf(number) {
  return `dddddddd-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
