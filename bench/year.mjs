#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { folderOf, openLibraries, restore, withSession } from './library/load.mjs';
import { Targets } from './library/targets.mjs';
import { CONNECTIONS } from './measure.mjs';
import { distribute, OPERATIONS, requestOf } from './operations.mjs';
import { cpuSecondsOf, cpuSecondsOfServer, memoryOf, startHelper, startService } from './processes.mjs';
import { markdown } from './report/table.mjs';

/**
 * `node bench/year.mjs [--minutes 10] [--quick]`: the mean traffic of the field's largest vendor in 2023, in an open loop, by one
 * API process; then multiples of it, until the answers come late. Needs a build.
 */

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string' },
    /** Twenty seconds on the libraries of 200,000 holds, and steps of five seconds. */
    quick: { type: 'boolean', default: false },
  },
});
const size = options.quick ? 'quick' : 'full';
const seconds = options.minutes === undefined ? (options.quick ? 20 : 600) : Number(options.minutes) * 60;
const STEP_SECONDS = options.quick ? 5 : 20;

const SECONDS_OF_A_YEAR = 365 * 24 * 60 * 60;
const HOLDS = 253e6 / SECONDS_OF_A_YEAR;
const LOANS = 662e6 / SECONDS_OF_A_YEAR;

/**
 * Requests a second. A hold is placed and, in the end, gone; a loan is given back, and goes to the next in line. What clients read for
 * each of these is assumed: a search, the availability of two of its titles, the patron's information and list, one hold.
 */
const RATES = {
  'place + remove, random titles': 2 * HOLDS,
  'return → next ready': LOANS,
  'search of 20': HOLDS + LOANS,
  availability: 2 * (HOLDS + LOANS),
  'patron information': HOLDS + LOANS,
  list: HOLDS + LOANS,
  'one hold': HOLDS + LOANS,
};
const MULTIPLES = [2, 4, 6, 8, 12, 16];
/** An answer that is later, or a rate that is missed by more, ends the steps. */
const LATE_MS = 250;
const MISSED = 0.97;

const database = await openLibraries(size);
try {
  await withSession(database.url, measure);
} finally {
  await database.release();
}

async function measure(session) {
  await restore(session);
  const service = await startService(database.url);
  const loads = [];
  try {
    for (const [name, rate] of Object.entries(RATES))
      loads.push(await openLoad(session, service, name, rate));
    console.log(`\n${tableOf(await run(1, seconds))}\n`);
    const steps = [];
    for (const multiple of MULTIPLES) {
      await restore(session);
      for (const { generator, name } of loads) await generator.ask({ task: 'rewind', name });
      const step = await run(multiple, STEP_SECONDS);
      steps.push(step);
      if (step.rate < MISSED * step.wanted || step.p99 > LATE_MS) break;
    }
    console.log(`${stepsTable(steps)}\n\nAPI process: ${memoryOf(service.pid).highest} MiB at most`);
  } finally {
    for (const { generator } of loads) await generator.stop();
    await service.stop();
    await restore(session);
  }

  async function run(multiple, forSeconds) {
    // Several have the same rate: without a distance, they would come together each time.
    const apart = 1000 / (HOLDS + LOANS) / loads.length;
    const cpu = () => [cpuSecondsOf(service.pid), cpuSecondsOfServer(folderOf(size))];
    const [before, started] = [cpu(), performance.now()];
    const results = await Promise.all(
      loads.map(async ({ generator, name, rate }, index) => {
        await sleep((index * apart) / multiple);
        return generator.ask({ task: 'open', name, rate: rate * multiple, seconds: forSeconds });
      }),
    );
    const took = (performance.now() - started) / 1000;
    const [own, server] = cpu().map((now, index) => (now - before[index]) / took);
    for (const [index, { failed, count }] of results.entries())
      if (failed > 0) console.error(`${loads[index].name}: ${failed} of ${count} were refused.`);
    const operations = results.map((result, index) => ({
      ...loads[index],
      ...result,
      wanted: loads[index].rate * multiple,
    }));
    return {
      multiple,
      operations,
      wanted: operations.reduce((sum, { wanted }) => sum + wanted, 0),
      rate: results.reduce((sum, { count }) => sum + count, 0) / took,
      p99: Math.max(...results.map(({ p99 }) => p99)),
      ...{ own, server },
    };
  }
}

/** One process for the load of each operation: they run at the same time. */
async function openLoad(session, { port }, name, rate) {
  const operation = OPERATIONS.find((each) => each.name === name);
  const targets = await operation.targets(new Targets(session), operation.once ? 4_000 : 1_000);
  const generator = startHelper('./load/generator.mjs');
  const streams = distribute(targets, CONNECTIONS)
    .filter((part) => part.length > 0)
    .map((part) => part.flatMap((target) => operation.requests.map((make) => requestOf(make, target))));
  await generator.ask({ task: 'prepare', name, port, streams, unit: operation.requests.length, once: false });
  return { name, rate, generator };
}

function tableOf({ operations, rate, own, server }) {
  const rows = operations.map(({ name, wanted, count, p50, p99, highest }) => [
    name,
    wanted.toFixed(1),
    count.toLocaleString('en'),
    ...[p50, p99, highest].map((value) => value.toFixed(1)),
  ]);
  const cores = availableParallelism();
  return [
    markdown(['the year’s mean', 'a second', 'answers', 'p50 ms', 'p99 ms', 'slowest ms'], rows),
    `${rate.toFixed(0)} requests a second for ${seconds} s; the API process used ${percent(own)} of a core, PostgreSQL ${percent(server)}, of ${cores}`,
  ].join('\n\n');
}

function stepsTable(steps) {
  return markdown(
    [
      'times the mean',
      'wanted /s',
      'answered /s',
      'slowest p99 ms',
      'API, of a core',
      'PostgreSQL, of a core',
    ],
    steps.map(({ multiple, wanted, rate, p99, own, server }) => [
      String(multiple),
      wanted.toFixed(0),
      rate.toFixed(0),
      p99.toFixed(1),
      percent(own),
      percent(server),
    ]),
  );
}

function percent(share) {
  return `${(share * 100).toFixed(0)} %`;
}
