import { SeededRandom } from '../../../support/seeded-random.js';

/** What happens by chance in a town: the same for the same seed. */
export class Chances {
  private readonly random: SeededRandom;

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
  }

  integerBelow(bound: number): number {
    return this.random.integerBelow(bound);
  }

  uniform(): number {
    return this.random.integerBelow(2 ** 31) / 2 ** 31;
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.uniform());
  }

  poisson(mean: number): number {
    let number = 0;
    for (let product = this.uniform(); product > Math.exp(-mean); product *= this.uniform()) number += 1;
    return number;
  }
}
