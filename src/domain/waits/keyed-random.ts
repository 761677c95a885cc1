/**
 * Random numbers that depend on a key, such as a hold and an event, and on no earlier number. So a policy does not change the random numbers
 * of anybody else, and two policies are compared under the same ones.
 */
export class KeyedRandom {
  private state = 0;
  private ahead: number | undefined;

  constructor(private readonly seed: number) {}

  /** Starts the numbers of this key. */
  restart(...key: readonly number[]): void {
    this.ahead = undefined;
    this.state = mixed(this.seed);
    for (const part of key) this.state = mixed((this.state ^ part) + STEP);
  }

  /**
   * The same in one of several runs. In each run, the key's first number is in another part of the range: together the runs cover it all, so
   * fewer of them say as much.
   */
  restartIn({ run, runs }: RunOf, ...key: readonly number[]): void {
    this.restart(...key);
    const [first, step] = [Math.floor(this.next() * runs), stepThrough(runs, this.next())];
    const part = (first + run * step) % runs;
    this.restart(...key, run);
    this.ahead = (part + this.next()) / runs;
  }

  /** A number from 0 to 1, without 1. */
  readonly next = (): number => {
    const { ahead } = this;
    this.ahead = undefined;
    if (ahead !== undefined) return ahead;
    this.state = (this.state + STEP) | 0;
    return (mixed(this.state) >>> 0) / 2 ** 32;
  };
}

/** In a key, a number above all tickets, for events without a hold. */
export const NO_HOLD = 2 ** 31;

/** The number of a run, and how many there are. */
export interface RunOf {
  readonly run: number;
  readonly runs: number;
}

const steps = new Map<number, readonly number[]>();

/** A step that leads through all of so many parts, and to none of them twice. */
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

/** The finalizer of MurmurHash3: neighbouring numbers become unrelated. */
function mixed(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
