#!/usr/bin/env node
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLibraries, restore, withSession } from './library/load.mjs';
import { Targets } from './library/targets.mjs';
import { OPERATIONS, preparation } from './operations.mjs';
import { OtherCommit } from './other-commit.mjs';
import { startHelper, startService } from './processes.mjs';
import { summarize } from './report/profile.mjs';

/**
 * Where an API process spends its time, by package, on the quick libraries. Needs a build.
 *
 *   node bench/profile.mjs "<operation>" [--seconds 6] [--of <commit>]
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '6' },
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
const folder = await mkdtemp(join(tmpdir(), 'holdfast-profile-'));
try {
  const commit = options.of === undefined ? undefined : await OtherCommit.build(options.of);
  const url = (await commit?.prepareLibraries(database.url, 'quick')) ?? database.url;
  const targets = await withSession(database.url, async (session) => {
    await restore(session);
    return operation.targets(new Targets(session), 400);
  });
  await runProfiled(url, commit?.folder, targets);
  await report();
} finally {
  await database.release();
  await rm(folder, { recursive: true });
}

async function runProfiled(url, checkout, targets) {
  const service = await startService(url, ['--cpu-prof', `--cpu-prof-dir=${folder}`], { folder: checkout });
  const generator = startHelper('./load/generator.mjs');
  try {
    const { name } = operation;
    await generator.ask(preparation(name, operation, targets, service.port));
    const { count, failed } = await generator.ask({ task: 'closed', name, seconds });
    console.log(`${Math.round(count / seconds)} requests per second while profiled, ${failed} failed`);
  } finally {
    await generator.stop();
    await service.stop();
  }
}

async function report() {
  const { busySeconds, owners, functions } = await summarize(folder, seconds - 1);
  console.log(`${operation.name}: ${busySeconds.toFixed(1)} s busy`);
  const print = ({ name, share }) => console.log(`${(share * 100).toFixed(1).padStart(5)} %  ${name}`);
  owners.filter(({ share }) => share > 0.004).forEach(print);
  console.log('by function:');
  functions.forEach(print);
}
