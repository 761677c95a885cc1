import { type KnownHold, type KnownQueue, readyHolds } from '../known-queue.js';
import type { KeyedRandom } from '../keyed-random.js';
import { HOURS_A_WEEK, isNear, kindAt, type WeekKind, type WeekKinds } from '../seasons.js';

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

/** The holds that were placed in a library in a week. */
export interface PlacedInWeek {
  readonly kind: WeekKind;
  readonly holds: number;
}

/** How many holds are placed in an hour, compared with the last weeks. */
export interface DemandAhead {
  readonly most: number;
  /** @param hour from now */
  at(hour: number): number;
}

/** So many holds as in any week count beside those of a kind of weeks: a few more or fewer say little. */
const ANY_COUNT_AS = 50;

/** The demand by the kind of the week: where the library has not lived it, as in the nearest kind, or else as in any week. */
export function demandAhead(weeks: WeekKinds, placed: readonly PlacedInWeek[]): DemandAhead {
  const sumOf = (some: readonly PlacedInWeek[]): number => some.reduce((sum, { holds }) => sum + holds, 0);
  const mean = sumOf(placed) / Math.max(1, placed.length);
  const comparedWithAny = (kind: WeekKind): number => {
    const own = placed.filter((week) => week.kind === kind);
    const some = own.length > 0 ? own : placed.filter((week) => isNear(kind, week.kind));
    return (sumOf(some) + ANY_COUNT_AS) / (mean * some.length + ANY_COUNT_AS);
  };
  const byKind = new Map([...new Set(weeks.kinds)].map((kind) => [kind, comparedWithAny(kind)]));
  const inWeekOf = (hour: number): number => byKind.get(kindAt(weeks, hour)) ?? 1;
  const lastWeeks = Array.from({ length: DEMAND_WEEKS }, (_, week) => inWeekOf(-(week + 0.5) * HOURS_A_WEEK));
  const lately = lastWeeks.reduce((sum, each) => sum + each, 0) / DEMAND_WEEKS;
  return { most: Math.max(...byKind.values()) / lately, at: (hour) => inWeekOf(hour) / lately };
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
  /** In the last weeks. */
  readonly perHour: number;
  readonly loanHours: number;
  /** Absent: as many as in the last weeks. */
  readonly demand?: DemandAhead | undefined;
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
  { nextTicket, perHour, loanHours, demand }: Coming,
  hours: number,
  random: KeyedRandom,
): ComingHold[] {
  const waiting = [...queue.holds, ...readyHolds(queue)];
  const categories = queue.collections.flatMap((each) => each.categories);
  const patrons = waiting.length > 0 ? waiting : categories.map((category) => ({ category, loanHours }));
  if (perHour === 0) return [];
  const coming: ComingHold[] = [];
  const next = (): number => -Math.log(1 - random.next()) / (perHour * (demand?.most ?? 1));
  for (let placedIn = next(); placedIn <= hours; placedIn += next()) {
    if (demand !== undefined && random.next() * demand.most >= demand.at(placedIn)) continue;
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
