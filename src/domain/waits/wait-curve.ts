import { type KnownQueue, simulateOffers } from './simulation.js';

/**
 * When the holds of one category in a queue become ready, by ticket. A hold between two tickets is given the time of the later
 * one, and so is never promised too much.
 */
export interface WaitCurve {
  readonly category: string;
  /** In order. */
  readonly tickets: readonly number[];
  /** Of each of the tickets: the hours from the moment at which the queue was read. They never fall. */
  readonly hours: readonly number[];
  /** The longest time in which no copy came free for the category: how long the first in line may wait. */
  readonly gapHours: number;
}

/** A hold is told the time of a later one if that is so little later: a share of its own, and at least some hours. */
const TOLERANCE = 0.1;
const MIN_TOLERANCE_HOURS = 6;
/** Of all categories together: with more, the row of the queue would be large, which every placement writes. */
const MAX_POINTS = 64;

/**
 * @param nextTicket of a hold that is placed now
 * @param unread holds behind those of the queue that are known
 * @returns a curve for each category that can ever be served
 */
export function waitCurves(queue: KnownQueue, nextTicket: number, unread = 0): WaitCurve[] {
  const offers = simulateOffers(queue);
  const maxPoints = Math.max(2, Math.floor(MAX_POINTS / offers.ofNewHolds.size));
  return [...offers.ofNewHolds].map(([category, ofNewHold]) => {
    const points = queue.holds.flatMap(({ ticket, category: own, returnsIn }): Point[] => {
      const hours = offers.ofHolds.get(ticket);
      return own === category && returnsIn === 0 && hours !== undefined ? [{ ticket, hours }] : [];
    });
    // Those behind are served as fast as those before them.
    const end = ofNewHold * (1 + unread / Math.max(1, queue.holds.length));
    const kept = thinned([...points, { ticket: nextTicket, hours: end }], maxPoints);
    return {
      category,
      tickets: kept.map(({ ticket }) => ticket),
      hours: kept.map(({ hours }) => Math.ceil(hours)),
      gapHours: Math.ceil(offers.gaps.get(category) ?? 0),
    };
  });
}

interface Point {
  readonly ticket: number;
  readonly hours: number;
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
  let longest = -1;
  for (const point of points) {
    if (point.hours <= longest) kept.pop();
    else longest = point.hours + Math.max(MIN_TOLERANCE_HOURS, point.hours * tolerance);
    kept.push(point);
  }
  return kept;
}
