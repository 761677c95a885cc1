import type { TownOptions } from './town-options.js';
import { isHoliday } from './town-seasons.js';

/** Fewer want a title while schools are closed, compared with the year. */
const WANTED = { inTerm: 1.17, inHolidays: 0.5 };
/** The share of the patrons who read on the first day of a library that has just opened. */
const FIRST_READERS = 0.1;

/** How much the patrons of a town want in the course of time, and which titles. */
export class TownDemand {
  /** Up to each title, how likely it is wanted. */
  private readonly popularity: number[] = [];

  /** @param shares of each title in what is wanted */
  constructor(
    private readonly options: TownOptions,
    shares: readonly number[],
  ) {
    let upTo = 0;
    for (const share of shares) this.popularity.push((upTo += share));
  }

  holdsInADay(day: number): number {
    const comparedWithYear = isHoliday(day) ? WANTED.inHolidays : WANTED.inTerm;
    return (comparedWithYear * this.readersOn(day) * this.options.holdsAYear) / 365;
  }

  readersOn(day: number): number {
    const { patrons, allReadFromDay = 0 } = this.options;
    if (day >= allReadFromDay) return patrons;
    return Math.ceil(patrons * (FIRST_READERS + (1 - FIRST_READERS) * (day / allReadFromDay)));
  }

  /** @param chance from 0 to 1 */
  titleAt(chance: number): number {
    let [from, to] = [0, this.popularity.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.popularity[middle]! > chance) to = middle;
      else from = middle + 1;
    }
    return from + 1;
  }
}
