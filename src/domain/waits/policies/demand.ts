import type { KnownHold, KnownQueue } from '../simulation.js';
import type { KeyedRandom } from './keyed-random.js';

/** So many weeks tell how many holds are placed on a title. */
export const DEMAND_WEEKS = 6;

/** A live hold, from which on tickets are counted. */
export interface FirstHold {
  readonly ticket: number;
  /** When it was placed, in hours. */
  readonly age: number;
}

/** What happened in fewer hours is not multiplied: of two holds in an hour, nobody expects 48 a day. */
const MIN_HOURS = 7 * 24;

/**
 * How many holds are placed on a title in an hour. A ticket is a hold that was placed: those behind a hold say how many were placed since.
 * @param first the first live hold of the last weeks; undefined: there is none, and so no demand that is known
 */
export function holdsAnHour(first: FirstHold | undefined, nextTicket: number): number {
  if (first === undefined) return 0;
  return Math.max(0, nextTicket - 1 - first.ticket) / Math.max(MIN_HOURS, first.age);
}

/** Patrons of a library who have so many live holds. */
export interface PatronsWithHolds {
  readonly holds: number;
  readonly patrons: number;
  /** The library's hold limit counts for them: neither they nor their category have another one. */
  readonly haveLibrarysLimit: boolean;
}

/**
 * Which share of its holds a library would have with a hold limit. What a limit above the present one would add is not known: holds that
 * were refused are counted nowhere.
 */
export function shareWithin(limit: number, counts: readonly PatronsWithHolds[]): number {
  const sum = (holdsOf: (each: PatronsWithHolds) => number): number =>
    counts.reduce((total, each) => total + each.patrons * holdsOf(each), 0);
  const all = sum(({ holds }) => holds);
  const within = sum(({ holds, haveLibrarysLimit }) => (haveLibrarysLimit ? Math.min(holds, limit) : holds));
  return all === 0 ? Math.min(1, limit) : within / all;
}

export interface ComingHold extends KnownHold {
  readonly placedIn: number;
  /** From 0 to 1: it is placed where a limit leaves a greater share. */
  readonly chance: number;
}

/**
 * The holds that are placed in the next hours: as many as chance would have it, each by a patron like one of those who wait.
 * @param nextTicket of the first of them
 */
export function comingHolds(
  queue: KnownQueue,
  nextTicket: number,
  perHour: number,
  hours: number,
  random: KeyedRandom,
): ComingHold[] {
  const patrons = [
    ...queue.holds,
    ...queue.collections.flatMap(({ pickups }) => pickups.flatMap(({ hold }) => hold ?? [])),
  ];
  if (patrons.length === 0 || perHour === 0) return [];
  const coming: ComingHold[] = [];
  const next = (): number => -Math.log(1 - random.next()) / perHour;
  for (let placedIn = next(); placedIn <= hours; placedIn += next()) {
    const like = patrons[Math.floor(random.next() * patrons.length)];
    if (like === undefined) break;
    coming.push({
      ...like,
      ticket: nextTicket + coming.length,
      returnsIn: placedIn,
      placedIn,
      hasMissed: false,
      chance: random.next(),
    });
  }
  return coming;
}
