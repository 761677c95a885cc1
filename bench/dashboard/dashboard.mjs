#!/usr/bin/env node
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from '../soak/client.mjs';
import { startDeployment } from '../soak/deployment.mjs';
import { libraryRecords } from '../soak/library.mjs';
import { Load } from '../soak/load.mjs';
import { SeededRandom } from '../soak/random.mjs';
import { Tally } from '../soak/tally.mjs';
import { drawPanels } from './panels.mjs';
import { startPrometheus } from './prometheus.mjs';

/**
 * Draws the panels of `deploy/grafana/holdfast.json` from real data, without Grafana: two API processes and a worker run under
 * the load of the soak, Prometheus scrapes them, and each expression of the dashboard is asked for its values. The load doubles
 * after a third of the time. In the last third the worker stands still for a while, as on a machine that hangs. Needs a
 * build, Linux, and Debian's `prometheus`.
 *
 *   node bench/dashboard/dashboard.mjs --minutes 6 [--out docs/pictures/dashboard.svg]
 */

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '6' },
    out: { type: 'string', default: 'docs/pictures/dashboard.svg' },
  },
});
const STEPS_PER_SECOND = [40, 80, 80];
const RATE_INTERVAL = '30s';
/** Part of the last third in which the worker stands still. */
const STANDSTILL = 0.35;
/** How often the service's clock is moved, so that pickups, suspensions and loans end. */
const CLOCK_EVERY_SECONDS = 15;
const CLOCK_STEP_SECONDS = 6 * 3600;

const phaseSeconds = (Number(options.minutes) * 60) / STEPS_PER_SECOND.length;
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.data', 'dashboard');
const dashboard = JSON.parse(await readFile(join(root, 'deploy', 'grafana', 'holdfast.json'), 'utf8'));

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await mkdir(folder, { recursive: true });
const deployment = await startDeployment(folder);
const prometheus = await startPrometheus(
  folder,
  deployment.processes.map(({ name, port }) => ({ name, port, job: `holdfast-${name.split(' ')[0]}` })),
);
const client = new Client(deployment.apiPorts, new Tally());
try {
  const lines = libraryRecords().map((record) => `${JSON.stringify(record)}\n`);
  await operate('/operator/v1/records', 'application/x-ndjson', lines.join(''));
  const time = await underLoad();
  const panels = await Promise.all(dashboard.panels.map((panel) => withCurves(panel, time)));
  const out = resolve(root, options.out);
  await writeFile(out, drawPanels(heading(), panels, time));
  console.log(`Wrote ${out}.`);
} finally {
  client.close();
  await prometheus.stop();
  await deployment.stop();
}

function heading() {
  const [begins, ends] = [2, 2 + STANDSTILL].map((phases) => ((phases * phaseSeconds) / 60).toFixed(1));
  return `${dashboard.title}: two API processes and a worker under load. From minute ${begins} to ${ends} the worker stands still.`;
}

/** @returns from when to when, in Unix time */
async function underLoad() {
  const from = Date.now() / 1000;
  const moves = setInterval(() => void moveClock(), CLOCK_EVERY_SECONDS * 1000);
  for (const [phase, rate] of STEPS_PER_SECOND.entries()) {
    const load = new Load(client, new SeededRandom(phase + 1), rate);
    if (phase === STEPS_PER_SECOND.length - 1) await standStill();
    else await sleep(phaseSeconds * 1000);
    await load.stop();
    if (load.error !== undefined) throw load.error;
  }
  clearInterval(moves);
  return { from, to: Date.now() / 1000 };
}

async function standStill() {
  const { pid } = deployment.processes.find(({ name }) => name === 'worker');
  process.kill(pid, 'SIGSTOP');
  await sleep(phaseSeconds * STANDSTILL * 1000);
  process.kill(pid, 'SIGCONT');
  await sleep(phaseSeconds * (1 - STANDSTILL) * 1000);
}

function moveClock() {
  const body = JSON.stringify({ advanceSeconds: CLOCK_STEP_SECONDS });
  return operate('/sandbox/v1/clock', 'application/json', body);
}

async function operate(path, type, body) {
  const { status, text } = await client.operator('POST', path, { body, headers: { 'content-type': type } });
  if (status !== 200) throw new Error(`${path} was answered ${status} ${text}`);
}

async function withCurves({ type, title, gridPos, fieldConfig, targets = [] }, time) {
  const curves = await Promise.all(targets.map((target) => curvesOf(target, time)));
  return { type, title, gridPos, unit: fieldConfig?.defaults.unit, curves: curves.flat() };
}

async function curvesOf({ expr, legendFormat }, time) {
  const series = await prometheus.queryRange(expr.replaceAll('$__rate_interval', RATE_INTERVAL), time);
  return series.map(({ labels, points }) => ({
    name: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => labels[label] ?? ''),
    points,
  }));
}
