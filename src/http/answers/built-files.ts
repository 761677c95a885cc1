import { readdirSync, readFileSync } from 'node:fs';
import type { Request, Response } from 'express';
import { refusal } from '../../domain/errors.js';

const MEDIA_TYPES = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
} as const;

/** How browsers name what they can expand, the best first, and how the compressed files' names end. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export interface BuiltFile {
  readonly mediaType: string;
  readonly content: Buffer;
  /** The same content, compressed, by the encoding's name. */
  readonly encoded: ReadonlyMap<string, Buffer>;
}

/**
 * What `npm run build` makes of a page for browsers, by the files' names, which change with their content. Read once.
 * See scripts/bundle.mjs.
 */
export class BuiltFiles {
  private readonly files: ReadonlyMap<string, BuiltFile>;

  /** @param folder where the files are, below dist */
  constructor(private readonly folder: string) {
    this.files = readFiles(new URL(`../../../dist/${folder}/`, import.meta.url));
  }

  /** @throws Refusal `NotFound` when there is no such file, such as one of another release */
  find(name: string): BuiltFile {
    const file = this.files.get(name);
    if (file === undefined) throw refusal('NotFound');
    return file;
  }

  nameOf(extension: keyof typeof MEDIA_TYPES): string {
    const name = [...this.files.keys()].find((each) => each.endsWith(`.${extension}`));
    if (name === undefined) throw new Error(`dist/${this.folder} is not built: run "npm run build".`);
    return name;
  }
}

function readFiles(folder: URL): ReadonlyMap<string, BuiltFile> {
  const names = readdirSync(folder);
  return new Map(
    Object.entries(MEDIA_TYPES).flatMap(([extension, mediaType]) =>
      names
        .filter((name) => name.endsWith(`.${extension}`))
        .map((name): [string, BuiltFile] => [name, { mediaType, ...readFile(name, folder) }]),
    ),
  );
}

function readFile(name: string, folder: URL): Pick<BuiltFile, 'content' | 'encoded'> {
  const read = (ending = ''): Buffer => readFileSync(new URL(name + ending, folder));
  return {
    content: read(),
    encoded: new Map(ENCODINGS.map(([encoding, ending]) => [encoding, read(ending)])),
  };
}

/** In the best encoding that the client accepts. */
export function sendBuilt(
  request: Request,
  response: Response,
  { mediaType, content, encoded }: BuiltFile,
): void {
  const accepted = request.acceptsEncodings();
  const best = [...encoded].find(([encoding]) => accepted.includes(encoding));
  response.type(mediaType).vary('Accept-Encoding');
  if (best === undefined) response.send(content);
  else response.set('Content-Encoding', best[0]).send(best[1]);
}
