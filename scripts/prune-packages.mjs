/**
 * Removes what `npm ci` installs and nothing here reads, a quarter of it: `prepare` runs this. Packages have no lists of files
 * from which npm could choose.
 */
import { globSync, rmSync } from 'node:fs';

const UNUSED = [
  // Only debuggers read them.
  'node_modules/**/*.map',
  // Of Prisma, only the compiler for PostgreSQL is loaded.
  'node_modules/@prisma/client/runtime/query_compiler_*.{cockroachdb,mysql,sqlite,sqlserver}.*',
  // Prisma's generator requires this package, as CommonJS.
  'node_modules/effect/{src,dist/esm,dist/dts}',
];

for (const path of globSync(UNUSED)) rmSync(path, { recursive: true, force: true });
