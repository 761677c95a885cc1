/**
 * Runs a test that has a long form by itself, for as long as asked: `npm run model -- --seed 7 --runs 500`. The short form
 * runs among all other tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const TESTS = {
  model: ({ parallel }) =>
    parallel ? 'test/full/random/model/parallel.test.ts' : 'test/full/random/model/sequential.test.ts',
  'kill-points': () => 'test/full/random/kill-points',
  interleavings: () => 'test/full/random/races/interleavings.test.ts',
  fuzz: () => 'test/full/random/fuzz',
  simulate: (chosen) =>
    `test/full/random/simulation/${comparedIn(chosen) ? 'compared' : '(town|coverage)'}.test.ts`,
};

/** What a town is to have, and to lack, that lives twice. */
const comparedIn = (chosen) => ['soon', 'alternatives', 'watches'].filter((name) => chosen[name]).join(',');

const DEFAULT_AMOUNTS = { simulate: '20000' };
const DEFAULT_AMOUNT = '1000';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    runs: { type: 'string' },
    requests: { type: 'string' },
    parallel: { type: 'boolean', default: false },
    towns: { type: 'string', default: '3' },
    pictures: { type: 'string' },
    soon: { type: 'boolean', default: false },
    alternatives: { type: 'boolean', default: false },
    watches: { type: 'boolean', default: false },
    young: { type: 'boolean', default: false },
    licences: { type: 'boolean', default: false },
    holidays: { type: 'boolean', default: false },
    calendar: { type: 'boolean', default: false },
  },
});
const pathOf = TESTS[positionals[0]];
if (pathOf === undefined) throw new Error(`The long tests are ${Object.keys(TESTS).join(', ')}.`);

/** Resolves to whether all has passed. */
async function run(settings = {}) {
  const child = spawn(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--config=test/full/jest.config.mjs', '--maxWorkers=2', pathOf(values)],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        HOLDFAST_TEST_RUNS:
          values.runs ?? values.requests ?? DEFAULT_AMOUNTS[positionals[0]] ?? DEFAULT_AMOUNT,
        ...(values.seed && { HOLDFAST_TEST_SEED: values.seed }),
        ...(comparedIn(values) && { HOLDFAST_TEST_COMPARED: comparedIn(values) }),
        ...(values.young && { HOLDFAST_TEST_YOUNG: 'true' }),
        ...(values.licences && { HOLDFAST_TEST_LICENCES: 'true' }),
        ...(values.holidays && { HOLDFAST_TEST_HOLIDAYS: 'untold' }),
        ...(values.calendar && { HOLDFAST_TEST_HOLIDAYS: 'calendar' }),
        ...(values.pictures && { HOLDFAST_TEST_PICTURES: values.pictures }),
        ...settings,
      },
    },
  );
  const [status] = await once(child, 'exit');
  return status === 0;
}

const towns = Array.from({ length: Number(values.towns) }, (_, index) => ({
  HOLDFAST_TEST_TOWN: String(index + 1),
}));
const runs = await Promise.all(positionals[0] === 'simulate' ? towns.map(run) : [run()]);
process.exitCode = runs.every(Boolean) ? 0 : 1;
