import { BadSipAnswer } from './sip2-message.js';

const CR = 13;
const MAX_FRAME_BYTES = 65_536;
/** LF, NUL and blanks: what systems send between messages, and before the CR that ends one. */
const FILLING: readonly number[] = [0, 10, 13, 32];

/** Finds messages in the bytes of a connection: each may come in several pieces, and several in one. */
export class SipFrames {
  private readonly begun: Buffer[] = [];
  private begunBytes = 0;

  /** The messages that these bytes complete. @throws BadSipAnswer if one has no end */
  push(bytes: Buffer): Buffer[] {
    const frames: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(CR); end !== -1; end = bytes.indexOf(CR, from)) {
      this.keep(bytes.subarray(from, end));
      frames.push(trimmed(Buffer.concat(this.begun)));
      this.begun.length = 0;
      this.begunBytes = 0;
      from = end + 1;
    }
    this.keep(bytes.subarray(from));
    return frames.filter(({ length }) => length > 0);
  }

  private keep(piece: Buffer): void {
    this.begunBytes += piece.length;
    if (this.begunBytes > MAX_FRAME_BYTES) throw new BadSipAnswer('The answer has no end.');
    if (piece.length > 0) this.begun.push(piece);
  }
}

function trimmed(frame: Buffer): Buffer {
  let [from, end] = [0, frame.length];
  while (from < end && FILLING.includes(frame[from] ?? -1)) from++;
  while (end > from && FILLING.includes(frame[end - 1] ?? -1)) end--;
  return frame.subarray(from, end);
}
