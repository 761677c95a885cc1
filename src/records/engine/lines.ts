/** A longer line is rejected without keeping it in memory. Reading continues with the next line. */
const MAX_LINE_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;

/** One line of a stream: its text, or why it cannot be read. */
export type Line = {
  /** From 1; empty lines count too. */
  readonly number: number;
  /** Position in bytes after this line. */
  readonly endsAt: number;
  /** The number of characters that its reader holds until it is applied, if not those of its text. */
  readonly held?: number;
  /** What it is called in its file, where people do not see its number. */
  readonly subject?: string;
} & ({ readonly text: string } | { readonly rejection: string });

const UTF_16 = 'begins a file in UTF-16: save it as UTF-8';
/** Files that would look like nothing but broken lines, recognized by their beginning. */
const OTHER_CONTENT: readonly (readonly [beginning: string, what: string])[] = [
  ['1f8b', 'begins a file that is compressed by gzip: unpack it first'],
  ['504b0304', 'begins a ZIP archive: unpack it first'],
  ['28b52ffd', 'begins a file that is compressed by Zstandard: unpack it first'],
  ['fffe', UTF_16],
  ['feff', UTF_16],
  ['7b00', UTF_16],
  ['007b', UTF_16],
];
const BEGINNING_BYTES = 4;

/**
 * Splits a stream of UTF-8 into lines, in constant memory. The chunks may end anywhere, and the last line may lack its line feed. If the content is
 * something else, the only line says what it is.
 */
export async function* readLines(input: AsyncIterable<Buffer | string>): AsyncGenerator<Line> {
  const line = new UnfinishedLine();
  let number = 0;
  let bytes = 0;
  let beginning = Buffer.alloc(0);
  let other: string | undefined;
  for await (const piece of input) {
    // The rest is read and dropped, so that the sender gets the answer.
    if (other !== undefined) continue;
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (beginning.length < BEGINNING_BYTES) {
      beginning = Buffer.concat([beginning, chunk]).subarray(0, BEGINNING_BYTES);
      other = otherContent(beginning);
      if (other !== undefined) yield { number: 1, endsAt: bytes + chunk.length, rejection: other };
    }
    if (other !== undefined) continue;
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      line.add(chunk.subarray(from, end));
      from = end + 1;
      yield { number: ++number, endsAt: bytes + from, ...line.take() };
    }
    line.add(chunk.subarray(from));
    bytes += chunk.length;
  }
  if (other === undefined && !line.isEmpty) yield { number: number + 1, endsAt: bytes, ...line.take() };
}

/** What the content is, if its beginning shows that it is no UTF-8 text. */
export function otherContent(beginning: Buffer): string | undefined {
  const given = beginning.toString('hex');
  return OTHER_CONTENT.find(([start]) => given.startsWith(start))?.[1];
}

class UnfinishedLine {
  private pieces: Buffer[] = [];
  private bytes = 0;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  get isEmpty(): boolean {
    return this.bytes === 0;
  }

  add(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.bytes > MAX_LINE_BYTES) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  take(): { text: string } | { rejection: string } {
    const { pieces, bytes } = this;
    this.pieces = [];
    this.bytes = 0;
    if (bytes > MAX_LINE_BYTES) return { rejection: `is longer than ${MAX_LINE_BYTES} bytes` };
    try {
      return { text: this.decoder.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)) };
    } catch {
      return { rejection: 'is not valid UTF-8' };
    }
  }
}
