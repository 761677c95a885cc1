/**
 * Mutation testing of the rules in src/domain by their tests: `npm run mutation`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: ['src/domain/**/*.ts'],
  testRunner: 'command',
  commandRunner: { command: 'jest --config test/full/random/mutation/jest.config.mjs' },
  concurrency: 2,
  // A busy machine must not count as a killed mutant.
  timeoutMS: 60_000,
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  htmlReporter: { fileName: 'reports/mutation/domain.html' },
  jsonReporter: { fileName: 'reports/mutation/domain.json' },
  tempDirName: '.stryker-tmp',
  ignorePatterns: [
    '/.data',
    '/coverage',
    '/dist',
    '/docs',
    '/bench',
    '/clients',
    '/examples',
    'node_modules',
  ],
  thresholds: { high: 95, low: 90, break: 90 },
};
