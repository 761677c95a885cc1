import { readdirSync, readFileSync } from 'node:fs';
import { refusal } from '../domain/errors.js';

/** What `npm run build` makes of src/shelf/browser, wherever this file itself was compiled to. */
const FOLDER = new URL('../../dist/shelf/browser/', import.meta.url);

const MEDIA_TYPES = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' } as const;

/** How browsers name what they can expand, the best first, and how the compressed files' names end. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export interface ShelfFile {
  readonly mediaType: string;
  readonly content: Buffer;
  /** The same content, compressed, by the encoding's name. */
  readonly encoded: ReadonlyMap<string, Buffer>;
}

/** What the page loads, by their names, which change with their content. Read once. */
export class ShelfFiles {
  private readonly files = readFiles();
  readonly script = this.nameOf('js');
  readonly style = this.nameOf('css');
  readonly icon = this.nameOf('svg');

  /** @throws Refusal `NotFound` when there is no such file, such as one of another release */
  find(name: string): ShelfFile {
    const file = this.files.get(name);
    if (file === undefined) throw refusal('NotFound');
    return file;
  }

  private nameOf(extension: keyof typeof MEDIA_TYPES): string {
    const name = [...this.files.keys()].find((each) => each.endsWith(`.${extension}`));
    if (name === undefined) throw new Error('The shelf is not built: run "npm run build".');
    return name;
  }
}

function readFiles(): ReadonlyMap<string, ShelfFile> {
  const names = readdirSync(FOLDER);
  return new Map(
    Object.entries(MEDIA_TYPES).flatMap(([extension, mediaType]) =>
      names
        .filter((name) => name.endsWith(`.${extension}`))
        .map((name): [string, ShelfFile] => [name, { mediaType, ...readFile(name) }]),
    ),
  );
}

function readFile(name: string): Pick<ShelfFile, 'content' | 'encoded'> {
  const read = (ending = ''): Buffer => readFileSync(new URL(name + ending, FOLDER));
  return {
    content: read(),
    encoded: new Map(ENCODINGS.map(([encoding, ending]) => [encoding, read(ending)])),
  };
}

/** @returns the encoding to send a file in, with its content; undefined: as it is */
export function encodedFor(
  { encoded }: ShelfFile,
  accepted: readonly string[],
): readonly [encoding: string, content: Buffer] | undefined {
  return [...encoded].find(([encoding]) => accepted.includes(encoding));
}
