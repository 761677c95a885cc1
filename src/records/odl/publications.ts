import { type Line, otherContent } from '../engine/lines.js';

/** Of a publication with hundreds of licences. A longer one is rejected without keeping it in memory. */
const MAX_PUBLICATION_BYTES = 1024 * 1024;
const MAX_NAME_BYTES = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
/** The mark of the byte order is white space, too. */
const IS_BLANK = /^[\s\u00ef\u00bb\u00bf]*$/;

/**
 * Splits an OPDS 2 feed into its publications, in constant memory: the text of each, numbered from 1, or why it cannot be read. Feeds may follow
 * each other, as pages do. Parsers of streams build a publication before its length is known, and stop at the first that is wrong.
 */
export async function* publicationsIn(input: AsyncIterable<Buffer | string>): AsyncGenerator<Line> {
  const feed = new Feed();
  let number = 0;
  let bytes = 0;
  for await (const piece of input) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    const problem = feed.problemAt(chunk);
    if (problem !== undefined) {
      yield { ...OF_FILE, number: 1, endsAt: bytes + chunk.length, rejection: problem };
      return;
    }
    for (const { at, ...publication } of feed.read(chunk))
      yield { number: ++number, endsAt: bytes + at, ...publication };
    bytes += chunk.length;
  }
  const problem = feed.problemAtEnd();
  if (problem !== undefined) yield { ...OF_FILE, number: number + 1, endsAt: bytes, rejection: problem };
}

const OF_FILE = { subject: 'the file' };

type Publication = { readonly at: number } & ({ readonly text: string } | { readonly rejection: string });

/** Follows the structure of JSON from byte to byte. Whether a publication is valid, its parser says. */
class Feed {
  private hasBegun = false;
  private hasPublications = false;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** The last text of the feed's own members, and the last one before a colon. */
  private text: number[] = [];
  private member = '';
  private isInPublications = false;
  private publication: Buffer[] | undefined;
  private bytes = 0;

  /** Why there is no feed; undefined if there is, or nothing yet. */
  problemAt(chunk: Buffer): string | undefined {
    if (this.hasBegun) return undefined;
    const start = chunk.toString('latin1', 0, 4096);
    if (IS_BLANK.test(start)) return undefined;
    this.hasBegun = true;
    if (/^[\s\u00ef\u00bb\u00bf]*</.test(start))
      return 'is XML, perhaps of OPDS 1: ask for the feed in OPDS 2';
    return (
      otherContent(chunk.subarray(0, 4)) ??
      (/^[\s\u00ef\u00bb\u00bf]*\{/.test(start) ? undefined : 'is no feed: OPDS 2 is an object of JSON')
    );
  }

  problemAtEnd(): string | undefined {
    if (!this.hasBegun) return undefined;
    if (this.depth > 0 || this.isInString) return 'is not complete: it ends before its feed does';
    return this.hasPublications ? undefined : 'has no list of publications';
  }

  *read(chunk: Buffer): Generator<Publication> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const edge = this.step(chunk[at] ?? 0);
      if (edge === undefined) continue;
      if (edge === 'begins') {
        from = at;
        this.publication = [];
        this.bytes = 0;
        continue;
      }
      this.keep(chunk.subarray(from, at + 1));
      yield { at: at + 1, ...this.taken() };
    }
    this.keep(chunk.subarray(from));
  }

  /** @returns whether a publication begins, or ends, with this byte */
  private step(byte: number): 'begins' | 'ends' | undefined {
    if (this.isInString) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) this.isInString = false;
      else if (this.depth === 1 && this.text.length < MAX_NAME_BYTES) this.text.push(byte);
      return undefined;
    }
    switch (byte) {
      case QUOTE:
        this.isInString = true;
        if (this.depth === 1) this.text = [];
        return undefined;
      case COLON:
        if (this.depth === 1) this.member = String.fromCharCode(...this.text);
        return undefined;
      case OPEN_OBJECT:
      case OPEN_LIST:
        return this.open(byte);
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        return this.close();
      default:
        return undefined;
    }
  }

  private open(byte: number): 'begins' | undefined {
    this.depth += 1;
    if (this.depth === 2 && byte === OPEN_LIST && this.member === 'publications')
      this.hasPublications = this.isInPublications = true;
    return this.depth === 3 && byte === OPEN_OBJECT && this.isInPublications ? 'begins' : undefined;
  }

  private close(): 'ends' | undefined {
    this.depth = Math.max(this.depth - 1, 0);
    if (this.depth < 2) this.isInPublications = false;
    return this.depth === 2 && this.publication !== undefined ? 'ends' : undefined;
  }

  private keep(piece: Buffer): void {
    if (this.publication === undefined) return;
    this.bytes += piece.length;
    if (this.bytes > MAX_PUBLICATION_BYTES) this.publication = [];
    else this.publication.push(piece);
  }

  private taken(): { readonly text: string } | { readonly rejection: string } {
    const { publication = [], bytes } = this;
    this.publication = undefined;
    if (bytes > MAX_PUBLICATION_BYTES) return { rejection: `is longer than ${MAX_PUBLICATION_BYTES} bytes` };
    try {
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(publication)) };
    } catch {
      return { rejection: 'is not valid UTF-8' };
    }
  }
}
