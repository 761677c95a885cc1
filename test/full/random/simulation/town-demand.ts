import type { Chances } from './chances.js';
import { keyOf } from './town-holds.js';
import type { TownOptions } from './town-options.js';
import type { Act } from './town-people.js';
import { isHoliday } from './town-seasons.js';

/** Fewer want a title while schools are closed, compared with the year. */
const WANTED = { inTerm: 1.17, inHolidays: 0.5 };
/** The share of the patrons who read on the first day of a library that has just opened. */
const FIRST_READERS = 0.1;

/** How much the patrons of a town want in the course of time, and which titles. */
export class TownDemand {
  /** Up to each title, how likely it is wanted. */
  private readonly popularity: number[] = [];

  /** Of each title in what is wanted: the n-th is wanted about 1/n as often as the first. */
  readonly shares: readonly number[];

  constructor(private readonly options: TownOptions) {
    const weights = Array.from({ length: options.titles }, (_, index) => 1 / (index + 4) ** 0.9);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    this.shares = weights.map((weight) => weight / all);
    let upTo = 0;
    for (const share of this.shares) this.popularity.push((upTo += share));
  }

  /** Who wants which title in an hour of this day. */
  wantedInAnHour(day: number, chances: Chances): Act[] {
    const readers = this.readersOn(day);
    const number = chances.poisson(this.holdsInADay(day) / 24);
    const wanted = new Map<string, Act>();
    for (let drawn = 0; drawn < number; drawn += 1) {
      const act: Act = {
        kind: 'place',
        patronId: 1 + chances.integerBelow(readers),
        title: this.titleAt(chances.uniform()),
      };
      wanted.set(keyOf(act), act);
    }
    return [...wanted.values()];
  }

  private holdsInADay(day: number): number {
    const comparedWithYear = isHoliday(day) ? WANTED.inHolidays : WANTED.inTerm;
    return (comparedWithYear * this.readersOn(day) * this.options.holdsAYear) / 365;
  }

  private readersOn(day: number): number {
    const { patrons, allReadFromDay = 0 } = this.options;
    if (day >= allReadFromDay) return patrons;
    return Math.ceil(patrons * (FIRST_READERS + (1 - FIRST_READERS) * (day / allReadFromDay)));
  }

  /** @param chance from 0 to 1 */
  private titleAt(chance: number): number {
    let [from, to] = [0, this.popularity.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.popularity[middle]! > chance) to = middle;
      else from = middle + 1;
    }
    return from + 1;
  }
}
