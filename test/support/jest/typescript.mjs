/**
 * Compiles TypeScript as it is imported, in the thread that imports it, with the decorators' metadata in which Nest finds what a
 * class needs. Node's own removal of types knows no decorators.
 */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const TYPESCRIPT = /\.tsx?$/;
const RELATIVE = /^\.{1,2}\/.*\.js$/;

registerHooks({ resolve, load });

/** TypeScript names a module by the file that is made of it: `x.js` stands for `x.ts` or `x.tsx`. */
function resolve(specifier, context, next) {
  const source =
    RELATIVE.test(specifier) && isTypeScript(context.parentURL) ? sourceOf(specifier, context) : undefined;
  return source === undefined
    ? next(specifier, context)
    : { url: source, format: 'module', shortCircuit: true };
}

function load(url, context, next) {
  if (!isTypeScript(url)) return next(url, context);
  return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
}

/** Jest adds a query to the address of a test file. */
function isTypeScript(url) {
  return url?.startsWith('file:') && TYPESCRIPT.test(new URL(url).pathname);
}

function sourceOf(specifier, { parentURL }) {
  const { href } = new URL(specifier, parentURL);
  return ['.ts', '.tsx']
    .map((end) => href.replace(/\.js$/, end))
    .find((url) => existsSync(fileURLToPath(url)));
}

function compiled(filename) {
  return transformSync(readFileSync(filename, 'utf8'), {
    filename,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: filename.endsWith('.tsx'), decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
      keepClassNames: true,
    },
  }).code;
}
