#!/usr/bin/env node
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibraries, restore, withSession } from './library/load.mjs';
import { Targets } from './library/targets.mjs';
import { CONNECTIONS } from './measure.mjs';
import { distribute, OPERATIONS, requestOf } from './operations.mjs';
import { startHelper, startService } from './processes.mjs';
import { summarize } from './report/profile.mjs';

/** `node bench/profile.mjs "<operation>"`: where an API process spends its time, by package, on the quick libraries. */

const SECONDS = 6;

const wanted = process.argv[2] ?? 'list';
const operation = OPERATIONS.find(({ name }) => name.startsWith(wanted));
if (operation === undefined || operation.once)
  throw new Error(
    `Cannot profile "${wanted}". Operations: ${OPERATIONS.filter(({ once }) => !once)
      .map(({ name }) => name)
      .join('; ')}`,
  );

const folder = await mkdtemp(join(tmpdir(), 'holdfast-profile-'));
const database = await openLibraries('quick');
try {
  await withSession(database.url, profile);
  const { busySeconds, owners, functions } = await summarize(folder, SECONDS - 1);
  console.log(`${operation.name}: ${busySeconds.toFixed(1)} s busy`);
  const print = ({ name, share }) => console.log(`${(share * 100).toFixed(1).padStart(5)} %  ${name}`);
  owners.filter(({ share }) => share > 0.004).forEach(print);
  console.log('by function:');
  functions.forEach(print);
} finally {
  await database.release();
  await rm(folder, { recursive: true });
}

async function profile(session) {
  await restore(session);
  const service = await startService(database.url, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const generator = startHelper('./load/generator.mjs');
  const targets = await operation.targets(new Targets(session), 400);
  const streams = distribute(targets, CONNECTIONS).map((part) =>
    part.flatMap((target) => operation.requests.map((make) => requestOf(make, target))),
  );
  const { name, requests } = operation;
  await generator.ask({
    task: 'prepare',
    name,
    port: service.port,
    streams,
    unit: requests.length,
    once: false,
  });
  const { count, seconds, failed } = await generator.ask({ task: 'closed', name, seconds: SECONDS });
  console.log(`${Math.round(count / seconds)} requests per second while profiled, ${failed} failed`);
  await generator.stop();
  await service.stop();
}
