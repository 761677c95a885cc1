#!/usr/bin/env node
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLibraries, restore, withSession } from './library/load.mjs';
import { Targets } from './library/targets.mjs';
import { CONNECTIONS } from './measure.mjs';
import { distribute, OPERATIONS, requestOf } from './operations.mjs';
import { OtherCommit } from './other-commit.mjs';
import { startHelper, startService } from './processes.mjs';
import { Allocations } from './report/allocations.mjs';
import { summarize } from './report/profile.mjs';

/**
 * Where an API process spends its time, or what it allocates, by package, on the quick libraries. Needs a build.
 *
 *   node bench/profile.mjs "<operation>" [--seconds 6] [--allocations] [--of <commit>]
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '6' },
    allocations: { type: 'boolean', default: false },
    /** Another commit than this checkout. */
    of: { type: 'string' },
  },
});

const seconds = Number(options.seconds);
const wanted = positionals[0] ?? 'list';
const operation = OPERATIONS.find(({ name }) => name.startsWith(wanted));
if (operation === undefined || operation.once)
  throw new Error(
    `Cannot profile "${wanted}". Operations: ${OPERATIONS.filter(({ once }) => !once)
      .map(({ name }) => name)
      .join('; ')}`,
  );

const database = await openLibraries('quick');
try {
  const commit = options.of === undefined ? undefined : await OtherCommit.build(options.of);
  const measured = {
    url: (await commit?.prepareLibraries(database.url, 'quick')) ?? database.url,
    folder: commit?.folder,
  };
  await withSession(database.url, async (session) => {
    await restore(session);
    const targets = await operation.targets(new Targets(session), 400);
    await (options.allocations ? profileAllocations : profileTime)(measured, targets);
  });
} finally {
  await database.release();
}

async function profileTime(measured, targets) {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-profile-'));
  try {
    await underLoad(
      measured,
      ['--cpu-prof', `--cpu-prof-dir=${folder}`],
      targets,
      async ({ count, failed }) => {
        console.log(`${Math.round(count / seconds)} requests per second while profiled, ${failed} failed`);
      },
    );
    const { busySeconds, owners, functions } = await summarize(folder, seconds - 1);
    console.log(`${operation.name}: ${busySeconds.toFixed(1)} s busy`);
    const print = ({ name, share }) => console.log(`${(share * 100).toFixed(1).padStart(5)} %  ${name}`);
    owners.filter(({ share }) => share > 0.004).forEach(print);
    console.log('by function:');
    functions.forEach(print);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** After as long a warm-up: code that is not optimized yet allocates more. */
async function profileAllocations(measured, targets) {
  const { port, nodeOptions } = await Allocations.options();
  await underLoad(measured, nodeOptions, targets, async (_, load) => {
    const allocations = await Allocations.of(port);
    try {
      for (const surviving of [false, true]) {
        let count = 0;
        const { bytes, owners, functions } = await allocations.during(
          async () => {
            ({ count } = await load());
          },
          { surviving },
        );
        const print = ([name, own]) => console.log(`${(own / count / 1024).toFixed(2).padStart(7)}  ${name}`);
        const what = surviving ? 'survive a collection of the young generation' : 'allocated';
        console.log(
          `${operation.name}: ${(bytes / count / 1024).toFixed(1)} KB for each of ${count} requests, ${what}`,
        );
        owners.slice(0, surviving ? 8 : 20).forEach(print);
        console.log('by function:');
        functions.slice(0, surviving ? 8 : 25).forEach(print);
      }
    } finally {
      allocations.close();
    }
  });
}

/** @param {(result: { count: number, failed: number }, load: () => Promise<{ count: number }>) => Promise<void>} then after the first load */
async function underLoad({ url, folder }, nodeOptions, targets, then) {
  const service = await startService(url, nodeOptions, { folder });
  const generator = startHelper('./load/generator.mjs');
  try {
    const { name, requests } = operation;
    const streams = distribute(targets, CONNECTIONS).map((part) =>
      part.flatMap((target) => requests.map((make) => requestOf(make, target))),
    );
    await generator.ask({
      task: 'prepare',
      name,
      port: service.port,
      streams,
      unit: requests.length,
      once: false,
    });
    const load = () => generator.ask({ task: 'closed', name, seconds });
    await then(await load(), load);
  } finally {
    await generator.stop();
    await service.stop();
  }
}
