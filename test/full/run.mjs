/**
 * Runs the tests that need processes, browsers, balancers or time: `npm run test:full`, with the names of parts, files, or options of
 * Jest. Without any it runs all. Parts are linted and their types checked before, since `npm run check` leaves them out: their packages
 * are installed here.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const FOLDER = 'test/full';

/** What the smoke part takes from the other parts. */
const SMOKE = ['smoke', 'faults/killed-worker.test.ts', 'faults/database-restart.test.ts'];

const PARTS = {
  smoke: SMOKE.map((path) => `${FOLDER}/${path}`),
  ...Object.fromEntries(
    ['browser', 'processes', 'faults', 'random', 'deploy'].map((name) => [name, [`${FOLDER}/${name}/`]]),
  ),
};

const asked = process.argv.slice(2);
const isPart = (argument) => Object.hasOwn(PARTS, argument);

if (!existsSync(`${FOLDER}/node_modules`)) run('npm', 'ci', '--prefix', FOLDER, '--no-audit', '--no-fund');
if (asked.length === 0 || asked.some(isPart)) {
  run('tsc', '--noEmit', '--project', FOLDER);
  run('eslint', FOLDER);
}
run('jest', '--config', `${FOLDER}/jest.config.mjs`, ...asked.flatMap((each) => PARTS[each] ?? [each]));

/** Ends this run where a step fails. */
function run(command, ...options) {
  const { status } = spawnSync(command, options, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
