import { patternOf } from './limits/pattern.mjs';
import { CONNECTIONS, distribute, preparation, requestOf } from './operations.mjs';
import { median } from './report/median.mjs';
import { cpuSecondsOf, cpuSecondsOfServer, memoryOf, startHelper } from './processes.mjs';

/**
 * Measures one operation. The service and its limits take turns (A B C A B C), so that other load on the machine affects
 * all of them. Then the service and the limits for reads take turns at a fixed rate of half their maximum.
 *
 * @param {object} bench shared by all measurements: see bench.mjs
 */
export async function measureOperation(bench, operation) {
  const targets = await operation.targets(bench.targets, bench.sizes.targets);
  const service = await openServer(bench, operation, targets, bench.service, operation.name);
  const sides = { service, ...(await openLimits(bench, operation, targets)) };
  try {
    const slices = await inTurn(Object.values(sides), bench.sizes);
    const measured = Object.fromEntries(
      Object.keys(sides).map((name, index) => [name, sideOf(slices[index])]),
    );
    const half = await atHalf(sides, measured, bench.sizes);
    return summary(operation, measured, half, memoryOf(bench.service.pid));
  } finally {
    for (const side of Object.values(sides)) await side.stop();
  }
}

/** Runs the sides in turn. The first turn warms up. @returns the slices of each side */
async function inTurn(sides, { warmUpSeconds, turns, sliceSeconds }) {
  const slices = sides.map(() => []);
  for (const side of sides) await side.slice(warmUpSeconds);
  for (let turn = 0; turn < turns; turn++)
    for (const [index, side] of sides.entries()) slices[index].push(await side.slice(sliceSeconds));
  return slices;
}

/**
 * Runs the sides in turn at a fixed rate of half their maximum.
 * @returns the medians of the turns, by side
 */
async function atHalf(sides, measured, sizes) {
  const names = Object.keys(sides).filter((name) => sides[name].half !== undefined);
  const atRate = names.map((name) => ({
    slice: (seconds) => sides[name].half(measured[name].rate / 2, seconds),
  }));
  const slices = await inTurn(atRate, { ...sizes, sliceSeconds: sizes.halfSeconds });
  return Object.fromEntries(names.map((name, index) => [name, latencyOf(slices[index])]));
}

/** The operation by this checkout's service and by another commit's, in turn. */
export async function compareOperation(bench, operation) {
  const targets = await operation.targets(bench.targets, bench.sizes.targets);
  const sides = [
    await openServer(bench, operation, targets, bench.service, 'here'),
    await openServer(bench, operation, targets, bench.other, 'there'),
  ];
  const [here, there] = await inTurn(sides, bench.sizes);
  for (const side of sides) await side.stop();
  const rate = ({ count, seconds }) => count / seconds;
  const cpu = ({ count, cpu: { own } }) => own / count;
  return {
    name: operation.name,
    here: sideOf(here),
    there: sideOf(there),
    rates: ratiosOf(here.map(rate), there.map(rate)),
    cpu: ratiosOf(here.map(cpu), there.map(cpu)),
  };
}

/** Of each turn of one side to the other's turn right after it. */
function ratiosOf(here, there) {
  const ratios = here.map((value, turn) => value / there[turn]).sort((a, b) => a - b);
  return { median: ratios[Math.floor(ratios.length / 2)], lowest: ratios[0], highest: ratios.at(-1) };
}

/** A server, to which the generator sends the operation's requests. */
async function openServer(bench, operation, targets, { pid, port }, name) {
  const { generator } = bench;
  await generator.ask(preparation(name, operation, targets, port));
  const run = (request) =>
    onFreshTargets(bench, operation, generator, name, () =>
      withCpu(bench.dataDir, pid, () => generator.ask({ name, ...request })),
    );
  return {
    slice: (seconds) => run({ task: 'closed', seconds }),
    half: (rate, seconds) => run({ task: 'open', rate, seconds }),
    stop: () => generator.ask({ task: 'forget', name }),
  };
}

/** By name. */
async function openLimits(bench, operation, targets) {
  if (operation.kind === 'write') return { driver: await openWriteLimit(bench, operation, targets) };
  return {
    'Nest + Express': await openReadLimit(bench, operation, targets, 'Nest + Express'),
    'node:http': await openReadLimit(bench, operation, targets, 'node:http'),
  };
}

/** Headers that a server makes for each answer itself. */
const OWN_HEADERS = /^(?:content-.*|etag|date|connection|keep-alive)$/i;

