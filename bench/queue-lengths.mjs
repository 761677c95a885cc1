import { placeInQueue } from '../dist/circulation/place.store.js';
import { LENGTHS } from './library/plan.mjs';
import { onFreshTargets, startDriver } from './measure.mjs';
import { preparation, REQUESTS } from './operations.mjs';
import { median } from './report/median.mjs';

/**
 * Measures the cost of an operation by queue length: the median time of sequential requests on one connection, so that
 * only the length matters. The lengths take turns.
 */

const LIST = {
  name: 'list',
  steps: ['list'],
  requests: REQUESTS.list,
  targets: (of, length) => of.readersOf(length, 200),
};
const PLACE = {
  name: 'place',
  steps: ['place', 'remove'],
  requests: REQUESTS.place,
  targets: (of, length) => of.newcomersOf(length, 200),
};
const ASSIGN_COPY = {
  name: 'return → next ready',
  steps: ['return → next ready'],
  requests: REQUESTS.return,
  targets: (of, length) => of.loansOf(length, 500),
  once: true,
};

/** @returns the medians at lengths 10 and 100,000 and their ratio, for list, place, remove and assign */
export async function measureExtremes(bench) {
  const extremes = [LENGTHS[0], LENGTHS.at(-1)];
  const results = [];
  for (const operation of [LIST, PLACE, ASSIGN_COPY]) {
    const [short, long] = await inTurns(bench, operation, extremes, overHttp);
    for (const [index, name] of operation.steps.entries())
      results.push({ name, short: short[index], long: long[index], ratio: long[index] / short[index] });
  }
  return results;
}

/** The curves of the plots: the service, its statements alone, and the same statements with places counted row by row. */
export async function measureCurves(bench) {
  const curvesOf = async (operation) => ({
    service: first(await inTurns(bench, operation, LENGTHS, overHttp)),
    statements: first(await inTurns(bench, operation, LENGTHS, withoutHttp())),
    counting: first(await inTurns(bench, operation, LENGTHS, withoutHttp(countPlaces))),
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
        if (failed > 0) throw new Error(`${operation.name}: ${failed} requests failed.`);
        // The first turn warms up.
        if (turn >= 0) steps.forEach(({ p50 }, step) => medians[index][step].push(p50));
      }
  } finally {
    for (const side of sides) await side.stop();
  }
  return medians.map((steps) => steps.map(median));
}

async function overHttp(bench, operation, length) {
  const { generator, service } = bench;
  const targets = await operation.targets(bench.targets, length);
  const name = `${operation.name} at ${length}`;
  await generator.ask(preparation(name, operation, targets, service.port, 1));
  return {
    slice: (seconds) =>
      onFreshTargets(bench, operation, generator, name, () =>
        generator.ask({ task: 'closed', name, seconds }),
      ),
    stop: () => generator.ask({ task: 'forget', name }),
  };
}

/** The statements alone, on the driver; `change` may rewrite them. */
function withoutHttp(change = (pattern) => pattern) {
  return async (bench, operation, length) => {
    const targets = await operation.targets(bench.targets, length);
    const driver = await startDriver(bench, operation, targets, { connections: 1, change });
    return {
      slice: (seconds) => driver.ask({ task: 'closed', name: operation.name, seconds }),
      stop: () => driver.stop(),
    };
  };
}

/** A place without counters: counts the holds before it. */
const COUNTED_PLACE = `(1 + (SELECT count(*) FROM hold o
  WHERE o.website_id = h.website_id AND o.reserve_id = h.reserve_id AND o.ticket < h.ticket))::int`;

function countPlaces(pattern) {
  return pattern.map((step) => ({
    ...step,
    text: step.text.replaceAll(placeInQueue('$1'), COUNTED_PLACE),
  }));
}
