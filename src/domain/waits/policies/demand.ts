import { type KnownHold, type KnownQueue, readyHolds } from '../known-queue.js';
import type { KeyedRandom } from '../keyed-random.js';

/** The placements of so many weeks tell the demand for a title. */
export const DEMAND_WEEKS = 6;

/** A hold of the last weeks, from which tickets are counted. */
export interface CountedFrom {
  readonly ticket: number;
  /** In hours. */
  readonly age: number;
}

/** The facts that tell how many holds were placed on a title. */
export interface Placements {
  readonly nextTicket: number;
  /** The hours since the library got the title. */
  readonly titleAge: number;
  /** The first live hold that was placed in the last weeks; of those in the same hour the last, because an import places many at once. */
  readonly placed: CountedFrom | undefined;
  /** The first hold that got a copy in the last weeks while another one waited: only those are stored. */
  readonly assigned: CountedFrom | undefined;
}

/** A shorter time is not extrapolated: two holds in an hour do not mean 48 a day. */
const MIN_HOURS = 7 * 24;

/**
 * How many holds are placed on a title in an hour. Tickets are numbered, so those behind a hold tell how many were placed since. Where no
 * hold waits for a week, that is a hold that got a copy.
 */
export function holdsAnHour({ nextTicket, titleAge, placed, assigned }: Placements): number {
  const since = (from: CountedFrom, hours: number): number =>
    Math.max(0, nextTicket - 1 - from.ticket) / hours;
  const marks = [placed, assigned].filter((each) => each !== undefined);
  const old = marks.find(({ age }) => age >= MIN_HOURS);
  if (old !== undefined) return since(old, old.age);
  const [first] = marks.toSorted((a, b) => b.age - a.age || b.ticket - a.ticket);
  // There were no holds before it, or they came with it.
  return first === undefined
    ? 0
    : since(first, Math.max(MIN_HOURS, Math.min(titleAge, DEMAND_WEEKS * 7 * 24)));
}

/** How many patrons of a library have so many live holds. */
export interface PatronsWithHolds {
  readonly holds: number;
  readonly patrons: number;
  /** The library's hold limit applies to them: neither they nor their category have another one. */
  readonly haveLibrarysLimit: boolean;
}

/** The share of its holds that a library would have with a hold limit. The effect of a higher limit is unknown: refused holds are not counted. */
export function shareWithin(limit: number, counts: readonly PatronsWithHolds[]): number {
  const sum = (holdsOf: (each: PatronsWithHolds) => number): number =>
    counts.reduce((total, each) => total + each.patrons * holdsOf(each), 0);
  const all = sum(({ holds }) => holds);
  const within = sum(({ holds, haveLibrarysLimit }) => (haveLibrarysLimit ? Math.min(holds, limit) : holds));
  return all === 0 ? Math.min(1, limit) : within / all;
}

export interface Coming {
  readonly nextTicket: number;
  readonly perHour: number;
  readonly loanHours: number;
}

export interface ComingHold extends KnownHold {
  readonly placedIn: number;
  /** From 0 to 1: it is placed if a limit leaves a greater share. */
  readonly chance: number;
}

/**
 * The holds that are placed in the next hours: a random number, each by a patron like one of the waiting ones, or, if there are none, of
 * those who may wait.
 * @param nextTicket of the first of them
 * @param loanHours of a patron without a preference
 */
export function comingHolds(
  queue: KnownQueue,
  { nextTicket, perHour, loanHours }: Coming,
  hours: number,
  random: KeyedRandom,
): ComingHold[] {
  const waiting = [...queue.holds, ...readyHolds(queue)];
  const categories = queue.collections.flatMap((each) => each.categories);
  const patrons = waiting.length > 0 ? waiting : categories.map((category) => ({ category, loanHours }));
  if (perHour === 0) return [];
  const coming: ComingHold[] = [];
  const next = (): number => -Math.log(1 - random.next()) / perHour;
  for (let placedIn = next(); placedIn <= hours; placedIn += next()) {
    const like = patrons[Math.floor(random.next() * patrons.length)];
    if (like === undefined) break;
    coming.push({
      category: like.category,
      loanHours: like.loanHours,
      ticket: nextTicket + coming.length,
      returnsIn: placedIn,
      placedIn,
      hasMissed: false,
      chance: random.next(),
    });
  }
  return coming;
}
