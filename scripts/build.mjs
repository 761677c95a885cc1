/**
 * Builds dist, unless it is the build of these very files: a service starts without waiting for the compiler.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const BUILT_OF = 'dist/.built-of';
const SOURCES = [
  'src/**',
  'prisma/schema.prisma',
  'scripts/{build,bundle}.mjs',
  'prisma.config.ts',
  '{package,package-lock,nest-cli,tsconfig}.json',
];
const GENERATED = 'src/generated';
const STEPS = [
  ['prisma', 'generate'],
  ['nest', 'build'],
  ['node', 'scripts/bundle.mjs'],
];

const sources = hashOf(SOURCES);
if (!isBuilt()) {
  rmSync(BUILT_OF, { force: true });
  for (const [command, ...options] of STEPS) {
    const { status } = spawnSync(command, options, { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(BUILT_OF, sources);
}

function isBuilt() {
  return existsSync(GENERATED) && existsSync(BUILT_OF) && readFileSync(BUILT_OF, 'utf8') === sources;
}

/** @returns a hash of the names and contents of all files with these names */
function hashOf(patterns) {
  const hash = createHash('sha256');
  for (const name of globSync(patterns, { exclude: (each) => each.startsWith(GENERATED) }).toSorted())
    if (statSync(name).isFile()) hash.update(`${name}\0`).update(readFileSync(name)).update('\0');
  return hash.digest('hex');
}
