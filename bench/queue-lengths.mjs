import { PLACE_IN_QUEUE } from '../dist/circulation/place.store.js';
import { LENGTHS } from './library/plan.mjs';
import { onFreshTargets, patternsOf } from './measure.mjs';
import { requestOf, REQUESTS } from './operations.mjs';
import { startHelper } from './processes.mjs';

/**
 * What an operation costs by the length of the queue: the median time of a request, one after the other on one
 * connection, so that nothing but the length matters. The lengths take turns.
 */

const LIST = {
  steps: ['list'],
  requests: REQUESTS.list,
  targets: (of, length) => of.readersOf(length, 200),
};
const PLACE = {
  steps: ['place', 'remove'],
  requests: REQUESTS.place,
  targets: (of, length) => of.newcomersOf(length, 200),
};
const HAND_OVER = {
  steps: ['return → next ready'],
  requests: REQUESTS.return,
  targets: (of, length) => of.loansOf(length, 500),
  once: true,
};

/** @returns for list, place, remove and hand-over: the medians at 10 and at 100,000, and their ratio */
export async function measureExtremes(bench) {
  const extremes = [LENGTHS[0], LENGTHS.at(-1)];
  const results = [];
  for (const operation of [LIST, PLACE, HAND_OVER]) {
    const [short, long] = await inTurns(bench, operation, extremes, overHttp);
    for (const [index, name] of operation.steps.entries())
      results.push({ name, short: short[index], long: long[index], ratio: long[index] / short[index] });
  }
  return results;
}

/** The curves of the plots: the service, its statements alone, and those with the counting way in them. */
export async function measureCurves(bench) {
  const curvesOf = async (operation) => ({
    service: first(await inTurns(bench, operation, LENGTHS, overHttp)),
    statements: first(await inTurns(bench, operation, LENGTHS, bare())),
    counting: first(await inTurns(bench, operation, LENGTHS, bare(counting))),
  });
  return { lengths: LENGTHS, list: await curvesOf(LIST), place: await curvesOf(PLACE) };
}

const first = (medians) => medians.map(([median]) => median);

/** @returns for each length the median of each step, in milliseconds */
async function inTurns(bench, operation, lengths, open) {
  const sides = [];
  for (const length of lengths) sides.push(await open(bench, operation, length));
  const { lengthTurns, lengthSeconds } = bench.sizes;
  const medians = lengths.map(() => operation.steps.map(() => []));
  try {
    for (let turn = -1; turn < lengthTurns; turn++)
      for (const [index, side] of sides.entries()) {
        const { steps, failed } = await side.slice(lengthSeconds);
        if (failed > 0)
          throw new Error(`${operation.steps[0]}: ${failed} requests were not answered as expected.`);
        // The first turn warms up.
        if (turn >= 0) steps.forEach(({ p50 }, step) => medians[index][step].push(p50));
      }
  } finally {
    for (const side of sides) await side.stop();
  }
  return medians.map((steps) => steps.map(middle));
}

async function overHttp(bench, operation, length) {
  const { generator, service } = bench;
  const targets = await operation.targets(bench.targets, length);
  const name = `${operation.steps[0]} at ${length}`;
  const requests = targets.flatMap((target) => operation.requests.map((make) => requestOf(make, target)));
  const [unit, once] = [operation.requests.length, operation.once ?? false];
  await generator.ask({ task: 'prepare', name, port: service.port, streams: [requests], unit, once });
  return {
    slice: (seconds) =>
      onFreshTargets(bench, operation, generator, name, () =>
        generator.ask({ task: 'closed', name, seconds }),
      ),
    stop: () => generator.ask({ task: 'forget', name }),
  };
}

/** The statements alone, on a bare driver; changed, if `change` says how. */
function bare(change = (pattern) => pattern) {
  return async (bench, operation, length) => {
    const driver = startHelper('./limits/transactions.mjs');
    const targets = await operation.targets(bench.targets, length);
    const patterns = (await patternsOf(bench, operation, targets[0])).map(change);
    const unit = operation.requests.length;
    const name = operation.steps[0];
    await driver.ask({
      task: 'prepare',
      name,
      ...bench.connection,
      patterns,
      streams: [targets],
      unit,
      once: false,
    });
    return {
      slice: (seconds) => driver.ask({ task: 'closed', name, seconds }),
      stop: () => driver.stop(),
    };
  };
}

/** How a place is found without counters: by counting the holds before it. */
const COUNTED_PLACE = `(1 + (SELECT count(*) FROM hold o
  WHERE o.website_id = h.website_id AND o.reserve_id = h.reserve_id AND o.ticket < h.ticket))::int`;

function counting(pattern) {
  return pattern.map((step) => ({
    ...step,
    text: step.text.replaceAll(PLACE_IN_QUEUE, COUNTED_PLACE),
  }));
}

function middle(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
