/**
 * Mutation testing of the rules in src/domain by the tests that need no database. The queue engine has a configuration of
 * its own, queue.config.mjs.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: ['src/domain/**/*.ts'],
  testRunner: 'jest',
  jest: {
    configFile: 'jest.config.mjs',
    config: {
      testMatch: ['<rootDir>/test/domain/**/*.test.ts'],
      // They start PostgreSQL.
      globalSetup: null,
      globalTeardown: null,
    },
  },
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Each run of Jest leaves its modules in memory.
  maxTestRunnerReuse: 30,
  // A busy machine must not count as a killed mutant.
  timeoutMS: 20_000,
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { reportTests: false },
  htmlReporter: { fileName: 'reports/mutation/domain.html' },
  jsonReporter: { fileName: 'reports/mutation/domain.json' },
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['/.data', '/coverage', '/docs', '/bench', '/clients', '/examples'],
  thresholds: { high: 95, low: 90, break: 90 },
};
