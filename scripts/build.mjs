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

const hash = createHash('sha256');
for (const name of globSync(SOURCES, { exclude: (each) => each.startsWith(GENERATED) }).toSorted())
  if (statSync(name).isFile()) hash.update(`${name}\0`).update(readFileSync(name));
const sources = hash.digest('hex');

if (!existsSync(GENERATED) || !existsSync(BUILT_OF) || readFileSync(BUILT_OF, 'utf8') !== sources) {
  rmSync(BUILT_OF, { force: true });
  for (const [command, ...options] of STEPS) {
    const { status } = spawnSync(command, options, { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(BUILT_OF, sources);
}
