import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** What scripts use of Node without importing it. */
const NODE_GLOBALS = [
  'AbortController',
  'AbortSignal',
  'Buffer',
  'clearInterval',
  'clearTimeout',
  'console',
  'fetch',
  'performance',
  'process',
  'setInterval',
  'setTimeout',
  'URL',
];

/** What only a store may contain: SQL in a string or a template, and the Prisma client. */
const SQL = String.raw`/\b(SELECT|INSERT INTO|DELETE FROM|UPDATE [a-z_]+ SET|CREATE (TABLE|DATABASE|INDEX)|LOCK TABLE|ANALYZE|SAVEPOINT)\b/`;
const SQL_OUTSIDE_STORES = [
  ...[`Literal[value=${SQL}]`, `TemplateElement[value.raw=${SQL}]`].map((selector) => ({
    selector,
    message: 'SQL stands in *.store.ts and in src/platform/database only.',
  })),
  ...['MemberExpression[property.name="prisma"]', 'ObjectPattern > Property[key.name="prisma"]'].map(
    (selector) => ({ selector, message: 'The Prisma client is used in *.store.ts only.' }),
  ),
];

/** The rules about expressions that take long read only those whose text they know. */
const REGEXP_AT_RUN_TIME = {
  selector: ':function NewExpression[callee.name="RegExp"]',
  message: 'A regular expression is a literal, or a constant of its module.',
};

/** Calls at the same time would be one statement, of several libraries: on a Citus cluster, on several nodes. */
const FIND_UNIQUE = {
  selector: 'MemberExpression[property.name=/^findUnique/]',
  message: 'Use findFirst: Prisma joins calls of findUnique.',
};

/** What a test of the service's own process does not do. */
const OUTSIDE_OF_THE_PROCESS = {
  paths: ['node:child_process', 'playwright-core', 'axe-core'].map((name) => ({
    name,
    message: 'Processes and browsers are for test/full.',
  })),
  patterns: [
    {
      regex: '/full/',
      message: 'Only the tests in test/full import what lies there: it has packages of its own.',
    },
  ],
};

/** What a test of the rules does not do besides. */
const OUTSIDE_OF_THE_RULES = {
  paths: [
    ...OUTSIDE_OF_THE_PROCESS.paths,
    ...['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram'].map((name) => ({
      name,
      message: 'Sockets and databases are for test/api.',
    })),
    { name: 'pg', allowImportNames: ['DatabaseError'], message: 'Sockets and databases are for test/api.' },
    { name: 'node:timers/promises', message: 'A unit test does not wait.' },
  ],
  patterns: [
    ...OUTSIDE_OF_THE_PROCESS.patterns,
    {
      regex: '/support/(?:database|service|test-library|client|clock|jobs|mail-server)\\.js$',
      message: 'The service and its database are for test/api.',
    },
  ],
};

const REAL_TIME = [
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
  'CallExpression[callee.name=/^set(Timeout|Interval)$/]',
].map((selector) => ({ selector, message: 'A unit test gives its own time, and does not wait.' }));

export default tseslint.config(
  {
    ignores: [
      'dist',
      'coverage',
      'reports',
      '.stryker-tmp',
      '.data',
      'src/generated',
      'clients/*/dist',
      'clients/typescript/src/api.ts',
      '**/*.cjs',
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.check.json', './src/shelf/browser/tsconfig.json', './test/full/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { regexp },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // Nest's modules are classes whose whole content stands in the decorator.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Settings are read in src/platform/settings/config.ts only.',
        },
      ],
      // A text of 64 KB must not keep the process busy: each expression reads its text once, wherever it begins to match.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', caughtErrors: 'all' },
      ],
    },
  },
  {
    files: ['src/**'],
    rules: { 'no-restricted-syntax': ['error', REGEXP_AT_RUN_TIME, FIND_UNIQUE] },
  },
  {
    files: ['src/**'],
    ignores: ['**/*.store.ts', 'src/platform/database/**'],
    rules: { 'no-restricted-syntax': ['error', REGEXP_AT_RUN_TIME, FIND_UNIQUE, ...SQL_OUTSIDE_STORES] },
  },
  {
    // What npm tells a program is no setting.
    files: ['src/platform/settings/config.ts', 'src/cli/called-as.ts', 'test/**', '*.config.*'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // The words of a language are one list: in parts it would be harder to translate.
    files: ['src/shelf/words/*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // An answer's body is whatever the service sent: a test states its shape by asserting it.
    files: ['test/**', 'bench/**'],
    rules: {
      // They read what the tests themselves have sent and started.
      'regexp/no-super-linear-backtracking': 'off',
      'regexp/no-super-linear-move': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // What a test starts is an object of closures: its methods have no `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['test/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'jest',
          property: 'useFakeTimers',
          message: 'The next file of the same worker would wait for ever: fake what is read, and restore it.',
        },
      ],
    },
  },
  {
    files: ['test/api/**', 'test/support/**'],
    rules: { 'no-restricted-imports': ['error', OUTSIDE_OF_THE_PROCESS] },
  },
  {
    files: ['test/unit/**'],
    rules: {
      'no-restricted-imports': ['error', OUTSIDE_OF_THE_RULES],
      'no-restricted-syntax': ['error', ...REAL_TIME],
    },
  },
  {
    // Handlers of events show what fails by themselves.
    files: ['src/shelf/browser/**'],
    rules: {
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, 'readonly'])),
    },
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  prettier,
);
