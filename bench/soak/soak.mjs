#!/usr/bin/env node
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BrokenConnections } from './broken-connections.mjs';
import { Client } from './client.mjs';
import { startDeployment } from './deployment.mjs';
import { libraryRecords, updateRecords } from './library.mjs';
import { Load } from './load.mjs';
import { SeededRandom } from './random.mjs';
import { summarize, summaryTable } from './report.mjs';
import { Sampler } from './samples.mjs';
import { Tally } from './tally.mjs';

/**
 * Runs the service for hours under a moderate, mixed load, and looks for what grows: memory, descriptors, database sessions.
 * Exits with 1 if something grew, a request failed, a mail was sent twice, or the doctor found a violation. Needs a build
 * (`npm run build`) and Linux.
 *
 *   npm run soak -- --minutes 60 [--seed 7] [--rate 40] [--out FOLDER]
 */

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Steps of the patrons per second. */
    rate: { type: 'string', default: '40' },
    out: { type: 'string', default: '.data/soak' },
  },
});
const runSeconds = Number(options.minutes) * 60;
const sampleSeconds = Math.min(10, Math.max(1, runSeconds / 200));
const random = new SeededRandom(Number(options.seed));
const folder = resolve(options.out);

/** In samples. */
const [IMPORT_EVERY, CLOCK_EVERY, DOCTOR_EVERY, LINE_EVERY] = [4, 6, 18, 30];
/** Less than a day, so that an idempotency key is known until its request is sent again. */
const MAX_CLOCK_STEP_SECONDS = 19 * 3600;
const DRAIN_SECONDS = 60;

// The processes are killed when this one exits.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await mkdir(folder, { recursive: true });
const deployment = await startDeployment(folder);
const tally = new Tally();
const client = new Client(deployment.apiPorts, tally);
const sampler = new Sampler(deployment.databaseUrl, deployment.processes);
const errors = [];
console.log(`Soak of ${options.minutes} minutes, ${options.rate} steps per second, seed ${options.seed}.`);
try {
  await sampler.open();
  await run();
} catch (error) {
  errors.push(error.stack);
}
await finish();

async function run() {
  await operate('records', 'application/x-ndjson', toLines(libraryRecords()));
  const broken = new BrokenConnections(deployment.apiPorts);
  broken.refresh();
  const load = new Load(client, random, Number(options.rate));
  const end = performance.now() + runSeconds * 1000;
  try {
    for (let tick = 1; performance.now() < end && load.error === undefined; tick++) {
      await sleep(sampleSeconds * 1000);
      const sample = await sampler.sample(tally.takeInterval());
      if (tick % LINE_EVERY === 1) console.log(lineOf(sample));
      broken.refresh();
      if (tick % IMPORT_EVERY === 1)
        await operate('records', 'application/x-ndjson', toLines(updateRecords(random)));
      if (tick % DOCTOR_EVERY === 0) await sampler.examine();
      // Just after a sample: the next one shows what the timers have not done a whole interval later.
      if (tick % CLOCK_EVERY === 3) await moveClock();
    }
  } finally {
    broken.close();
    await load.stop();
  }
  if (load.error !== undefined) throw load.error;
  await drain();
  await sampler.examine();
}

/** @throws unless the operator's request succeeds; an answer 5xx is counted like any other */
async function operate(path, type, body) {
  const answer = await client.operator('POST', `/operator/v1/${path}`, {
    body,
    headers: { 'content-type': type },
  });
  if (answer.status !== 200 && answer.status < 500)
    throw new Error(`The operator was answered ${answer.status} ${answer.text}`);
}

/** By hours, so that pickups, suspensions and loans end. */
async function moveClock() {
  const advanceSeconds = 1 + random.integerBelow(MAX_CLOCK_STEP_SECONDS);
  await client.operator('POST', '/sandbox/v1/clock', { body: JSON.stringify({ advanceSeconds }) });
}

/** Waits until the timers and the mails have caught up. */
async function drain() {
  for (const deadline = Date.now() + DRAIN_SECONDS * 1000; Date.now() < deadline; await sleep(1000)) {
    const { lag, waitingNotices } = await sampler.sample(tally.takeInterval());
    sampler.samples.pop();
    if (lag === 0 && waitingNotices === 0) return;
  }
  errors.push(`Timers or notices were still late ${DRAIN_SECONDS} seconds after the load.`);
}

async function finish() {
  client.close();
  await sampler.close();
  const mails = await deployment.mails();
  const endedEarly = (await deployment.stop()).map(({ name }) => name);
  const { samples, violations } = sampler;
  if (samples.length === 0) throw new Error(`The soak did not begin: ${errors.join()}`);
  const summary = summarize({ samples, tally, mails, violations, endedEarly, errors });
  await writeFile(
    join(folder, 'soak.json'),
    JSON.stringify({ ...options, summary, failedRequests: tally.failures, samples }, null, 1),
  );
  console.log(`\n${summaryTable(summary)}\n`);
  for (const failure of summary.failures) console.log(failure);
  console.log(`${summary.failures.length === 0 ? 'Passed' : 'Failed'}. See ${folder}/soak.json.`);
  if (summary.failures.length > 0) process.exitCode = 1;
}

function lineOf({ seconds, rate, p99, sessions, lag, processes }) {
  const memory = Object.entries(processes).map(
    ([name, { rss, descriptors }]) => `${name} ${Math.round(rss)} MiB ${descriptors} fd`,
  );
  return `${Math.round(seconds)} s: ${Math.round(rate)}/s, p99 ${p99.toFixed(1)} ms, ${sessions} sessions, lag ${lag} s, ${memory.join(', ')}`;
}

function toLines(records) {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
