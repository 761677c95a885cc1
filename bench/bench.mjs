#!/usr/bin/env node
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { OtherCommit } from './other-commit.mjs';
import { Tracer } from './limits/trace.mjs';
import { RESTORE_STEPS } from './library/load.sql.mjs';
import { folderOf, openLibraries, restore, withSession } from './library/load.mjs';
import { Targets } from './library/targets.mjs';
import { compareOperation, measureOperation } from './measure.mjs';
import { OPERATIONS } from './operations.mjs';
import { memoryOf, startHelper, startService } from './processes.mjs';
import { measureCurves, measureExtremes } from './queue-lengths.mjs';
import { plot } from './report/plot.mjs';
import { comparisonTable, curvesTable, extremesTable, operationsTables } from './report/table.mjs';

/** `npm run bench`: see docs/operations/performance.md. */

const SIZES = {
  full: {
    ...{ targets: 1_000, warmUpSeconds: 1.5, turns: 5, sliceSeconds: 3, halfSeconds: 3 },
    ...{ lengthTurns: 9, lengthSeconds: 0.5 },
  },
  quick: {
    ...{ targets: 200, warmUpSeconds: 0.5, turns: 2, sliceSeconds: 0.7, halfSeconds: 0.7 },
    ...{ lengthTurns: 4, lengthSeconds: 0.15 },
  },
};

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Runs only operations whose names contain this; "by queue length" is one of the names. */
    only: { type: 'string', default: '' },
    /** Seconds of each turn of the service and of its limit. */
    seconds: { type: 'string' },
    /** Skips the curves of the plots. */
    'no-plots': { type: 'boolean', default: false },
    /** Another commit, beside which this checkout is measured, instead of beside the limits. */
    against: { type: 'string' },
    /** How often each side has its turn. */
    turns: { type: 'string' },
  },
});
const size = options.quick ? 'quick' : 'full';
const sizes = {
  ...SIZES[size],
  ...(options.seconds !== undefined && { sliceSeconds: Number(options.seconds) }),
  ...(options.turns !== undefined && { turns: Number(options.turns) }),
};
const folder = fileURLToPath(new URL('..', import.meta.url));
const dataDir = folderOf(size);
const plotFolder = options.quick ? join(dataDir, 'plots') : join(folder, 'docs', 'operations', 'performance');

const started = Date.now();
const database = await openLibraries(size);
try {
  if (options.against === undefined) await withSession(database.url, run);
  else await withSession(database.url, (session) => compare(session, options.against));
} finally {
  await database.release();
}

async function run(session) {
  await restore(session);
  const tracer = await Tracer.start(database.url);
  const bench = {
    sizes,
    dataDir,
    connection: { databaseUrl: database.url, options: await tracer.connectionOptions() },
    targets: new Targets(session),
    restore: async () => {
      for (const step of RESTORE_STEPS) await session.query(step);
    },
    tracer,
    service: await startService(database.url),
    generator: startHelper('./load/generator.mjs'),
  };
  try {
    const idle = memoryOf(bench.service.pid).now;
    const operations = await measureOperations(bench);
    const measuresLengths = 'by queue length'.includes(options.only);
    const extremes = measuresLengths ? await measureExtremes(bench) : [];
    const memory = { idle, ...memoryOf(bench.service.pid) };
    const curves = measuresLengths && !options['no-plots'] ? await measureCurves(bench) : undefined;
    await report({ operations, extremes, memory, curves });
  } finally {
    await bench.generator.stop();
    await bench.service.stop();
    await bench.tracer.close();
  }
}

/** This checkout and another commit, in turn, with the requests of 200 patrons. */
async function compare(session, name) {
  const commit = await OtherCommit.build(name);
  const otherUrl = await commit.prepareLibraries(database.url, size);
  await restore(session);
  const bench = {
    sizes: { ...sizes, targets: 200 },
    dataDir,
    targets: new Targets(session),
    restore: () => Promise.reject(new Error('What can be done once only is not compared.')),
    service: await startService(database.url),
    other: await startService(otherUrl, [], { folder: commit.folder }),
    generator: startHelper('./load/generator.mjs'),
  };
  const results = [];
  try {
    for (const operation of OPERATIONS.filter((each) => !each.once && each.name.includes(options.only))) {
      console.error(`comparing ${operation.name} …`);
      results.push(await compareOperation(bench, operation));
    }
  } finally {
    await bench.generator.stop();
    await bench.service.stop();
    await bench.other.stop();
  }
  console.log(`\n${comparisonTable(commit.name, results)}\n`);
  console.log(JSON.stringify({ size, commit: commit.name, sizes, results }));
}

async function measureOperations(bench) {
  const results = [];
  for (const operation of OPERATIONS.filter(({ name }) => name.includes(options.only))) {
    console.error(`measuring ${operation.name} …`);
    results.push(await measureOperation(bench, operation));
  }
  return results;
}

async function report({ operations, extremes, memory, curves }) {
  const seconds = Math.round((Date.now() - started) / 1000);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  const tables = operationsTables(operations);
  if (extremes.length > 0) tables.push(extremesTable(extremes));
  if (curves !== undefined) tables.push(curvesTable(curves));
  const summary = `${size}, ${seconds} s, ${machine}; API process ${memory.idle} MiB idle, ${memory.highest} MiB at most`;
  console.log(`\n${tables.join('\n\n')}\n\n${summary}\n`);
  console.log(JSON.stringify({ size, seconds, machine, memory, operations, extremes, curves }));
  if (curves !== undefined) await writePlots(curves);
}

async function writePlots({ lengths, list, place }) {
  await mkdir(plotFolder, { recursive: true });
  await writeFile(join(plotFolder, 'list.svg'), plot('A list of holds, by queue length', lengths, list));
  await writeFile(join(plotFolder, 'place.svg'), plot('Placing a hold, by queue length', lengths, place));
}
