/**
 * Fails when docs/architecture.md shows other modules, or other dependencies between them, than .dependency-cruiser.cjs
 * allows. The table of modules has a row for each; its diagram names each once.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const DOCUMENT = 'docs/architecture.md';
const CONFIGURATION = '.dependency-cruiser.cjs';
/** Their rows say "every module". */
const SEE_ALL = ['openapi', 'cli'];

const { forbidden } = createRequire(import.meta.url)(`../${CONFIGURATION}`);
/** The rule of a module says in its comment what the module may import. */
const allowed = new Map(
  forbidden.flatMap(({ name, comment }) => {
    const [, module] = /^dependencies-of-(.+)$/.exec(name) ?? [];
    return module === undefined ? [] : [[module, listOf(/ may import (.*)\.$/.exec(comment)?.[1])]];
  }),
);

const [text, diagram = ''] = readDocument();
const documented = new Map(
  [...text.matchAll(/^\| `(\w+)` +\|[^|]*\|([^|]*)\|$/gm)].map(([, module, cell]) => [module, namesIn(cell)]),
);

const problems = [
  ...[...allowed.keys()].filter((name) => !documented.has(name)).map((name) => `${name} has no row.`),
  ...[...documented.keys()].filter((name) => !allowed.has(name)).map((name) => `${name} is no module.`),
  ...[...documented]
    .filter(([name, others]) => allowed.has(name) && !SEE_ALL.includes(name) && !isSame(name, others))
    .map(([name]) => `the row of ${name} must list ${besidesBase(name).join(', ') || 'no module'}.`),
  ...[...allowed.keys()]
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(diagram))
    .map((name) => `the diagram lacks ${name}.`),
];
for (const problem of problems) console.error(`${DOCUMENT}: ${problem}`);
if (problems.length > 0) process.exitCode = 1;

function readDocument() {
  const document = readFileSync(DOCUMENT, 'utf8');
  return [document, /^```\n(\+-.*?)^```$/ms.exec(document)?.[1]];
}

function listOf(words = '') {
  return words === 'no other module' ? [] : words.split(', ');
}

function namesIn(cell) {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name);
}

/** Every module may import the base, so the column leaves it out; only the rows of the base itself speak of it. */
function besidesBase(name) {
  return (allowed.get(name) ?? []).filter((other) => !['domain', 'platform'].includes(other));
}

function isSame(name, others) {
  const listed = others.filter((other) => !['domain', 'platform'].includes(other));
  return [...listed].sort().join() === besidesBase(name).sort().join();
}
