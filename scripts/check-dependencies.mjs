/**
 * Fails when the record of dependencies and package.json do not name the same packages, or when a version is not exact.
 * In the record, a heading named after a part of package.json stands over a table; the first cell of a row names packages.
 */
import { readFile } from 'node:fs/promises';

const RECORD = 'docs/decisions/0015-dependencies.md';
const PARTS = ['dependencies', 'optionalDependencies', 'devDependencies', 'overrides'];

/** Those beside it have what only one command needs, and lock files of their own. */
const MANIFESTS = ['package.json', 'test/full/random/mutation/package.json'];

const manifests = await Promise.all(MANIFESTS.map(async (path) => JSON.parse(await readFile(path, 'utf8'))));
const sections = (await readFile(RECORD, 'utf8')).split(/^### /m);

const problems = PARTS.flatMap((part) => {
  const versions = Object.assign({}, ...manifests.map((manifest) => manifest[part]));
  const installed = Object.keys(versions);
  const recorded = packagesIn(sections.find((section) => section.startsWith(`${part}\n`)) ?? '');
  return [
    ...without(installed, recorded).map((name) => `${name} is in ${part}, but not in the record.`),
    ...without(recorded, installed).map((name) => `${name} is in the record, but not in ${part}.`),
    ...repeated(recorded).map((name) => `${name} is in the record twice, under ${part}.`),
    ...installed.filter((name) => !isExact(versions[name])).map((name) => `${name} has no exact version.`),
  ];
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${RECORD} lists every package of package.json, with the reason for it, and no other.`);
  process.exitCode = 1;
}

function packagesIn(section) {
  const firstCells = [...section.matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell);
  return firstCells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
}

function without(names, others) {
  return names.filter((name) => !others.includes(name));
}

function repeated(names) {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/** An override may also name a package whose own dependencies it overrides. */
function isExact(version) {
  return typeof version === 'object' || /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version);
}