async function openReadLimit(bench, operation, targets, framework) {
  const server = startHelper('./limits/read-server.mjs');
  const request = requestOf(operation.requests[0], targets[0]);
  const { status, headers, body } = await bench.tracer.trace(request);
  if (status !== 200) throw new Error(`${operation.name} answers ${status}: ${body}`);
  const fixed = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
  const { port } = await server.ask({
    ...bench.connection,
    framework,
    read: operation.name,
    headers: Object.fromEntries(fixed),
  });
  if (!(await answersAlike(bench, request, port)))
    throw new Error(`${framework} answers otherwise than the service: ${request.path}`);
  const name = `${operation.name} by ${framework}`;
  const side = await openServer(bench, operation, targets, { pid: server.pid, port }, name);
  return {
    ...side,
    stop: async () => {
      await side.stop();
      await server.stop();
    },
  };
}

/** An answer may name a time from now on, in seconds: one of a few pairs is of the same second. */
async function answersAlike({ tracer }, request, port) {
  for (let pair = 0; pair < 5; pair++) {
    const answer = await fetch(`http://127.0.0.1:${port}${request.path}`, { headers: request.headers });
    const text = await answer.text();
    if (text === String((await tracer.trace(request)).body)) return true;
  }
  return false;
}

async function openWriteLimit(bench, operation, targets) {
  const driver = await startDriver(bench, operation, targets);
  const { name } = operation;
  return {
    slice: (seconds) =>
      onFreshTargets(bench, operation, driver, name, () =>
        withCpu(bench.dataDir, driver.pid, () => driver.ask({ task: 'closed', name, seconds })),
      ),
    stop: () => driver.stop(),
  };
}

/** The process that runs an operation's statements alone; `change` may rewrite them. */
export async function startDriver(
  bench,
  operation,
  targets,
  { connections = CONNECTIONS, change = (pattern) => pattern } = {},
) {
  const driver = startHelper('./limits/transactions.mjs');
  const { name, requests, once = false } = operation;
  const patterns = (await patternsOf(bench, operation, targets[0])).map(change);
  const streams = distribute(targets, connections);
  const how = { unit: requests.length, once };
  await driver.ask({ task: 'prepare', name, ...bench.connection, patterns, streams, ...how });
  return driver;
}

/** The transactions of a target's requests, as patterns. */
async function patternsOf(bench, operation, target) {
  await bench.targets.makeTicketUnmistakable(target);
  const patterns = [];
  for (const make of operation.requests) {
    const request = requestOf(make, target);
    const { status, body, statements } = await bench.tracer.trace(request);
    if (status !== request.status) throw new Error(`${operation.name} answers ${status}: ${body}`);
    patterns.push(patternOf(statements, target));
  }
  if (operation.once) await bench.restore();
  return patterns;
}

/** Runs `work`, then restores the targets that it has used up. */
export async function onFreshTargets(bench, operation, helper, name, work) {
  const result = await work();
  if (operation.once) {
    await bench.restore();
    await helper.ask({ task: 'rewind', name });
  }
  return result;
}

async function withCpu(dataDir, pid, work) {
  const read = () => [cpuSecondsOf(pid), cpuSecondsOfServer(dataDir)];
  const before = read();
  const result = await work();
  const [own, server] = read().map((seconds, index) => seconds - before[index]);
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.count} requests failed.`);
  return { ...result, cpu: { own, server } };
}

/** @param {object} sides the service and its limits, by name */
function summary({ name, kind }, { service, ...limits }, half, memory) {
  const ratios = Object.entries(limits).map(([limit, { rate }]) => [limit, service.rate / rate]);
  return { name, kind, service, limits, ratios: Object.fromEntries(ratios), half, memory };
}

/** Medians: the machine may stand still for a moment of one slice. */
function latencyOf(slices) {
  const [p50, p99] = ['p50', 'p99'].map((name) => median(slices.map((slice) => slice[name])));
  return { rate: rateOf(slices), p50, p99, spread: p99 / p50 };
}

function sideOf(slices) {
  const count = slices.reduce((sum, slice) => sum + slice.count, 0);
  const per1000 = (which) => (slices.reduce((sum, { cpu }) => sum + cpu[which], 0) / count) * 1000;
  const rates = slices.map((slice) => slice.count / slice.seconds);
  return {
    rate: rateOf(slices),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    cpuPer1000: per1000('own'),
    databaseCpuPer1000: per1000('server'),
  };
}

function rateOf(slices) {
  const sum = (member) => slices.reduce((total, slice) => total + slice[member], 0);
  return sum('count') / sum('seconds');
}
