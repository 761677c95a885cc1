import { randomInt } from 'node:crypto';
import { IS_LONG_RUN } from './runs/long-run.js';

/** Among all other tests the random ones take the same steps each time: no change is refused for a fault that it did not make. */
const SHORT_RUN_SEED = 20_261_122;

/** HOLDFAST_TEST_SEED repeats an earlier run. Tests put the seed into their names, so that a failure shows it. */
export const SEED = Number(
  process.env.HOLDFAST_TEST_SEED ?? (IS_LONG_RUN ? randomInt(2 ** 31) : SHORT_RUN_SEED),
);

/** Random values, which are the same for the same seed and stream. */
export class SeededRandom {
  private state: number;

  constructor(stream = 0) {
    this.state = (SEED ^ Math.imul(stream + 1, 0x9e3779b9)) >>> 0;
  }

  /** A whole number from 0 to `bound` - 1. */
  integerBelow(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.integerBelow(items.length)] as Item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.integerBelow(rest.length), 1)[0] as Item);
  }

  /** mulberry32 */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
