const CR = 13;
/** LF, NUL and blanks, which systems send between messages, and before the CR that ends one. */
const FILLING: readonly number[] = [0, 10, 13, 32];

/** Splits the bytes of a connection into messages, which may arrive in pieces, or several at once. */
export class SipFrames {
  private readonly begun: Buffer[] = [];

  /** The messages that these bytes complete. */
  push(bytes: Buffer): Buffer[] {
    const frames: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(CR); end !== -1; end = bytes.indexOf(CR, from)) {
      frames.push(trimmed(Buffer.concat([...this.begun, bytes.subarray(from, end)])));
      this.begun.length = 0;
      from = end + 1;
    }
    if (from < bytes.length) this.begun.push(bytes.subarray(from));
    return frames.filter(({ length }) => length > 0);
  }
}

function trimmed(frame: Buffer): Buffer {
  let [from, end] = [0, frame.length];
  while (from < end && FILLING.includes(frame[from] ?? -1)) from++;
  while (end > from && FILLING.includes(frame[end - 1] ?? -1)) end--;
  return frame.subarray(from, end);
}
