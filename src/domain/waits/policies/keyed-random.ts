/**
 * Random numbers that follow from a key, such as a hold and an occasion, and from nothing that was drawn before. What a policy changes
 * then changes no chance of anybody else: two policies are compared with the same luck.
 */
export class KeyedRandom {
  private state = 0;

  constructor(private readonly seed: number) {}

  /** The numbers of this key follow. */
  restart(...key: readonly number[]): void {
    this.state = mixed(this.seed);
    for (const part of key) this.state = mixed((this.state ^ part) + STEP);
  }

  /** From 0 to 1, without 1. */
  readonly next = (): number => {
    this.state = (this.state + STEP) | 0;
    return (mixed(this.state) >>> 0) / 2 ** 32;
  };
}

const STEP = 0x9e3779b9;

/** The finalizer of MurmurHash3: neighbouring numbers become numbers without a likeness. */
function mixed(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
