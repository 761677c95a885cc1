/**
 * Mutation testing of the rules in src/domain by the tests that need no database. The queue engine has a configuration of
 * its own, queue.config.mjs.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: ['src/domain/**/*.ts'],
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.domain.config.mjs' },
  testRunnerNodeArgs: ['--no-warnings'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
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
