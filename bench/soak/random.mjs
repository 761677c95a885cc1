/** Random choices that repeat with their seed (mulberry32). */
export class SeededRandom {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but not including, 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  integerBelow(limit) {
    return Math.floor(this.next() * limit);
  }

  /** @returns undefined if there is nothing to choose from */
  pick(things) {
    return things[this.integerBelow(things.length)];
  }

  /** @param {readonly [number, Thing][]} choices each with its weight */
  weighted(choices) {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    return choices.find(([weight]) => (left -= weight) < 0)[1];
  }
}
