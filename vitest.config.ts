import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/vitest/longest-first.js';

/** They look at all statements that modules of the service define, and must not see those of other tests. */
const WITH_OWN_MODULES = ['test/rows/**/*.test.ts', 'test/distribution/{plans,statements}.test.ts'];

const support = (file: string): string => join(import.meta.dirname, 'test/support', file);

/** Nest finds what a class needs in its decorators' metadata. */
export const compiler = {
  oxc: {
    decorator: { legacy: true, emitDecoratorMetadata: true },
    jsx: { importSource: 'preact' },
  },
} as const;

const isShuffled = process.argv.some((each) => each.startsWith('--sequence.shuffle'));

export default defineConfig({
  ...compiler,
  test: {
    globals: true,
    globalSetup: support('vitest/global-setup.mjs'),
    reporters: ['default', support('vitest/count-reporter.mjs')],
    // Many tests wait for another process: four files of them keep two processors busy.
    maxWorkers: 4,
    // On a machine with ten times the work that it can do. What takes longer hangs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    // A test of the page /docs runs its script in a window of its own.
    execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    sequence: {
      // Hooks run in the order in which they are written.
      hooks: 'list',
      // Vitest shuffles only where no order is given.
      ...(isShuffled ? {} : { sequencer: LongestFirst }),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...WITH_OWN_MODULES, 'test/mutation/**'],
          // A worker loads the modules of the service once for all its files: loading them takes more than most files do.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own modules', include: WITH_OWN_MODULES } },
    ],
  },
});
