import shared from '../../jest.config.mjs';

/** @type {import('jest').Config} */
export default {
  ...shared,
  testMatch: ['<rootDir>/test/full/**/*.test.ts'],
  globalSetup: '<rootDir>/test/full/support/jest/global-setup.mjs',
};
