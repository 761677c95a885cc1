import { readdirSync, readFileSync } from 'node:fs';
import { refusal } from '../../domain/errors.js';
import { compressedFile, type StaticFile } from './static-file.js';

const MEDIA_TYPES = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  txt: 'text/plain',
} as const;

/**
 * The files that `npm run build` makes for a page. Their names change with their content. Each is read when it is first requested: a start would wait
 * for megabytes that few services ever send. See scripts/bundle.mjs.
 */
export class BuiltFiles {
  private readonly folder: URL;
  /** A value is undefined until its file is read. */
  private readonly files: Map<string, StaticFile | undefined>;

  /** @param name the folder below dist */
  constructor(private readonly name: string) {
    this.folder = new URL(`../../../dist/${name}/`, import.meta.url);
    const names = readdirSync(this.folder).filter((each) => mediaTypeOf(each) !== undefined);
    this.files = new Map(names.map((each) => [each, undefined]));
  }

  /** @throws Refusal `NotFound` if there is no such file, for example one of another release */
  find(name: string): StaticFile {
    const mediaType = mediaTypeOf(name);
    if (mediaType === undefined || !this.files.has(name)) throw refusal('NotFound');
    const file = this.files.get(name) ?? readFile(mediaType, name, this.folder);
    this.files.set(name, file);
    return file;
  }

  /** @param source the beginning of the name, where there are several files of one kind */
  nameOf(extension: keyof typeof MEDIA_TYPES, source = ''): string {
    const name = [...this.files.keys()].find(
      (each) => each.startsWith(source) && each.endsWith(`.${extension}`),
    );
    if (name === undefined) throw new Error(`dist/${this.name} is not built: run "npm run build".`);
    return name;
  }
}

/** @returns undefined for another file, such as a compressed one */
function mediaTypeOf(name: string): string | undefined {
  return Object.entries(MEDIA_TYPES).find(([extension]) => name.endsWith(`.${extension}`))?.[1];
}

function readFile(mediaType: string, name: string, folder: URL): StaticFile {
  const read = (ending = ''): Buffer => readFileSync(new URL(name + ending, folder));
  return compressedFile(mediaType, { br: read('.br'), gzip: read('.gz'), identity: read() });
}
