/**
 * Random numbers that follow from a key, such as a hold and an occasion, and from nothing that was drawn before. What a policy changes
 * then changes no chance of anybody else: two policies are compared with the same luck.
 */
export class KeyedRandom {
  private state = 0;
  private ahead: number | undefined;

  constructor(private readonly seed: number) {}

  /** The numbers of this key follow. */
  restart(...key: readonly number[]): void {
    this.ahead = undefined;
    this.state = mixed(this.seed);
    for (const part of key) this.state = mixed((this.state ^ part) + STEP);
  }

  /**
   * As `restart`, in one of several runs. In each, the first number of the key is in another part of what is possible: together they leave
   * none out, and so fewer runs say as much.
   */
  restartIn({ run, runs }: RunOf, ...key: readonly number[]): void {
    this.restart(...key);
    const [first, step] = [Math.floor(this.next() * runs), stepThrough(runs, this.next())];
    const part = (first + run * step) % runs;
    this.restart(...key, run);
    this.ahead = (part + this.next()) / runs;
  }

  /** From 0 to 1, without 1. */
  readonly next = (): number => {
    const { ahead } = this;
    this.ahead = undefined;
    if (ahead !== undefined) return ahead;
    this.state = (this.state + STEP) | 0;
    return (mixed(this.state) >>> 0) / 2 ** 32;
  };
}

/** In a key, above all tickets: the chances of what happens to no hold. */
export const NO_HOLD = 2 ** 31;

/** The number of a run, and how many there are. */
export interface RunOf {
  readonly run: number;
  readonly runs: number;
}

const steps = new Map<number, readonly number[]>();

/** One of the steps that lead through all of so many parts, and not to one of them twice. */
function stepThrough(parts: number, chance: number): number {
  const all = steps.get(parts) ?? stepsThrough(parts);
  steps.set(parts, all);
  return all[Math.floor(chance * all.length)] ?? 1;
}

function stepsThrough(parts: number): readonly number[] {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  return Array.from({ length: parts }, (_, step) => step).filter((step) => divisor(parts, step) === 1);
}

const STEP = 0x9e3779b9;

/** The finalizer of MurmurHash3: neighbouring numbers become numbers without a likeness. */
function mixed(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
