import { collectionForMost, isWaiting, type KnownQueue } from './known-queue.js';
import type { WaitCurve } from './wait-curve.js';

/** For whom copies are bought, and where. */
export interface PlaceToBuy {
  readonly category: string;
  readonly collectionId: string;
}

/** What more copies in one collection would bring. */
export interface MoreCopies {
  readonly collectionId: string;
  /**
   * After how many whole hours a new hold, of the category whose holds wait longest, is likely to be ready: as it is, and with one more copy,
   * two, four, eight and so on. They never rise.
   */
  readonly likelyHours: readonly number[];
}

/** No library wants a shorter wait. */
const SHORT_WAIT_HOURS = 24;

/**
 * Of the categories that wait, the one whose new hold would wait longest, and the collection whose next copy serves the most of those
 * who wait, this category among them.
 * @returns undefined if no hold waits that can ever be served
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
 * After how many hours a new hold of the category is likely to be ready: whole ones, also where a time between two points stays as it was
 * shown. Infinite if it never is.
 */
export function newHoldHours(curves: readonly WaitCurve[], category: string): number {
  return Math.ceil(
    curves.find((curve) => curve.category === category)?.points.at(-1)?.likelyHours ?? Infinity,
  );
}

/** Whether the queue is to be simulated with so many more copies: the first always tells something. */
export function isWorthMore(likelyHours: readonly number[], copies: number, { holds }: KnownQueue): boolean {
  const last = likelyHours.at(-1) ?? 0;
  return copies === 1 || (last > SHORT_WAIT_HOURS && copies / 2 <= holds.length);
}

/** A change that is so small is one of the chances that the simulation draws. */
const MAX_DRIFT = 0.2;

/**
 * Whether a wait has changed so much that what more copies bring must be computed anew.
 * @param likelyHours as it was computed
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
 * How many copies bring a wait down to the target; 0 if it is not longer. Between two numbers that were simulated it is estimated, in
 * proportion.
 * @param likely waits with no, one, two, four more copies and so on, in any unit
 */
export function copiesForWait(likely: readonly number[], target: number): number {
  const reached = likely.findIndex((wait) => wait <= target);
  // More copies than that are more than there are patrons who wait.
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
