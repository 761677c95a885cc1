#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { openLibraries, restore, withSession } from './library/load.mjs';
import { Targets } from './library/targets.mjs';
import { CONNECTIONS } from './measure.mjs';
import { distribute, OPERATIONS, requestOf } from './operations.mjs';
import { forgetHighest, memoryOf, startHelper, startService } from './processes.mjs';

/**
 * `node bench/memory.mjs [--minutes 10] [--node-option --flag …]`: measures the resident memory of one API process under
 * maximum load, on the quick libraries. Operations take turns of five seconds. Prints a line each minute, with the most since
 * the load began.
 */

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    'node-option': { type: 'string', multiple: true, default: [] },
  },
});
const TURN_SECONDS = 5;
const NAMES = ['list', 'patron information', 'availability', 'place + remove, random titles'];
const operations = OPERATIONS.filter(({ name }) => NAMES.includes(name));

const database = await openLibraries('quick');
try {
  await withSession(database.url, watch);
} finally {
  await database.release();
}

async function watch(session) {
  await restore(session);
  const service = await startService(database.url, options['node-option']);
  const generator = startHelper('./load/generator.mjs');
  for (const operation of operations) await generator.ask(await workload(operation, session, service));
  const { now: idle, highest: atStart } = memoryOf(service.pid);
  console.log(`idle: ${idle} MiB; ${atStart} MiB at most while it started`);
  forgetHighest(service.pid);
  const end = Date.now() + Number(options.minutes) * 60_000;
  let requests = 0;
  let nextLine = Date.now() + 60_000;
  for (let turn = 0; Date.now() < end; turn++) {
    const { name } = operations[turn % operations.length];
    requests += (await generator.ask({ task: 'closed', name, seconds: TURN_SECONDS })).count;
    if (Date.now() < nextLine && Date.now() < end) continue;
    nextLine += 60_000;
    const { now, highest } = memoryOf(service.pid);
    console.log(`after ${requests} requests: ${now} MiB, ${highest} MiB at most`);
  }
  await generator.stop();
  await service.stop();
}

async function workload(operation, session, { port }) {
  const targets = await operation.targets(new Targets(session), 400);
  const streams = distribute(targets, CONNECTIONS).map((part) =>
    part.flatMap((target) => operation.requests.map((make) => requestOf(make, target))),
  );
  const { name, requests } = operation;
  return { task: 'prepare', name, port, streams, unit: requests.length, once: false };
}
