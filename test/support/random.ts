import { randomInt } from 'node:crypto';

/** The seed of this run: HOLDFAST_TEST_SEED replays an earlier one. Put it into the test's name, where a failure shows it. */
export const SEED = Number(process.env.HOLDFAST_TEST_SEED ?? randomInt(2 ** 31));

/** Chances that come the same again for the same seed and stream. */
export class Chances {
  private state: number;

  constructor(stream = 0) {
    this.state = (SEED ^ Math.imul(stream + 1, 0x9e3779b9)) >>> 0;
  }

  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.below(rest.length), 1)[0] as Item);
  }

  /** mulberry32 */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
