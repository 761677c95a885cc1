import { readdirSync, readFileSync } from 'node:fs';
import { refusal } from '../../domain/errors.js';
import { compressedFile, type StaticFile } from './static-file.js';

const MEDIA_TYPES = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
} as const;

/**
 * What `npm run build` makes of a page for browsers, by the files' names, which change with their content. Read once.
 * See scripts/bundle.mjs.
 */
export class BuiltFiles {
  private readonly files: ReadonlyMap<string, StaticFile>;

  /** @param folder where the files are, below dist */
  constructor(private readonly folder: string) {
    this.files = readFiles(new URL(`../../../dist/${folder}/`, import.meta.url));
  }

  /** @throws Refusal `NotFound` when there is no such file, such as one of another release */
  find(name: string): StaticFile {
    const file = this.files.get(name);
    if (file === undefined) throw refusal('NotFound');
    return file;
  }

  /** @param source what the file's name begins with, where there are several of one kind */
  nameOf(extension: keyof typeof MEDIA_TYPES, source = ''): string {
    const name = [...this.files.keys()].find(
      (each) => each.startsWith(source) && each.endsWith(`.${extension}`),
    );
    if (name === undefined) throw new Error(`dist/${this.folder} is not built: run "npm run build".`);
    return name;
  }
}

function readFiles(folder: URL): ReadonlyMap<string, StaticFile> {
  const names = readdirSync(folder);
  return new Map(
    Object.entries(MEDIA_TYPES).flatMap(([extension, mediaType]) =>
      names
        .filter((name) => name.endsWith(`.${extension}`))
        .map((name): [string, StaticFile] => [name, readFile(mediaType, name, folder)]),
    ),
  );
}

function readFile(mediaType: string, name: string, folder: URL): StaticFile {
  const read = (ending = ''): Buffer => readFileSync(new URL(name + ending, folder));
  return compressedFile(mediaType, { br: read('.br'), gzip: read('.gz'), identity: read() });
}
