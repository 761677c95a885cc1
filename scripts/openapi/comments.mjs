import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PluginMetadataGenerator } from '@nestjs/cli/lib/compiler/plugins/plugin-metadata-generator.js';
import { ReadonlyVisitor } from '@nestjs/swagger/plugin';

const FILE = 'dist/openapi-metadata.js';

/** The comments of handlers and of the members of request classes, as the compiler plugin of @nestjs/swagger finds them. */
export async function readComments() {
  const visitor = new ReadonlyVisitor({
    introspectComments: true,
    esmCompatible: true,
    dtoFileNameSuffix: ['.requests.ts'],
    pathToSource: resolve('src'),
  });
  // Beside the compiled classes, which it refers to.
  new PluginMetadataGenerator().generate({
    visitors: [visitor],
    outputDir: dirname(FILE),
    filename: basename(FILE),
    tsProgramRef: ReadonlyVisitor.createTsProgram('tsconfig.json'),
  });
  // Comments are wrapped in the code.
  await writeFile(FILE, (await readFile(FILE, 'utf8')).replaceAll('\\n', ' '));
  const { default: metadata } = await import(pathToFileURL(resolve(FILE)).href);
  return metadata();
}
