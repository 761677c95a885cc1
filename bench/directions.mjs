#!/usr/bin/env node
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addReaders, removeReaders } from './library/readers.mjs';
import { folderOf, openLibraries, restore, withSession } from './library/load.mjs';
import { Targets } from './library/targets.mjs';
import { distribute, OPERATIONS, requestOf, REQUESTS } from './operations.mjs';
import { startHelper, startService } from './processes.mjs';
import { median } from './report/median.mjs';
import { plot } from './report/plot.mjs';
import { markdown } from './report/table.mjs';

/**
 * `node bench/directions.mjs [--quick] [--only connections]`: what grows, and what it costs: the holds of a patron, all holds, the
 * connections, the processes. Needs a build. The others are `bench.mjs --only "by queue length"`, `many-libraries.mjs` and
 * `catalog/search.mjs`.
 */

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    /** Libraries to compare, each as large as its name says (`library/plan.mjs`); `large` has ten million holds. */
    sizes: { type: 'string' },
  },
});
const SECONDS = options.quick ? 0.3 : 3;
const TURNS = options.quick ? 3 : 5;
const HOLDS_BY_SIZE = { quick: 200_000, full: 3_111_100, large: 11_111_100 };
const sizes = options.sizes?.split(',') ?? (options.quick ? ['quick'] : ['quick', 'full']);
const plotFolder = options.quick
  ? join(folderOf('quick'), 'plots')
  : fileURLToPath(new URL('../docs/operations/performance', import.meta.url));

const wants = (direction) => direction.includes(options.only);
if (wants('all holds')) await measureAllHolds();
if (['holds of a patron', 'connections', 'processes'].some(wants))
  await onLibraries(options.quick ? 'quick' : 'full', measureOthers);

async function onLibraries(size, work) {
  const database = await openLibraries(size, console.error);
  try {
    return await withSession(database.url, async (session) => {
      await restore(session);
      return work(database.url, session);
    });
  } finally {
    await database.release();
  }
}

/** One size after the other: two servers at once would share the memory of the machine. */
async function measureAllHolds() {
  const names = ['list', 'one hold', 'availability', 'place + remove, random titles'];
  const bySize = [];
  for (const size of sizes)
    bySize.push(
      await onLibraries(size, async (url, session) => {
        const service = await startService(url);
        const generator = startHelper('./load/generator.mjs');
        try {
          const medians = [];
          for (const name of names) {
            const operation = OPERATIONS.find((each) => each.name === name);
            medians.push(
              await medianOf(
                generator,
                service,
                operation,
                await operation.targets(new Targets(session), 1_000),
              ),
            );
          }
          return medians;
        } finally {
          await generator.stop();
          await service.stop();
        }
      }),
    );
  const xs = sizes.map((size) => HOLDS_BY_SIZE[size]);
  await report(
    'all holds',
    xs,
    Object.fromEntries(names.map((name, index) => [name, bySize.map((each) => each[index])])),
  );
}

async function measureOthers(url, session) {
  if (wants('holds of a patron')) await measureHoldsOfPatron(url, session);
  if (wants('connections')) await measureConnections(url, session);
  if (wants('processes')) await measureProcesses(url, session);
}

/** The median of sequential requests on one connection, in milliseconds. */
async function medianOf(generator, { port }, { requests }, targets) {
  const name = 'sequential';
  const stream = targets.flatMap((target) => requests.map((make) => requestOf(make, target)));
  await generator.ask({ task: 'prepare', name, port, streams: [stream], unit: requests.length, once: false });
  const medians = [];
  for (let turn = -1; turn < TURNS; turn++) {
    const { p50, failed } = await generator.ask({ task: 'closed', name, seconds: SECONDS });
    if (failed > 0) throw new Error(`${failed} requests failed.`);
    if (turn >= 0) medians.push(p50);
  }
  await generator.ask({ task: 'forget', name });
  return median(medians);
}

async function measureHoldsOfPatron(url, session) {
  const numbers = [1, 3, 10, 30, 100];
  const service = await startService(url);
  const generator = startHelper('./load/generator.mjs');
  try {
    const list = [];
    for (const number of numbers) {
      const readers = await addReaders(session, { number, port: service.port });
      list.push(await medianOf(generator, service, { requests: REQUESTS.list }, readers));
      await removeReaders(session, readers, service.port);
    }
    await report('holds of a patron', numbers, {
      'the list': list,
      'for each hold': list.map((ms, i) => ms / numbers[i]),
    });
  } finally {
    await generator.stop();
    await service.stop();
  }
}

/** Rates rather than times: with more connections each waits for the others. */
async function measureConnections(url, session) {
  const numbers = options.quick ? [1, 16, 256] : [1, 4, 16, 64, 256, 1000];
  const operation = OPERATIONS.find(({ name }) => name === 'one hold');
  const targets = await operation.targets(new Targets(session), 1_000);
  const service = await startService(url);
  const generator = startHelper('./load/generator.mjs');
  const rates = [];
  try {
    for (const number of numbers)
      rates.push(await rateOf([generator], [service], operation, targets, number));
  } finally {
    await generator.stop();
    await service.stop();
  }
  await report('connections', numbers, { 'one hold, requests a second': rates }, 'a second');
}

async function measureProcesses(url, session) {
  const operation = OPERATIONS.find(({ name }) => name === 'one hold');
  const targets = await operation.targets(new Targets(session), 1_000);
  const services = [await startService(url), await startService(url)];
  const generators = services.map(() => startHelper('./load/generator.mjs'));
  const rates = [];
  try {
    for (const number of [1, 2])
      rates.push(
        await rateOf(generators.slice(0, number), services.slice(0, number), operation, targets, 32),
      );
  } finally {
    for (const each of [...generators, ...services]) await each.stop();
  }
  await report('processes', [1, 2], { 'one hold, requests a second': rates }, 'a second');
}

/** Requests a second of all services together, with so many connections in all. */
async function rateOf(generators, services, { requests }, targets, connections) {
  const share = connections / services.length;
  const name = `${connections} connections`;
  for (const [index, generator] of generators.entries()) {
    const streams = distribute(targets, share).map((part) =>
      part.flatMap((target) => requests.map((make) => requestOf(make, target))),
    );
    await generator.ask({
      task: 'prepare',
      name,
      port: services[index].port,
      streams,
      unit: requests.length,
      once: false,
    });
  }
  const rates = [];
  for (let turn = -1; turn < TURNS; turn++) {
    const results = await Promise.all(
      generators.map((generator) => generator.ask({ task: 'closed', name, seconds: SECONDS })),
    );
    if (results.some(({ failed }) => failed > 0)) throw new Error(`Requests failed with ${name}.`);
    if (turn >= 0) rates.push(results.reduce((sum, { count, seconds }) => sum + count / seconds, 0));
  }
  for (const generator of generators) await generator.ask({ task: 'forget', name });
  return median(rates);
}

async function report(direction, xs, curves, unit = 'ms') {
  const rows = Object.entries(curves).map(([name, values]) => [
    name,
    ...values.map((value) => value.toFixed(unit === 'ms' ? 2 : 0)),
    (values.at(-1) / values[0]).toFixed(2),
  ]);
  console.log(
    `\n${markdown([`${direction}, ${unit}`, ...xs.map((x) => x.toLocaleString('en')), 'last ÷ first'], rows)}`,
  );
  if (xs.length < 2) return;
  await mkdir(plotFolder, { recursive: true });
  const file = join(plotFolder, `${direction.replaceAll(' ', '-')}.svg`);
  await writeFile(file, plot(`By ${direction}`, xs, curves, { axis: direction, unit }));
}
