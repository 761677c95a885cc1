import { defineConfig } from 'vitest/config';
import { compiler } from '../../vitest.config.js';

/** The rules in src/domain, by the tests that need no database. */
export default defineConfig({ ...compiler, test: { globals: true, include: ['test/domain/**/*.test.ts'] } });
