/**
 * Measures the import of a whole library with `holdfast import`: records per second by kind, memory of the process, and
 * whether `holdfast doctor` finds no violation afterwards.
 *
 *   node bench/import/import.mjs [--titles 1000000] [--patrons 200000] [--holds 2000000]
 *
 * Needs a build, and Linux to measure memory. Each run starts with an empty database in .data/bench-import and leaves it
 * there for `bench/catalog/search.mjs --folder .data/bench-import`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openEmbeddedDatabase } from '../../dist/embedded/embedded-database.js';
import { cpuSecondsOf, cpuSecondsOfServer, memoryOf } from '../processes.mjs';
import { libraryRecords } from './records.mjs';

const { values } = parseArgs({
  options: {
    titles: { type: 'string', default: '1000000' },
    patrons: { type: 'string', default: '200000' },
    holds: { type: 'string', default: '2000000' },
  },
});
const sizes = {
  titles: Number(values.titles),
  patrons: Number(values.patrons),
  holds: Number(values.holds),
};

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../.data/bench-import', import.meta.url));
const CHUNK_CHARACTERS = 16_384;
const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9, 1];

rmSync(FOLDER, { recursive: true, force: true });
// Keeps the server running for the whole run, so that no measurement includes its start.
const embedded = await openEmbeddedDatabase(FOLDER);
try {
  await measureImport();
  await examine();
} finally {
  await embedded.release();
}

async function measureImport() {
  // Generates the records twice, which takes less memory than keeping them.
  const total = libraryRecords(sizes).reduce((number) => number + 1, 0);
  const command = start('import', '-');
  const memory = watchMemory(command.child.pid);
  const cpu = { server: cpuSecondsOfServer(FOLDER), started: performance.now() };
  const kinds = await feed(command.child.stdin, memory, total);
  command.child.stdin.end();
  const { code, lines } = await command.ended;
  const seconds = (performance.now() - cpu.started) / 1000;
  kinds.at(-1).ended = performance.now();
  report(kinds, seconds, memory);
  const serverSeconds = cpuSecondsOfServer(FOLDER) - cpu.server;
  console.log(`CPU: ${memory.cpu.toFixed(0)} s of the process, ${serverSeconds.toFixed(0)} s of PostgreSQL.`);
  console.log(`The command: ${lines.join(' ')}; exit code ${code}.`);
  if (code !== 0) process.exitCode = 1;
}

/**
 * Writes records as fast as the command reads them. A record is therefore written shortly before it is applied: only the
 * pipe and one batch are in between.
 * @returns the number of records of each kind, and when the first and last were written
 */
async function feed(input, memory, total) {
  const kinds = [];
  let text = '';
  let written = 0;
  const write = async () => {
    if (!input.write(text)) await once(input, 'drain');
    text = '';
    memory.at(written / total);
  };
  for (const record of libraryRecords(sizes)) {
    if (kinds.at(-1)?.kind !== record.record) {
      await write();
      const now = performance.now();
      if (kinds.length > 0) kinds.at(-1).ended = now;
      kinds.push({ kind: record.record, records: 0, began: now, ended: now });
    }
    kinds.at(-1).records += 1;
    written += 1;
    text += `${JSON.stringify(record)}\n`;
    if (text.length >= CHUNK_CHARACTERS) await write();
  }
  await write();
  return kinds;
}

function start(...args) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { DATA_DIR: FOLDER },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = [];
  child.stdout.setEncoding('utf8').on('data', (text) => lines.push(text.trim()));
  // If the command ends early, its exit code reports the error, not this stream.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code]) => ({ code, lines }));
  return { child, ended };
}

/** The memory of the process after each share of the records, and its peak. */
function watchMemory(pid) {
  const seen = { shares: new Map(), highest: 0, cpu: 0 };
  const look = () => {
    try {
      const { now, highest } = memoryOf(pid);
      if (Number.isNaN(now)) return undefined;
      seen.highest = Math.max(seen.highest, highest);
      seen.cpu = cpuSecondsOf(pid) || seen.cpu;
      return now;
    } catch {
      return undefined;
    }
  };
  void (async () => {
    while (look() !== undefined) await sleep(100);
  })();
  const started = performance.now();
  seen.at = (done) => {
    for (const share of SHARES) {
      if (done < share || seen.shares.has(share)) continue;
      seen.shares.set(share, look());
      const seconds = (performance.now() - started) / 1000;
      console.log(`${share * 100} % after ${seconds.toFixed(0)} s, ${seen.shares.get(share)} MiB.`);
    }
  };
  return seen;
}

function report(kinds, seconds, memory) {
  const all = kinds.reduce((sum, { records }) => sum + records, 0);
  const rate = (records, time) => Math.round(records / time).toLocaleString('en');
  const number = (records) => records.toLocaleString('en').padStart(9);
  console.log(
    `\n${'records'.padEnd(12)}${'number'.padStart(9)}${'s'.padStart(9)}${'per second'.padStart(11)}`,
  );
  for (const { kind, records, began, ended } of withFewMerged(kinds)) {
    const time = (ended - began) / 1000;
    console.log(
      `${kind.padEnd(12)}${number(records)}${time.toFixed(1).padStart(9)}${rate(records, time).padStart(11)}`,
    );
  }
  console.log(
    `${'all'.padEnd(12)}${number(all)}${seconds.toFixed(1).padStart(9)}${rate(all, seconds).padStart(11)}`,
  );
  const shares = [...memory.shares].map(([share, mebibytes]) => `${mebibytes} MiB at ${share * 100} %`);
  console.log(
    `\nResident memory of the process: ${shares.join(', ')}; at most ${memory.highest} MiB (VmHWM).`,
  );
  console.log(`Load ${loadavg()[0].toFixed(1)} at the end.`);
}

/** Merges the few records before the titles, and between copies and patrons, into one line. */
function withFewMerged(kinds) {
  const few = { kind: 'others', records: 0, began: 0, ended: 0 };
  const many = kinds.filter((one) => {
    if (['title', 'copies', 'hold'].includes(one.kind) || one.records > 100) return true;
    few.records += one.records;
    few.ended += one.ended - one.began;
    return false;
  });
  return [few, ...many];
}

async function examine() {
  const started = performance.now();
  const { child, ended } = start('doctor');
  child.stdin.end();
  const { code, lines } = await ended;
  const seconds = (performance.now() - started) / 1000;
  console.log(`\nholdfast doctor, ${seconds.toFixed(1)} s: ${lines.join('\n')}`);
  if (code !== 0) process.exitCode = 1;
}
