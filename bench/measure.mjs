import { patternOf, withoutTokenCheck } from './limits/pattern.mjs';
import { distribute, requestOf } from './operations.mjs';
import { cpuSecondsOf, cpuSecondsOfServer, memoryOf, startHelper } from './processes.mjs';

/** Concurrent clients. */
export const CONNECTIONS = 16;

/**
 * Measures one operation. The service and its limit take turns (A B A B), so that other load on the machine affects both.
 * Then the service runs alone, at a fixed rate of half its maximum.
 *
 * @param {object} bench shared by all measurements: see bench.mjs
 * @returns undefined if the service does not have the operation
 */
export async function measureOperation(bench, operation) {
  const targets = await operation.targets(bench.targets, bench.sizes.targets);
  const service = await openService(bench, operation, targets);
  if (service === undefined) return undefined;
  const limit = await openLimit(bench, operation, targets);
  const [serviceSlices, limitSlices] = [[], []];
  try {
    for (const side of [service, limit]) await side.slice(bench.sizes.warmUpSeconds);
    for (let turn = 0; turn < bench.sizes.turns; turn++) {
      serviceSlices.push(await service.slice(bench.sizes.sliceSeconds));
      limitSlices.push(await limit.slice(bench.sizes.sliceSeconds));
    }
    const rate = rateOf(serviceSlices);
    const half = await service.half(rate / 2);
    return summary(operation, { serviceSlices, limitSlices, half, memory: memoryOf(bench.service.pid) });
  } finally {
    await limit.stop();
    await service.stop();
  }
}

async function openService(bench, operation, targets) {
  const { generator } = bench;
  const { name } = operation;
  if (!(await exists(bench, operation, targets[0]))) return undefined;
  await generator.ask({
    task: 'prepare',
    name,
    port: bench.service.port,
    streams: distribute(targets, CONNECTIONS).map((part) =>
      part.flatMap((target) => operation.requests.map((make) => requestOf(make, target))),
    ),
    unit: operation.requests.length,
    once: operation.once ?? false,
  });
  const run = (request) =>
    onFreshTargets(bench, operation, generator, name, () =>
      withCpu(bench, bench.service.pid, () => generator.ask({ name, ...request })),
    );
  return {
    slice: (seconds) => run({ task: 'closed', seconds }),
    half: (rate) => run({ task: 'open', rate, seconds: bench.sizes.halfSeconds }),
    stop: () => generator.ask({ task: 'forget', name }),
  };
}

/** Whether the service has the operation. */
async function exists(bench, { kind, requests }, target) {
  if (kind === 'write') return true;
  return (await bench.tracer.trace(requestOf(requests[0], target))).status !== 404;
}

async function openLimit(bench, operation, targets) {
  return operation.kind === 'read'
    ? openReadLimit(bench, operation, targets)
    : openWriteLimit(bench, operation, targets);
}

async function openReadLimit(bench, operation, targets) {
  const server = startHelper('./limits/read-server.mjs');
  const answers = [];
  for (const target of targets) {
    const request = requestOf(operation.requests[0], target);
    const { status, rawHeaders, body, statements } = await bench.tracer.trace(request);
    if (status !== 200) throw new Error(`${operation.name} answers ${status}: ${body}`);
    answers.push({
      authorization: request.headers.Authorization,
      path: request.path,
      ...{ status, rawHeaders, body },
      statements: withoutTokenCheck(statements).map(({ name, text, values }) => ({ name, text, values })),
    });
  }
  const { port } = await server.ask({ ...bench.connection, answers });
  const name = `limit of ${operation.name}`;
  const requests = targets.map((target) => requestOf(operation.requests[0], target));
  const streams = distribute(requests, CONNECTIONS);
  await bench.generator.ask({ task: 'prepare', name, port, streams, unit: 1, once: false });
  return {
    slice: (seconds) =>
      withCpu(bench, server.pid, () => bench.generator.ask({ task: 'closed', name, seconds })),
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
        withCpu(bench, driver.pid, () => driver.ask({ task: 'closed', name, seconds })),
      ),
    stop: () => driver.stop(),
  };
}

/** The transactions of a target's requests, as patterns. */
export async function patternsOf(bench, operation, target) {
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

async function withCpu(bench, pid, work) {
  const read = () => [cpuSecondsOf(pid), cpuSecondsOfServer(bench.dataDir)];
  const before = read();
  const result = await work();
  const [own, server] = read().map((seconds, index) => seconds - before[index]);
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.count} requests failed.`);
  return { ...result, cpu: { own, server } };
}

function summary(operation, { serviceSlices, limitSlices, half, memory }) {
  const [service, limit] = [serviceSlices, limitSlices].map(sideOf);
  return {
    name: operation.name,
    kind: operation.kind,
    service,
    limit,
    ratio: service.rate / limit.rate,
    half: { rate: half.count / half.seconds, p50: half.p50, p99: half.p99, spread: half.p99 / half.p50 },
    memory,
  };
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
