import shared from '../../../../jest.config.mjs';

const config = {
  ...shared,
  testMatch: ['<rootDir>/test/unit/domain/**/*.test.ts'],
  // Any failure kills the mutant. Mutants are tried beside each other.
  bail: 1,
  maxWorkers: 1,
  reporters: [],
};
// The rules need no database.
delete config.globalSetup;
delete config.globalTeardown;

/** @type {import('jest').Config} */
export default config;
