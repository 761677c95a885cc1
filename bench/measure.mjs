import { patternOf } from './limits/pattern.mjs';
import { distribute, requestOf } from './operations.mjs';
import { median } from './report/median.mjs';
import { cpuSecondsOf, cpuSecondsOfServer, memoryOf, startHelper } from './processes.mjs';

/** Concurrent clients. */
export const CONNECTIONS = 16;

/**
 * Measures one operation. The service and its limits take turns (A B C A B C), so that other load on the machine affects
 * all of them. Then the service and the limits for reads take turns at a fixed rate of half their maximum.
 *
 * @param {object} bench shared by all measurements: see bench.mjs
 * @returns undefined if the service does not have the operation
 */
export async function measureOperation(bench, operation) {
  const targets = await operation.targets(bench.targets, bench.sizes.targets);
  const service = await openService(bench, operation, targets);
  if (service === undefined) return undefined;
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
export async function inTurn(sides, { warmUpSeconds, turns, sliceSeconds }) {
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
  const open = async (service, name) => {
    const run = await prepareLoad(bench, operation, targets, service, name);
    return { slice: (seconds) => run({ task: 'closed', seconds }) };
  };
  const sides = [await open(bench.service, 'here'), await open(bench.other, 'there')];
  const [here, there] = await inTurn(sides, bench.sizes);
  for (const name of ['here', 'there']) await bench.generator.ask({ task: 'forget', name });
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

async function openService(bench, operation, targets) {
  if (!(await exists(bench, operation, targets[0]))) return undefined;
  const run = await prepareLoad(bench, operation, targets, bench.service, operation.name);
  return {
    slice: (seconds) => run({ task: 'closed', seconds }),
    half: (rate, seconds) => run({ task: 'open', rate, seconds }),
    stop: () => bench.generator.ask({ task: 'forget', name: operation.name }),
  };
}

/**
 * Has the generator prepare the operation's requests to a server.
 * @param {{ pid: number, port: number, dataDir?: string }} server with the folder of its database, unless it is the bench's own
 * @returns what runs them
 */
export async function prepareLoad(bench, operation, targets, { pid, port, dataDir = bench.dataDir }, name) {
  const { generator } = bench;
  await generator.ask({
    task: 'prepare',
    name,
    port,
    streams: distribute(targets, CONNECTIONS).map((part) =>
      part.flatMap((target) => operation.requests.map((make) => requestOf(make, target))),
    ),
    unit: operation.requests.length,
    once: operation.once ?? false,
  });
  return (request) =>
    onFreshTargets(bench, operation, generator, name, () =>
      withCpu(dataDir, pid, () => generator.ask({ name, ...request })),
    );
}

/** Whether the service has the operation. */
async function exists(bench, { kind, requests }, target) {
  if (kind === 'write') return true;
  return (await bench.tracer.trace(requestOf(requests[0], target))).status !== 404;
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
  const answer = await fetch(`http://127.0.0.1:${port}${request.path}`, { headers: request.headers });
  const text = await answer.text();
  if (text !== String(body)) throw new Error(`${framework} answers otherwise than the service: ${text}`);
  const name = `${operation.name} by ${framework}`;
  const run = await prepareLoad(bench, operation, targets, { pid: server.pid, port }, name);
  return {
    slice: (seconds) => run({ task: 'closed', seconds }),
    half: (rate, seconds) => run({ task: 'open', rate, seconds }),
    stop: async () => {
      await bench.generator.ask({ task: 'forget', name });
      await server.stop();
    },
  };
}

async function openWriteLimit(bench, operation, targets) {
  const driver = startHelper('./limits/transactions.mjs');
  const patterns = await patternsOf(bench, operation, targets[0]);
  const { name } = operation;
  await driver.ask({
    task: 'prepare',
    name,
    ...bench.connection,
    patterns,
    streams: distribute(targets, CONNECTIONS),
    unit: operation.requests.length,
    once: operation.once ?? false,
  });
  return {
    slice: (seconds) =>
      onFreshTargets(bench, operation, driver, name, () =>
        withCpu(bench.dataDir, driver.pid, () => driver.ask({ task: 'closed', name, seconds })),
      ),
    stop: () => driver.stop(),
  };
}

/** The transactions of a target's requests, as patterns. */
export async function patternsOf(bench, operation, target) {
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
