/** A longer line is rejected without keeping it in memory. Reading continues with the next line. */
const MAX_LINE_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;

/** One line of a stream: its text, or why it cannot be read. */
export type Line = {
  /** From 1; empty lines count too. */
  readonly number: number;
  /** Position in bytes after this line. */
  readonly endsAt: number;
} & ({ readonly text: string } | { readonly rejection: string });

/**
 * Splits a stream of UTF-8 into lines, in constant memory. The chunks may end anywhere, and the last line may lack its
 * line feed.
 */
export async function* readLines(input: AsyncIterable<Buffer | string>): AsyncGenerator<Line> {
  const line = new UnfinishedLine();
  let number = 0;
  let bytes = 0;
  for await (const piece of input) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      line.add(chunk.subarray(from, end));
      from = end + 1;
      yield { number: ++number, endsAt: bytes + from, ...line.take() };
    }
    line.add(chunk.subarray(from));
    bytes += chunk.length;
  }
  if (!line.isEmpty) yield { number: number + 1, endsAt: bytes, ...line.take() };
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
