/**
 * Fails when a document names a file or folder that does not exist: rename a file, and its mentions must follow. A path is
 * in backticks, from the root or from src; `*` is any name and `<name>` a name to fill in. Links have a check of their own,
 * check-citations.mjs.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The change log may name what has gone. */
const DOCUMENTS = globSync('{*.md,docs/**/*.md}').filter((name) => name !== 'CHANGELOG.md');
/** What a clean checkout does not have. */
const MADE = ['dist', 'node_modules', '.data', 'src/generated'];
const ROOTS = ['', 'src'];
const TOP_LEVEL = globSync('{*,.ci,.github}').map((name) => `${name}/`);

const problems = DOCUMENTS.flatMap((document) => {
  const text = readFileSync(document, 'utf8').replace(/^```.*?^```/gms, '');
  const named = new Set([...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path));
  return [...named]
    .filter((path) => isPath(path) && !ROOTS.some((root) => exists(join(root, path))))
    .map((path) => `${document}: ${path} does not exist.`);
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** Something under a folder of the project, or a file in a folder; not a package, an address or a media type. */
function isPath(text) {
  if (MADE.some((folder) => text === folder || text.startsWith(`${folder}/`))) return false;
  if (TOP_LEVEL.some((folder) => text.startsWith(folder))) return true;
  return /^[\w.*<>-]+(\/[\w.*<>-]+)+\.[a-z]+$/.test(text);
}

function exists(path) {
  return globSync(path.replaceAll(/<[^<>]+>/g, '*')).length > 0;
}
