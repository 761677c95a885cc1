import { LATEST, LIKELY } from './observation.js';
import type { KnownQueue, Offers } from './simulation.js';

/**
 * When the holds of one category in a queue become ready, by ticket. A hold between two tickets is given the time of the later
 * one, and so is never promised too much.
 */
export interface WaitCurve {
  readonly category: string;
  /** In order. */
  readonly tickets: readonly number[];
  /** Of each of the tickets: after how many hours the hold is ready at the latest. They never fall. */
  readonly hours: readonly number[];
  /** The same: after how many it is ready as likely as not. */
  readonly likelyHours: readonly number[];
  /** The longest time in which no copy came free for the category: how long the first in line may wait. */
  readonly gapHours: number;
}

/** A hold is told the time of a later one if that is so little later: a share of its own, and at least some hours. */
const TOLERANCE = 0.1;
const MIN_TOLERANCE_HOURS = 6;
/** Of all categories together: with more, the row of the queue would be large, which every placement writes. */
const MAX_POINTS = 64;

/** Which shares of the runs are over by the times that are told: `LIKELY` and `LATEST`, or what has been learned to be right in their place. */
export interface ToldShares {
  readonly likely: number;
  readonly latest: number;
}

/** Of a hold that is ready within so many hours in half of the runs. */
export type SharesByWait = (hours: number) => ToldShares;

export const AS_SIMULATED: ToldShares = { likely: LIKELY, latest: LATEST };

/**
 * @param runs the offers of the queue, simulated: once for the worst case, or often
 * @param nextTicket of a hold that is placed now
 * @param unread holds behind those of the queue that are known
 * @param sharesOf larger ones where the times were too early, and smaller ones where they were too late
 * @returns a curve for each category that can ever be served
 */
export function waitCurves(
  queue: KnownQueue,
  runs: readonly Offers[],
  nextTicket: number,
  unread = 0,
  sharesOf: SharesByWait = () => AS_SIMULATED,
): WaitCurve[] {
  const categories = new Set(runs.flatMap(({ ofNewHolds }) => [...ofNewHolds.keys()]));
  const maxPoints = Math.max(2, Math.floor(MAX_POINTS / categories.size));
  return [...categories].map((category) => {
    const points = queue.holds.flatMap(({ ticket, category: own, returnsIn }): Point[] => {
      if (own !== category || returnsIn !== 0) return [];
      const point = pointOf(
        ticket,
        runs.map(({ ofHolds }) => ofHolds.get(ticket)),
        sharesOf,
      );
      return point ? [point] : [];
    });
    // Those behind are served as fast as those before them.
    const scale = 1 + unread / Math.max(1, queue.holds.length);
    const ofNewHold = runs.map(({ ofNewHolds }) => ofNewHolds.get(category));
    const end = pointOf(
      nextTicket,
      ofNewHold.map((hours) => hours && hours * scale),
      sharesOf,
    );
    const kept = thinned(rising(end ? [...points, end] : points), maxPoints);
    return {
      category,
      tickets: kept.map(({ ticket }) => ticket),
      hours: kept.map(({ hours }) => Math.ceil(hours)),
      likelyHours: kept.map(({ likelyHours }) => Math.ceil(likelyHours)),
      gapHours: Math.ceil(quantile(LATEST, ascending(runs.map(({ gaps }) => gaps.get(category) ?? 0)))),
    };
  });
}

interface Point {
  readonly ticket: number;
  readonly hours: number;
  readonly likelyHours: number;
}

/** @param hours undefined: not in this run */
function pointOf(
  ticket: number,
  hours: readonly (number | undefined)[],
  sharesOf: SharesByWait,
): Point | undefined {
  const known = ascending(hours.filter((each) => each !== undefined));
  // A hold that most often gets no copy has no estimate.
  if (known.length === 0 || known.length < hours.length / 2) return undefined;
  const shares = sharesOf(quantile(LIKELY, known));
  return {
    ticket,
    hours: timeFor(shares.latest, known, ticket),
    likelyHours: timeFor(shares.likely, known, ticket),
  };
}

/**
 * By then, this share of the runs is over. Where many are over at one moment, as with a loan that is kept to its end, no time is such:
 * then as many tickets are given the moment as make up the share, and the others the hour before.
 */
function timeFor(share: number, sorted: readonly number[], ticket: number): number {
  const time = quantile(share, sorted);
  const [first, last] = [sorted.indexOf(time), sorted.lastIndexOf(time)];
  if (first === last) return time;
  const part = (share * sorted.length - first) / (last + 1 - first);
  return (ticket * GOLDEN_RATIO) % 1 < part ? time : Math.max(0, Math.ceil(time) - 1);
}

/** Its multiples are spread evenly over the fractions, those of neighbours far from each other. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

function ascending(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => a - b);
}

/**
 * What really happens is one run more: of so many, the share is over by then, and not only of those that were simulated. Between two
 * numbers, in proportion.
 */
function quantile(share: number, sorted: readonly number[]): number {
  const at = Math.min(sorted.length - 1, Math.max(0, share * (sorted.length + 1) - 1));
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

/** No hold is promised more than one before it. */
function rising(points: readonly Point[]): readonly Point[] {
  let [most, mostLikely] = [0, 0];
  return points.map(({ ticket, hours, likelyHours }) => {
    most = Math.max(most, hours);
    mostLikely = Math.max(mostLikely, likelyHours);
    return { ticket, hours: most, likelyHours: mostLikely };
  });
}

function thinned(points: readonly Point[], maxPoints: number): readonly Point[] {
  let kept = points;
  for (let tolerance = TOLERANCE; kept === points || kept.length > maxPoints; tolerance *= 2)
    kept = lastOfEachStep(points, tolerance);
  return kept;
}

/** Of neighbours whose waits differ by no more than the tolerance, the last. */
function lastOfEachStep(points: readonly Point[], tolerance: number): Point[] {
  const kept: Point[] = [];
  let [longest, longestLikely] = [-1, -1];
  for (const point of points) {
    if (point.hours <= longest && point.likelyHours <= longestLikely) kept.pop();
    else {
      longest = withTolerance(point.hours, tolerance);
      longestLikely = withTolerance(point.likelyHours, tolerance);
    }
    kept.push(point);
  }
  return kept;
}

function withTolerance(hours: number, tolerance: number): number {
  return hours + Math.max(MIN_TOLERANCE_HOURS, hours * tolerance);
}
