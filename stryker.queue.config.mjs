import domain from './stryker.config.mjs';

/** The shortest tests that know every method of the queue engine. The timers and races of other tests take too long here. */
const TESTS = ['circulation/{queue,without-timers,refusal-after-a-write}'];

/**
 * Mutation testing of the queue engine. Run it by `npm run mutation -- queue`, which starts PostgreSQL for it.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...domain,
  mutate: ['src/circulation/queue.service.ts', 'src/circulation/queue-transaction.ts'],
  mutator: {
    // Nearly all strings here are SQL: a mutated one is an error in every test.
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
