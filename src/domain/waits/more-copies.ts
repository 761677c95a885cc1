import { collectionForMost, isWaiting, type KnownQueue } from './known-queue.js';
import { MAX_HOURS, type WaitCurve } from './wait-curve.js';

/** The category for which copies are bought, and the collection. */
export interface PlaceToBuy {
  readonly category: string;
  readonly collectionId: string;
}

/** The effect of more copies in one collection. */
export interface MoreCopies {
  readonly collectionId: string;
  /**
   * The likely wait of a new hold in whole hours, for the category that waits longest: with the present copies, and with one more, two, four,
   * eight and so on. The numbers never rise.
   */
  readonly likelyHours: readonly number[];
}

/** No library wants a shorter wait. */
const SHORT_WAIT_HOURS = 24;

/**
 * The waiting category whose new hold would wait longest, and the collection whose next copy serves most of the waiting holds, including this
 * category's.
 * @returns undefined if no waiting hold can ever be served
 */
export function placeToBuy(
  { collections, holds }: KnownQueue,
  curves: readonly WaitCurve[],
): PlaceToBuy | undefined {
  const waiting = holds.filter(isWaiting);
  const categories = new Set(waiting.map(({ category }) => category));
  const [category] = curves
    .map((curve) => curve.category)
    .filter((each) => categories.has(each))
    .toSorted((a, b) => newHoldHours(curves, b) - newHoldHours(curves, a));
  if (category === undefined) return undefined;
  const best = collectionForMost(
    collections.filter((each) => each.categories.includes(category)),
    waiting,
  );
  return best && { category, collectionId: best.collectionId };
}

/**
 * The likely wait of a new hold of the category in whole hours, also where a shown time stays between two points. A hundred years if it may
 * never be ready.
 */
export function newHoldHours(curves: readonly WaitCurve[], category: string): number {
  const curve = curves.find((each) => each.category === category);
  return curve?.isCutOff === true ? MAX_HOURS : Math.ceil(curve?.points.at(-1)?.likelyHours ?? MAX_HOURS);
}

/** Whether to simulate the queue with so many more copies. The first one is always worth it. */
export function isWorthMore(likelyHours: readonly number[], copies: number, { holds }: KnownQueue): boolean {
  const last = likelyHours.at(-1) ?? 0;
  return copies === 1 || (last > SHORT_WAIT_HOURS && copies / 2 <= holds.length);
}

/** A smaller change may be chance in the simulation. */
const MAX_DRIFT = 0.2;

/**
 * Whether a wait has changed so much that the effect of more copies must be computed again.
 * @param likelyHours the computed waits
 * @param hours the present wait
 */
export function hasMoved([before = 0]: readonly number[], hours: number): boolean {
  return Math.abs(hours - before) > Math.max(SHORT_WAIT_HOURS, MAX_DRIFT * before);
}

/** How many more copies a step of `likelyHours` stands for. */
export function copiesAt(step: number): number {
  return step === 0 ? 0 : 2 ** (step - 1);
}

/**
 * How many copies reduce a wait to the target; 0 if it is not longer. Between two simulated numbers it is interpolated.
 * @param likely waits with no, one, two, four more copies and so on, in any unit
 */
export function copiesForWait(likely: readonly number[], target: number): number {
  const reached = likely.findIndex((wait) => wait <= target);
  // Even more copies would be more than the patrons who wait.
  if (reached === -1) return copiesAt(likely.length - 1);
  if (reached === 0) return 0;
  const [longer = 0, shorter = 0] = [likely[reached - 1], likely[reached]];
  const [fewer, more] = [copiesAt(reached - 1), copiesAt(reached)];
  return fewer + Math.ceil(((longer - target) / (longer - shorter)) * (more - fewer));
}

/** Whole days, rounded up. */
export function daysIn(hours: number): number {
  return Math.ceil(hours / 24);
}
