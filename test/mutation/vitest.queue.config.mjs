import { defineConfig } from 'vitest/config';
import { compiler } from '../../vitest.config.js';

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
  'operator/patrons/forget-a-patron',
];

export default defineConfig({
  ...compiler,
  test: {
    globals: true,
    include: TESTS.map((name) => `test/${name}.test.ts`),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
