/** Compiles TypeScript. @param tsx whether pages are written in it */
const compile = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
      target: 'es2024',
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/** Tests run as native ES modules: NODE_OPTIONS=--experimental-vm-modules (see the scripts in package.json). */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.data/', '<rootDir>/.stryker-tmp/', '<rootDir>/test/mutation/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  resolver: '<rootDir>/test/support/resolver.mjs',
  transform: { '\\.ts$': compile(false), '\\.tsx$': compile(true) },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/support/count-reporter.mjs'],
  // Many tests wait for another process: three of them keep two processors busy.
  maxWorkers: 3,
  // Native modules are never unloaded, so a worker grows with each file of tests. It is replaced before it runs out of memory.
  workerIdleMemoryLimit: '1GB',
  // On a machine with ten times the work that it can do. What takes longer hangs.
  testTimeout: 240_000,
};
