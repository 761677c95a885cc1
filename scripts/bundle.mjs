/**
 * Bundles what runs in browsers:
 *
 * - src/shelf/browser → dist/shelf/browser: the shelf's script, texts, style and icon.
 * - src/openapi/docs → dist/docs: the script and the icon of the pages at /docs.
 *
 * Beside each bundle is the licence text of every package in it: *.LEGAL.txt.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

function bundleShelf() {
  return bundle('dist/shelf/browser', {
    entryPoints: [
      // The last two are for patrons who get notices on their devices.
      ...['main.tsx', 'shelf.css', 'icon.svg', 'device/device.ts', 'worker/worker.ts'].map(
        (name) => `src/shelf/browser/${name}`,
      ),
      // A page loads the texts of one language.
      ...globSync('src/shelf/words/??.ts').map((file) => ({
        in: file,
        out: `words-${basename(file, '.ts')}`,
      })),
      // That of a sandbox also those of its drawer.
      ...globSync('src/shelf/words/drawer/??.ts').map((file) => ({
        in: file,
        out: `drawer-${basename(file, '.ts')}`,
      })),
    ],
    loader: { '.svg': 'copy' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: 'src/shelf/browser/tsconfig.json',
  });
}

function bundleDocs() {
  return bundle('dist/docs', {
    entryPoints: ['src/openapi/docs/try.mjs', 'src/shelf/browser/icon.svg'],
    loader: { '.svg': 'copy' },
  });
}

/** Gives each file of a package the package's licence as a legal comment. esbuild collects these, each text once. */
const licences = {
  name: 'licences',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.(?:js|mjs|css)$/ }, async ({ path }) => ({
      contents: `/*! ${licencesOf(path).replaceAll('*/', '* /')}\n*/\n${await readFile(path, 'utf8')}`,
      loader: path.endsWith('.css') ? 'css' : 'js',
    }));
  },
};

/** With those of the packages that the file contains itself. */
function licencesOf(file) {
  let folder = dirname(file);
  while (!/[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@]+$/.test(folder)) folder = dirname(folder);
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = readdirSync(folder).filter((each) => /^(?:licen[cs]e|notice|copying)/i.test(each));
  if (own.length === 0) throw new Error(`${name} has no licence text.`);
  const files = [...own.sort().map((each) => join(folder, each)), `${file}.LICENSE.txt`].filter(existsSync);
  return [`${name} ${version}`, ...files.map((each) => readFileSync(each, 'utf8').trim())].join('\n\n');
}

async function bundle(folder, options) {
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
    legalComments: 'linked',
    plugins: [licences],
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

await Promise.all([bundleShelf(), bundleDocs()]);
