import { availableParallelism } from 'node:os';

// The compiler registers itself by a function that Node deprecates (DEP0205).
process.noDeprecation = true;
await import('@swc-node/register/esm-register');

// Workers, too, compile TypeScript as they load it, with the decorators' metadata in which Nest finds what a class needs.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps --disable-warning=DEP0205 --import @swc-node/register/esm-register`;

/** @type {import('jest').Config} */
export default {
  // Runs files in bare Node: a worker loads the service's modules once for all its files (decision 1).
  runner: 'jest-light-runner',
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/test'],
  testMatch: ['<rootDir>/test/{unit,api}/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
  setupFiles: ['<rootDir>/test/support/stored/statement-origins.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/jest/time-limit.mjs'],
  testSequencer: '<rootDir>/test/support/jest/sequencer.cjs',
  reporters: ['default', '<rootDir>/test/support/jest/count-reporter.mjs'],
  maxWorkers: availableParallelism() + 1,
};
