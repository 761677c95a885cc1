/**
 * Bundles the shelf's script, style and icon for browsers: src/shelf/browser → dist/shelf/browser. The names have a hash of the
 * content, so that a browser may keep each file for as long as it likes.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const OUTPUT = 'dist/shelf/browser';

await rm(OUTPUT, { recursive: true, force: true });
await build({
  entryPoints: ['main.tsx', 'shelf.css', 'icon.svg'].map((name) => `src/shelf/browser/${name}`),
  loader: { '.svg': 'copy' },
  outdir: OUTPUT,
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'warning',
  tsconfig: 'src/shelf/browser/tsconfig.json',
});

/** Compressed once, as well as can be: see src/shelf/shelf-files.ts. */
const compressions = { br: brotliCompressSync, gz: gzipSync };
for (const name of await readdir(OUTPUT)) {
  const content = await readFile(`${OUTPUT}/${name}`);
  for (const [extension, compress] of Object.entries(compressions))
    await writeFile(`${OUTPUT}/${name}.${extension}`, compress(content));
}
