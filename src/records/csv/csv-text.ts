import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The file, or the rest of it, cannot be read. The message completes "row N …". */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv';
}

/** The encoding and the separator are guessed from the start. */
const START_BYTES = 64 * 1024;
/** The limit on compression begins here. Lists of patrons shrink to a tenth by gzip. */
const ALWAYS_UNPACKED = 1024 * 1024;
const MAX_RATIO = 100;
const GZIP = Buffer.from([0x1f, 0x8b]);
const MAX_UNPACKED = 4 * 1024 ** 3;

const AS_CSV = 'save it as CSV there, and send that file';
const WITH_COLUMNS = 'export the list as CSV, with title, format and ISBN as columns';
/** Files of other types, recognized by their beginning in Latin-1. Binary files would be read as one row of nonsense. */
const OTHER_CONTENT: readonly (readonly [beginning: string, has: RegExp, what: string])[] = [
  ['PK\x03\x04', /xl\/|\[Content_Types\]/, `an Excel workbook: ${AS_CSV}`],
  ['PK\x03\x04', /opendocument/, `a spreadsheet of OpenDocument: ${AS_CSV}`],
  ['PK\x03\x04', /^/, 'a ZIP archive: unpack it, and send the CSV file in it'],
  ['\xd0\xcf\x11\xe0', /^/, `an old Excel workbook: ${AS_CSV}`],
  ['\x28\xb5\x2f\xfd', /^/, 'a file that is compressed by Zstandard: unpack it, or use gzip'],
  ['%PDF', /^/, 'a PDF: export the list as CSV'],
  ['', /^\d{5}[acdnposx][\w ]{3}[ a]22\d{5}/, `a file of MARC records: ${WITH_COLUMNS}`],
  ['', /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|ONIX)/, `a file in XML, such as ONIX: ${WITH_COLUMNS}`],
  ['', /^(?:\xef\xbb\xbf)?\s*[{[]/, 'a file in JSON: import it as records, without a kind of rows'],
];

/** The bytes of the input that have been read. */
export interface CsvProgress {
  bytes: number;
}

/**
 * The text of a CSV file: unpacked if it is compressed by gzip, and decoded in the given or recognized encoding. NUL, and bytes that the encoding
 * does not have, become U+FFFD. The first piece is long enough to guess from.
 * @throws UnreadableCsv
 */
export async function* csvText(
  input: AsyncIterable<Buffer>,
  encoding: string | undefined,
  progress: CsvProgress,
): AsyncGenerator<string> {
  const bytes = startingWith(START_BYTES, unpacked(counted(input, progress)));
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes) {
    if (decoder === undefined) {
      refuseOtherContent(piece);
      decoder = new TextDecoder(encoding ?? encodingOf(piece));
    }
    yield storable(decoder.decode(piece, { stream: true }));
  }
  if (decoder !== undefined) yield storable(decoder.decode());
}

/** PostgreSQL's text cannot contain NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

async function* counted(input: AsyncIterable<Buffer>, progress: CsvProgress): AsyncGenerator<Buffer> {
  for await (const piece of input) {
    progress.bytes += piece.length;
    yield piece;
  }
}

/** The same bytes in other pieces: the first has at least `least` bytes, unless the input is shorter. */
async function* startingWith(least: number, input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer[] | undefined = [];
  let bytes = 0;
  for await (const piece of input) {
    if (start === undefined) {
      yield piece;
      continue;
    }
    start.push(piece);
    bytes += piece.length;
    if (bytes < least) continue;
    yield Buffer.concat(start);
    start = undefined;
  }
  if (start !== undefined) yield Buffer.concat(start);
}

async function* unpacked(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces = startingWith(2, input);
  const start = await pieces.next();
  if (start.done === true) return;
  const whole = again(start.value, pieces);
  yield* start.value.subarray(0, 2).equals(GZIP) ? gunzipped(whole) : whole;
}

async function* again(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* others;
}

/** Limits the unpacked size: a few bytes can stand for very many. Bytes that are read ahead do not count yet. */
async function* gunzipped(input: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  pipeline(Readable.from(input), gunzip, () => undefined);
  let bytes = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MAX_UNPACKED || bytes > Math.max(ALWAYS_UNPACKED, gunzip.bytesWritten * MAX_RATIO))
        throw new UnreadableCsv(
          'comes from a gzip file that unpacks to far more than it has: unpack it first',
        );
      yield piece;
    }
  } catch (error) {
    if (isDamage(error)) throw new UnreadableCsv('comes from a gzip file that is damaged or not complete');
    throw error;
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function refuseOtherContent(start: Buffer): void {
  const text = start.toString('latin1', 0, 4096);
  const other = OTHER_CONTENT.find(([beginning, has]) => text.startsWith(beginning) && has.test(text));
  if (other !== undefined) throw new UnreadableCsv(`begins ${other[2]}`);
}

/** Recognized by the byte order mark, by the zeros of Latin letters in UTF-16, or by bytes that are no UTF-8. */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const zeros = [0, 1].map((at) => start.filter((byte, index) => index % 2 === at && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > start.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
  try {
    // The start may end within a character, unless it is the whole file.
    const stream = start.length >= START_BYTES;
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Whether an encoding of this name is supported. */
export function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
}
