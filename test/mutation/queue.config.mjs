import domain from './domain.config.mjs';

/**
 * The shortest tests that know the engine; the timers and races of others take too long here. Those that count statements
 * notice when a condition that saves some is gone.
 */
const TESTS = [
  'performance/round-trips',
  'circulation/without-timers',
  'circulation/refusal-after-a-write',
  'circulation/queue',
  'suspensions/suspend-a-hold',
  'operator/forget-a-patron',
];

/**
 * Mutation testing of the queue engine. Run it by `npm run mutation -- queue`, which starts PostgreSQL for it.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...domain,
  mutate: ['src/circulation/queue.service.ts', 'src/circulation/queue-transaction.ts'],
  mutator: {
    // They are codes and modes, which the compiler checks.
    excludedMutations: ['StringLiteral'],
  },
  jest: {
    ...domain.jest,
    config: { ...domain.jest.config, testMatch: TESTS.map((name) => `<rootDir>/test/${name}.test.ts`) },
  },
  ignoreStatic: true,
  timeoutMS: 60_000,
  htmlReporter: { fileName: 'reports/mutation/queue.html' },
  jsonReporter: { fileName: 'reports/mutation/queue.json' },
};
