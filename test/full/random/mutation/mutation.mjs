/**
 * Mutation testing by Stryker: `npm run mutation` runs all parts, `npm run mutation -- domain` one. The part `queue` has
 * tests that need PostgreSQL. It is started here, once, because Stryker runs Vitest for each mutant.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import startServer from '../../../support/vitest/global-setup.mjs';

const PARTS = {
  domain: () => stryker('domain'),
  queue: async () => {
    const stopServer = await startServer();
    try {
      return stryker('queue');
    } finally {
      await stopServer();
    }
  },
};

const { positionals } = parseArgs({ allowPositionals: true });
const parts = positionals.length > 0 ? positionals : Object.keys(PARTS);
for (const part of parts) {
  if (PARTS[part] === undefined) throw new Error(`The parts are ${Object.keys(PARTS).join(', ')}.`);
  const status = await PARTS[part]();
  if (status !== 0) process.exitCode = 1;
}

/** @param part the beginning of a file's name here */
function stryker(part) {
  const { status } = spawnSync(
    process.execPath,
    [
      'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js',
      'run',
      `test/full/random/mutation/${part}.config.mjs`,
    ],
    { stdio: 'inherit' },
  );
  return status;
}
