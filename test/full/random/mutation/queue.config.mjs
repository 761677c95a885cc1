import domain from './domain.config.mjs';

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
  vitest: { configFile: 'test/mutation/vitest.queue.config.mjs' },
  ignoreStatic: true,
  timeoutMS: 60_000,
  htmlReporter: { fileName: 'reports/mutation/queue.html' },
  jsonReporter: { fileName: 'reports/mutation/queue.json' },
};
