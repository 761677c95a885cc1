#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { openLibraries } from './library/load.mjs';
import { cpuSecondsOf, memoryOf, startService } from './processes.mjs';

/** `node bench/start.mjs [--times 10]`: how long an API process takes until it is ready, on the quick libraries. Needs a build. */

const { values: options } = parseArgs({ options: { times: { type: 'string', default: '10' } } });
const database = await openLibraries('quick');
try {
  const starts = [];
  for (let turn = 0; turn < Number(options.times); turn++) {
    const started = performance.now();
    const service = await startService(database.url);
    starts.push({
      ready: (performance.now() - started) / 1000,
      cpu: cpuSecondsOf(service.pid),
      memory: memoryOf(service.pid).now,
    });
    await service.stop();
  }
  console.log(`first start: ${textOf(starts[0])}`);
  starts.sort((a, b) => a.ready - b.ready);
  console.log(`median: ${textOf(starts[Math.floor(starts.length / 2)])}; slowest: ${textOf(starts.at(-1))}`);
} finally {
  await database.release();
}

function textOf({ ready, cpu, memory }) {
  return `ready after ${ready.toFixed(2)} s (to 0.05 s), ${cpu.toFixed(2)} s of CPU, ${memory} MiB`;
}
