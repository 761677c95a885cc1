import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type StaticFile, staticFile } from '../static-file.js';

/** All that the page loads besides openapi.json, by name, with its media type. */
export const DOCS_FILES: Readonly<Record<string, string>> = {
  'favicon-32x32.png': 'image/png',
  'initializer.mjs': 'text/javascript',
  'swagger-ui-bundle.js': 'text/javascript',
  'swagger-ui.css': 'text/css',
};

const require = createRequire(import.meta.url);

/** @throws when one of the files is not installed */
export function readDocsFiles(): ReadonlyMap<string, StaticFile> {
  const files = Object.entries(DOCS_FILES);
  return new Map(files.map(([name, mediaType]) => [name, staticFile(mediaType, readFileSync(pathOf(name)))]));
}

/** Ours stands beside this file, the others in the package. */
function pathOf(name: string): string | URL {
  if (name === 'initializer.mjs') return new URL(name, import.meta.url);
  return require.resolve(`swagger-ui-dist/${name}`);
}
