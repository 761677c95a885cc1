import { availableParallelism } from 'node:os';

// This process compiles TypeScript as it loads it, and so does each worker.
const compiler = new URL('test/support/jest/typescript.mjs', import.meta.url).href;
await import(compiler);
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps --import ${compiler}`;

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
